"""A sound game in one file, which the tests of the conformance kit break in many ways."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import (
    DRAW,
    ONGOING,
    Game,
    GameInfo,
    NotationError,
    Option,
    Piece,
    Position,
    PositionError,
    Refusal,
    Tray,
)
from stackyard.boards import Row
from stackyard.position import uniform


class Share:
    """Counters left, those that each has taken, and whether the turn has begun."""

    def __init__(self, left: int, taken: list[int], player: int, mid_turn: bool, few: bool) -> None:
        self.left = left
        self.taken = taken
        self.player: i64 = player
        self.mid_turn = mid_turn
        self.few = few
        self.winner: i64 = ONGOING
        if not left:
            white, black = taken
            self.winner = DRAW if white == black else int((white < black) != few)

    def copy(self) -> Share:
        return type(self)(self.left, self.taken[:], int(self.player), self.mid_turn, self.few)

    def takes(self) -> list[int]:
        return list(range(min(3, self.left)))

    def legal_moves(self) -> vec[i64]:
        return vec[i64](self.takes())

    def random_move(self, bits: i64) -> i64:
        return uniform(self.takes(), int(bits))

    def play(self, move: i64) -> None:
        number = int(move) + 1
        self.left -= number
        self.taken[self.player] += number
        self.mid_turn = not self.mid_turn and self.left > 0
        if not self.mid_turn:
            self.player = 1 - self.player
        self.winner = type(self)(self.left, self.taken, 0, False, self.few).winner

    def key(self) -> Hashable:
        return self.left, *self.taken, int(self.player), self.mid_turn


class ShareGame(Game):
    """Take one to three counters, twice a turn, until none are left."""

    about = GameInfo("share", "Share", "nobody", 2000, "Take counters; who has more of them wins.")
    options = (
        Option("counters", 12, range(4, 40), "How many counters there are."),
        Option("few", False, (False, True), "Whether fewer counters win."),
    )
    kind: ClassVar[type[Share]] = Share

    def prepare(self) -> None:
        self.counters = int(self.settings["counters"])
        self.few = bool(self.settings["few"])
        self.board = Row(1)
        self.move_space = 3

    def initial(self) -> Share:
        return self.kind(self.counters, [0, 0], 0, False, self.few)

    def parse_position(self, text: str) -> Share:
        found = re.fullmatch(r"(0|[1-9]\d?) (0|[1-9]\d?),(0|[1-9]\d?) ([wb])(\+?)", text, re.ASCII)
        if found is None:
            raise PositionError(f"{text!r:.40} is no position, such as 9 3,0 b or 8 1,3 w+")
        left, *taken = map(int, found.group(1, 2, 3))
        if left + sum(taken) != self.counters:
            raise PositionError(f"{left + sum(taken)} counters, but there are {self.counters}")
        if found[5] and not left:
            raise PositionError("the game is over, so no turn has begun")
        return self.kind(left, taken, "wb".index(found[4]), bool(found[5]), self.few)

    def format_position(self, position: Position) -> str:
        assert isinstance(position, Share)
        white, black = position.taken
        return f"{position.left} {white},{black} {self.whose(position)}"

    def whose(self, position: Share) -> str:
        return "wb"[int(position.player)] + "+" * position.mid_turn

    def read_move(self, text: str) -> int:
        if text not in ("one", "two", "three"):
            raise NotationError(f"{text!r:.40} is not one, two or three")
        return ("one", "two", "three").index(text)

    def format_move(self, move: int, position: Position) -> str:
        return ("one", "two", "three")[move]

    def refusal(self, move: int, position: Position) -> Refusal:
        return Refusal("too-many", "there are not so many counters left", [0])

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        assert isinstance(position, Share)
        return {0: (Piece(0, "o"),) * position.left}

    def trays(self, position: Position) -> tuple[Tray, ...]:
        assert isinstance(position, Share)
        piles = enumerate(position.taken)
        return tuple([Tray(self.colours[n], n, (Piece(n, "o"),) * pile) for n, pile in piles])

    def prompt(self, position: Position) -> str:
        return "take again" if position.mid_turn else "take one to three counters"

    def move_cells(self, move: int, position: Position) -> tuple[int, ...]:
        return (0,)
