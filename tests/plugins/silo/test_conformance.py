from __future__ import annotations

import pytest
from tests.plugins.silo import examples

from stackyard_kit.testing import GameConformance
from stackyard_silo.game import SiloGame

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


class TestSilo(GameConformance):
    game = SiloGame
    longest = 10_000  # no game seen so far is half as long as 2,500
    perft = "perft.json"
    bad_options = examples.BAD_OPTIONS
    bad_positions = examples.BAD_POSITIONS
    bad_moves = examples.BAD_MOVES
    refusals = examples.REFUSALS
    descriptions = examples.DESCRIPTIONS
    endings = examples.ENDINGS

    def pieces_in(self, text: str) -> int:
        columns, _ = text.split()
        return columns.count("r") + columns.count("b")
