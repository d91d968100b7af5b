"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="slicron",
    title="Slicron",
    designer="Saïd Galdseid",
    year=2024,
    summary="Place the last stone; your own paths from edge to edge take cells away from you.",
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


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_slicron/lesson.toml")


@hookimpl(optionalhook=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register its puzzles."""
    register(ABOUT.name, "stackyard_slicron/puzzles.json")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_slicron.motifs:MOTIFS")
