from __future__ import annotations

import pytest
from tests.plugins.filo import examples

from stackyard_filo.game import FiloGame
from stackyard_kit.testing import GameConformance

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


class TestFilo(GameConformance):
    game = FiloGame
    endless = True
    perft = "perft.json"
    bad_options = examples.BAD_OPTIONS
    bad_positions = examples.BAD_POSITIONS
    bad_moves = examples.BAD_MOVES
    refusals = examples.REFUSALS
    descriptions = examples.DESCRIPTIONS
    endings = examples.ENDINGS

    def pieces_in(self, text: str) -> int:
        cells, *pairs, _ = text.split()
        beside = [int(number) for pair in pairs for number in pair.split(",")]
        return cells.count("w") + cells.count("b") + sum(beside)
