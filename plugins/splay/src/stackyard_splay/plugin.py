"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="splay",
    title="Splay",
    designer="Greg Schmidt",
    year=2011,
    summary="Raise towers until they splay over every empty cell around them; most cells win.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Splay."""
    register(ABOUT, "stackyard_splay.game:SplayGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_splay.knowledge:SplayKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_splay.claims:claims")


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_splay/lesson.toml")


@hookimpl(optionalhook=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register its puzzles."""
    register(ABOUT.name, "stackyard_splay/puzzles.json")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_splay.motifs:MOTIFS")
