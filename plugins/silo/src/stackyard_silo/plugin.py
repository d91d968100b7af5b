"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="silo",
    title="Silo",
    designer="Mark Steere",
    year=2021,
    summary="Move your highest checkers to the right until all of them form one unbroken run.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Silo."""
    register(ABOUT, "stackyard_silo.game:SiloGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_silo.knowledge:SiloKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_silo.claims:claims")


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_silo/lesson.toml")


@hookimpl(optionalhook=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register its puzzles."""
    register(ABOUT.name, "stackyard_silo/puzzles.json")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_silo.motifs:MOTIFS")
