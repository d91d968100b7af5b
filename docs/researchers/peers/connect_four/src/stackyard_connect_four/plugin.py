"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, hookimpl

ABOUT = GameInfo(
    name="connect_four",
    title="Connect Four",
    designer="Howard Wexler, Ned Strongin",
    year=1974,
    summary="Drop discs until four of yours are in a row.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Connect Four."""
    register(ABOUT, "stackyard_connect_four.game:ConnectFourGame")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_connect_four.knowledge:ConnectFourKnowledge")
