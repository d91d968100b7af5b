"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterGame, hookimpl

ABOUT = GameInfo(
    name="lasca",
    title="Lasca",
    designer="Emanuel Lasker",
    year=1911,
    summary="Jump over columns, take their commanders prisoner, leave no move to the other side.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Lasca."""
    register(ABOUT, "stackyard_lasca.game:LascaGame")
