from __future__ import annotations

import pytest
from tests.plugins.pit_of_pillars import examples

from stackyard_kit.testing import GameConformance
from stackyard_pit_of_pillars.game import PitOfPillarsGame

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


class TestPitOfPillars(GameConformance):
    game = PitOfPillarsGame
    endless = True
    perft = "perft.json"
    bad_options = examples.BAD_OPTIONS
    bad_positions = examples.BAD_POSITIONS
    bad_moves = examples.BAD_MOVES
    refusals = examples.REFUSALS
    descriptions = examples.DESCRIPTIONS
    endings = examples.ENDINGS

    def pieces_in(self, text: str) -> int:
        ranks, _, reserves, _ = text.split()
        beside = [int(number) for number in reserves.split(",")]
        return sum([ranks.count(piece) for piece in "wrWR"]) + sum(beside)
