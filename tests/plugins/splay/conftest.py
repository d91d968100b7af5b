from __future__ import annotations

from collections.abc import Callable

import pytest

from stackyard_splay import wide
from stackyard_splay.game import SplayGame, SplayPosition


@pytest.fixture
def widened() -> Callable[[SplayGame, SplayPosition], wide.WideSplay]:
    """Makes the position of the module for boards of any side that equals a given one."""

    def widened(game: SplayGame, position: SplayPosition) -> wide.WideSplay:
        again = game.parse_position(game.format_position(position))
        swap = again.may_swap()
        return wide.place(game.side, again.cells(), int(again.player), game.fill, swap)

    return widened
