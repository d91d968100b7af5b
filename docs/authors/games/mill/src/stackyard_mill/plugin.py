"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="mill",
    title="Nine Men's Morris",
    designer="traditional",
    year=1300,
    summary="Make rows of three, each of which takes an enemy man.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Nine Men's Morris."""
    register(ABOUT, "stackyard_mill.game:MillGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_mill.knowledge:MillKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Register what its turns bring about, in words."""
    register(ABOUT.name, "stackyard_mill.motifs:MOTIFS")
