"""Nine Men's Morris once more, written for plainness from the rules alone, to be compared with."""

from __future__ import annotations

from typing import Any

ROWS = ("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4 e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7")
ALL = " ".join(ROWS).split()
MILLS = [row.split() for row in ROWS if len(row.split()) == 3] + [
    *(["a4", "b4", "c4"], ["e4", "f4", "g4"]),
    *[[name for name in ALL if name[0] == file] for file in "abcefg"],
    *(["d1", "d2", "d3"], ["d5", "d6", "d7"]),
]


class Board:
    """Men by the names of their points."""

    def __init__(self, text: str, flying: bool = True) -> None:
        rows, hands, self.player, *take = text.split()
        self.flying, self.takes = flying, bool(take)
        letters = "".join(reversed([row[::-1] for row in rows.split("/")]))
        names = [name for row in ROWS for name in reversed(row.split())]
        self.men = {
            name: letter for name, letter in zip(names, letters, strict=True) if letter != "."
        }
        self.hands = dict(zip("wb", map(int, hands.split(",")), strict=True))

    def text(self) -> str:
        rows = ["".join([self.men.get(name, ".") for name in row.split()]) for row in ROWS]
        take = " take" if self.takes else ""
        hands = f"{self.hands['w']},{self.hands['b']}"
        return f"{'/'.join(reversed(rows))} {hands} {self.player}{take}"

    @property
    def other(self) -> str:
        return "b" if self.player == "w" else "w"

    def own(self, colour: str) -> list[str]:
        return [name for name in ALL if self.men.get(name) == colour]

    def in_mill(self, name: str) -> bool:
        colour = self.men[name]
        return any(
            name in mill and all(self.men.get(point) == colour for point in mill) for mill in MILLS
        )

    def next_to(self, name: str) -> list[str]:
        near = []
        for mill in MILLS:
            if name in mill:
                at = mill.index(name)
                near += [mill[place] for place in (at - 1, at + 1) if 0 <= place <= 2]
        return near

    def lost(self) -> bool:
        return len(self.own(self.player)) + self.hands[self.player] < 3 or not self.possible()

    def possible(self) -> list[str]:
        if self.takes:
            prey = self.own(self.other)
            return [name for name in prey if not self.in_mill(name)] or prey
        if self.hands[self.player]:
            return [name for name in ALL if name not in self.men]
        own = self.own(self.player)
        free = self.flying and len(own) == 3
        ways = [(name, there) for name in own for there in (ALL if free else self.next_to(name))]
        return [name + there for name, there in ways if there not in self.men]

    def moves(self) -> list[str]:
        return [] if not self.takes and self.lost() else self.possible()

    def play(self, move: str) -> None:
        if self.takes:
            del self.men[move]
            self.takes = False
        else:
            if len(move) == 4:
                del self.men[move[:2]]
            else:
                self.hands[self.player] -= 1
            self.men[move[-2:]] = self.player
            if self.in_mill(move[-2:]) and self.own(self.other):
                self.takes = True
                return
        self.player = self.other


class Judge:
    """The plain program as a second source."""

    def legal_moves(self, position: str, **options: Any) -> list[str]:
        return Board(position, options["flying"]).moves()

    def winner(self, position: str, **options: Any) -> int:
        board = Board(position, options["flying"])
        return -1 if board.moves() else int(board.player == "w")


def perft(text: str, depth: int, flying: bool = True) -> int:
    """How many sequences of moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in Board(text, flying).moves():
        board = Board(text, flying)
        board.play(move)
        total += perft(board.text(), depth - 1, flying)
    return total
