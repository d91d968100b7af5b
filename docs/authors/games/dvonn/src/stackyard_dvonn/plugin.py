"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.descriptions import GameInfo
from stackyard.plugins.hookspecs import RegisterGame, hookimpl

ABOUT = GameInfo(
    name="dvonn",
    title="DVONN",
    designer="Kris Burm",
    year=2001,
    summary="Stack pieces, and keep your stacks in touch with one of the three red ones.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register DVONN."""
    register(ABOUT, "stackyard_dvonn.game:DvonnGame")
