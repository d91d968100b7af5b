"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.info import GameInfo
from stackyard.plugins.hookspecs import RegisterGame, hookimpl

ABOUT = GameInfo(
    name="tak",
    title="Tak",
    designer="James Ernest and Patrick Rothfuss",
    year=2016,
    summary="Build a road across the board, stone by stone or by moving whole stacks.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Tak."""
    register(ABOUT, "stackyard_tak.game:TakGame")
