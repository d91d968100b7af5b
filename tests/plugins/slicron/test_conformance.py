from __future__ import annotations

import pytest
from tests.plugins.slicron import examples

from stackyard_kit.testing import GameConformance
from stackyard_slicron.game import SlicronGame

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


class TestSlicron(GameConformance):
    game = SlicronGame
    longest = 1000  # no game seen so far is a quarter as long
    perft = "perft.json"
    bad_options = examples.BAD_OPTIONS
    bad_positions = examples.BAD_POSITIONS
    bad_moves = examples.BAD_MOVES
    refusals = examples.REFUSALS
    descriptions = examples.DESCRIPTIONS
    endings = examples.ENDINGS

    def pieces_in(self, text: str) -> int:
        rows, _, _, *turn = text.split()
        stones = rows.count("b") + rows.count("w")
        return stones + sum([pending.count("+") - pending.count("-") for pending in turn])
