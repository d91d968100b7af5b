"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="breakthrough",
    title="Breakthrough",
    designer="Dan Troyka",
    year=2000,
    summary="Bring a pawn to the far row.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Breakthrough."""
    register(ABOUT, "stackyard_breakthrough.game:BreakthroughGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_breakthrough.knowledge:BreakthroughKnowledge")
