"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.info import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="slicron",
    title="Slicron",
    designer="Saïd Galdseid",
    year=2024,
    summary="Join edge to edge by shrinking paths, and place the last stone.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Slicron."""
    register(ABOUT, "stackyard_slicron.game:SlicronGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_slicron.knowledge:SlicronKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_slicron.claims:claims")
