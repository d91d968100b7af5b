"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="hex",
    title="Hex",
    designer="Piet Hein",
    year=1942,
    summary="Join your two sides of the board before your opponent joins the others.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Hex."""
    register(ABOUT, "stackyard_hex.game:HexGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_hex.knowledge:HexKnowledge")
