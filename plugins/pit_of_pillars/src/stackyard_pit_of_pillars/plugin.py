"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="pit_of_pillars",
    title="Pit of Pillars",
    designer="Christian Freeling",
    year=2013,
    summary="Leave your opponent without a stack; captures raise pillars, but cost you men.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Pit of Pillars."""
    register(ABOUT, "stackyard_pit_of_pillars.game:PitOfPillarsGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_pit_of_pillars.knowledge:PitOfPillarsKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_pit_of_pillars.claims:claims")


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_pit_of_pillars/lesson.toml")


@hookimpl(optionalhook=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register its puzzles."""
    register(ABOUT.name, "stackyard_pit_of_pillars/puzzles.json")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_pit_of_pillars.motifs:MOTIFS")
