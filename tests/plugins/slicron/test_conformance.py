from __future__ import annotations

import pytest

from stackyard_kit.testing import GameConformance
from stackyard_slicron.game import SlicronGame

pytestmark = pytest.mark.no_cover


class TestSlicron(GameConformance):
    game = SlicronGame
    longest = 1000  # no game seen so far is a quarter as long
    perft = "perft.json"

    def pieces_in(self, text: str) -> int:
        rows, _, _, *turn = text.split()
        stones = rows.count("b") + rows.count("w")
        return stones + sum([pending.count("+") - pending.count("-") for pending in turn])
