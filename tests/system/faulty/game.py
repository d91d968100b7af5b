"""The game of heaps, sound and with a fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from stackyard import Game, GameInfo, NotationError, Option, Piece, PositionError, Refusal
from stackyard.boards import Row

from . import rules


class HeapGame(Game[rules.Heap]):
    """Take one to three counters; the last one wins."""

    about = GameInfo("heap", "Heap", "nobody", 2000, "Take the last counter.")
    options = (Option("counters", 20, range(18, 22), "How many counters there are."),)
    fault: ClassVar[int] = rules.NONE

    def prepare(self) -> None:
        self.counters = int(self.settings["counters"])
        self.board = Row(1)
        self.move_space = 3

    def initial(self) -> rules.Heap:
        return rules.heap(self.counters, 0, self.fault)

    def parse_position(self, text: str) -> rules.Heap:
        found = re.fullmatch(r"(0|[1-9]\d?) ([wb])", text, re.ASCII)
        if found is None or int(found[1]) > self.counters:
            raise PositionError(f"{text!r:.40} is no position, such as 9 b")
        return rules.heap(int(found[1]), "wb".index(found[2]), self.fault)

    def format_position(self, position: rules.Heap) -> str:
        return f"{position.left} {'wb'[position.player]}"

    def read_move(self, text: str) -> int:
        if text not in ("one", "two", "three"):
            raise NotationError(f"{text!r:.40} is not one, two or three")
        return ("one", "two", "three").index(text)

    def format_move(self, move: int, position: rules.Heap) -> str:
        return ("one", "two", "three")[move]

    def refusal(self, move: int, position: rules.Heap) -> Refusal:
        return Refusal("too-many", "there are not so many counters left", [0])

    def pieces(self, position: rules.Heap) -> Mapping[int, tuple[Piece, ...]]:
        return {0: (Piece(0, "o"),) * int(position.left)}


class RareCode(HeapGame):
    fault = rules.RARE_CODE


class Endless(HeapGame):
    fault = rules.ENDLESS


class WrongWinner(HeapGame):
    fault = rules.WRONG_WINNER


class Unsorted(HeapGame):
    fault = rules.UNSORTED
