"""A whole game in one file of plain Python, as somebody else might write it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import Game, GameInfo, NotationError, Option, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Row
from stackyard.plugins.hookspecs import RegisterGame
from stackyard.position import ONGOING, Position, uniform


class Count:
    """How far the count has come; whoever reaches the last cell wins."""

    def __init__(self, at: int, last: int, player: int) -> None:
        self.at = at
        self.last = last
        self.player: i64 = player
        self.winner: i64 = 1 - player if at == last else ONGOING
        self.mid_turn = False

    def copy(self) -> Count:
        return Count(self.at, self.last, int(self.player))

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([step for step in (1, 2) if self.at + step <= self.last])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), int(bits))

    def play(self, move: i64) -> None:
        self.at += int(move)
        if self.at == self.last:
            self.winner = self.player
        self.player = 1 - self.player

    def key(self) -> Hashable:
        return self.at, int(self.player)


class Counting(Game):
    """Count on by one or by two; whoever reaches the last cell wins."""

    about = GameInfo("counting", "Counting", "nobody", 1900, "Count on by one or two to the end.")
    options = (Option("cells", 8, range(2, 27), "How many cells the row has."),)

    def prepare(self) -> None:
        self.board = Row(int(self.settings["cells"]))
        self.move_space = 3

    def initial(self) -> Count:
        return Count(0, len(self.board) - 1, 0)

    def parse_position(self, text: str) -> Count:
        if len(text) != 2 or text[0] not in self.board.names or text[1] not in "wb":
            raise PositionError(f"{text!r} is not a cell and a player, as in aw")
        return Count(self.board.cell(text[0]), len(self.board) - 1, "wb".index(text[1]))

    def format_position(self, position: Position) -> str:
        assert isinstance(position, Count)
        return f"{self.board.names[position.at]}{'wb'[int(position.player)]}"

    def read_move(self, text: str) -> int:
        if text not in {"1", "2"}:
            raise NotationError(f"{text!r} is neither 1 nor 2")
        return int(text)

    def format_move(self, move: int, position: Position) -> str:
        return str(move)

    def refusal(self, move: int, position: Position) -> Refusal:
        return Refusal("too-far", "that is beyond the last cell")

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        assert isinstance(position, Count)
        return {position.at: (Piece(0, "o"),)}


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    register(Counting.about, Counting)
