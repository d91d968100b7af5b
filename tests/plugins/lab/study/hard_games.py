"""A plugin for the tests: a game that never ends, and one with a single legal move everywhere."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import Game, GameInfo, hookimpl
from stackyard.boards import Row
from stackyard.errors import Refusal
from stackyard.plugins.hookspecs import RegisterGame
from stackyard.position import ONGOING
from stackyard.scenes import Piece


class Walk:
    """A number that each move raises by one; a walk of a certain length ends."""

    def __init__(self, steps: int, length: int, player: int) -> None:
        self.steps = steps
        self.length = length
        self.player: i64 = player
        self.winner: i64 = 0 if steps == length else ONGOING
        self.mid_turn = False

    def copy(self) -> Walk:
        return Walk(self.steps, self.length, int(self.player))

    def legal_moves(self) -> vec[i64]:
        if self.winner != ONGOING:
            return vec[i64]()
        return vec[i64]([0]) if self.length > 0 else vec[i64]([0, 1])

    def random_move(self, bits: i64) -> i64:
        return 0 if self.winner == ONGOING else -1

    def play(self, move: i64) -> None:
        self.__init__(self.steps + 1, self.length, 1 - int(self.player))  # type: ignore[misc]

    def key(self) -> int:
        return self.steps


class WalkGame(Game[Walk]):
    """Without an end."""

    about = GameInfo("endless", "Endless", "nobody", 2000, "It goes on and on.")
    length = -1

    def prepare(self) -> None:
        self.board = Row(2)
        self.move_space = 2

    def initial(self) -> Walk:
        return Walk(0, self.length, 0)

    def parse_position(self, text: str) -> Walk:
        return Walk(int(text), self.length, int(text) % 2)

    def format_position(self, position: Walk) -> str:
        return str(position.steps)

    def read_move(self, text: str) -> int:
        return "ab".index(text)

    def format_move(self, move: int, position: Walk) -> str:
        return "ab"[move]

    def refusal(self, move: int, position: Walk) -> Refusal:
        return Refusal("no-move", "that is no move")

    def pieces(self, position: Walk) -> dict[int, tuple[Piece, ...]]:
        return {}


class ForcedGame(WalkGame):
    """With one legal move everywhere."""

    about = GameInfo("forced", "Forced", "nobody", 2000, "Everybody walks.")
    length = 5


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    register(WalkGame.about, WalkGame)
    register(ForcedGame.about, ForcedGame)
