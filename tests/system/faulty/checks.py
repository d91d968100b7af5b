"""The conformance tests of the faulty games."""

from __future__ import annotations

from stackyard import ONGOING
from stackyard_kit.testing import GameConformance, plugin

from . import game

plugin.SECONDS = plugin.MORE = 2.0


class Judge:
    """A second source of the rules."""

    def legal_moves(self, position: str, **options: object) -> list[str]:
        return ["one", "two", "three"][: int(position.split()[0])]

    def winner(self, position: str, **options: object) -> int:
        left, player = position.split()
        return ONGOING if int(left) else "bw".index(player)


class TestSound(GameConformance):
    game = game.HeapGame
    longest = 21
    reference = Judge()


class TestRareCode(TestSound):
    game = game.RareCode


class TestWrongWinner(TestSound):
    game = game.WrongWinner


class TestUnsorted(TestSound):
    game = game.Unsorted


class TestEndless(TestSound):
    game = game.Endless
