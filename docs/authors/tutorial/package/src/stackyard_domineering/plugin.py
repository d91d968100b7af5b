"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterGame, hookimpl

ABOUT = GameInfo(
    name="domineering",
    title="Domineering",
    designer="Göran Andersson",
    year=1973,
    summary="Put down dominoes until your opponent has no room for one.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register the game."""
    register(ABOUT, "stackyard_domineering.game:DomineeringGame")
