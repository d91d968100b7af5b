"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="filo",
    title="F.I.L.O.",
    designer="Richard Hutnik",
    year=2011,
    summary="Sow stacks until you have one checker left or your opponent is stuck.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register F.I.L.O."""
    register(ABOUT, "stackyard_filo.game:FiloGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_filo.knowledge:FiloKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_filo.claims:claims")


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_filo/lesson.toml")


@hookimpl(optionalhook=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register its puzzles."""
    register(ABOUT.name, "stackyard_filo/puzzles.json")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_filo.motifs:MOTIFS")
