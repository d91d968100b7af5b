from __future__ import annotations

import pytest
from tests.plugins.splay import examples

from stackyard.game import Game
from stackyard_kit.testing import GameConformance
from stackyard_splay.game import SplayGame

pytestmark = [pytest.mark.builds, pytest.mark.no_cover]


class TestSplay(GameConformance):
    game = SplayGame
    perft = "perft.json"
    bad_options = examples.BAD_OPTIONS
    bad_positions = examples.BAD_POSITIONS
    bad_moves = examples.BAD_MOVES
    refusals = examples.REFUSALS
    descriptions = examples.DESCRIPTIONS
    endings = examples.ENDINGS

    def longest_for(self, game: Game) -> int:
        return 6 * len(game.board.interior) + 1  # a tower splays at six; and one may swap

    def pieces_in(self, text: str) -> int:
        rows = text.split()[0].replace("/", ",").split(",")
        towers = [int(item[1:]) for item in rows if item[0] in "wb"]
        return sum(towers) + rows.count("W") + rows.count("B")
