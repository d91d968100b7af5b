from __future__ import annotations

import pytest

from stackyard_filo.game import FiloGame
from stackyard_kit.testing import GameConformance

pytestmark = pytest.mark.no_cover


class TestFilo(GameConformance):
    game = FiloGame
    endless = True
    perft = "perft.json"

    def pieces_in(self, text: str) -> int:
        cells, *pairs, _ = text.split()
        beside = [int(number) for pair in pairs for number in pair.split(",")]
        return cells.count("w") + cells.count("b") + sum(beside)
