"""A plugin for the tests: games with odd habits, and a player who is interrupted."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import (
    Game,
    GameInfo,
    Match,
    NotationError,
    Option,
    Piece,
    PositionError,
    Refusal,
    hookimpl,
)
from stackyard.boards import Row
from stackyard.descriptions import PlayerKind
from stackyard.plugins.hookspecs import RegisterGame, RegisterPlayer
from stackyard.position import ONGOING, Position, uniform


class Pile:
    """Counters left; a turn is two moves, each of one or two counters."""

    def __init__(self, left: int, player: int, mid_turn: bool) -> None:
        self.left = left
        self.player: i64 = player
        self.mid_turn = mid_turn
        self.winner: i64 = ONGOING if left else 1 - player

    def copy(self) -> Pile:
        return Pile(self.left, int(self.player), self.mid_turn)

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([move for move in (0, 1) if move < self.left])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), int(bits))

    def play(self, move: i64) -> None:
        self.left -= int(move) + 1
        if self.mid_turn or not self.left:
            self.winner = ONGOING if self.left else self.player
            self.player = 1 - self.player
            self.mid_turn = False
        else:
            self.mid_turn = True

    def key(self) -> Hashable:
        return self.left, int(self.player), self.mid_turn


class PairsGame(Game):
    """Take twice a turn, each time one counter or two; who takes the last wins."""

    about = GameInfo("pairs", "Pairs", "nobody", 2000, "Take twice a turn; the last counter wins.")
    options = (Option("counters", 9, range(1, 100), "How many counters there are."),)

    def prepare(self) -> None:
        self.board = Row(1)
        self.move_space = 2

    def initial(self) -> Pile:
        return Pile(int(self.settings["counters"]), 0, False)

    def parse_position(self, text: str) -> Pile:
        left, _, rest = text.partition("'")
        if not left.isdecimal() or rest not in {"w", "b", "w+", "b+"}:
            raise PositionError(f"{text!r} is no position")
        return Pile(int(left), "wb".index(rest[0]), rest.endswith("+"))

    def format_position(self, position: Position) -> str:
        assert isinstance(position, Pile)
        return f"{position.left}'{'wb'[int(position.player)]}{'+' * position.mid_turn}"

    def read_move(self, text: str) -> int:
        if text not in {"1", "2"}:
            raise NotationError(f"{text!r} is neither 1 nor 2")
        return int(text) - 1

    def format_move(self, move: int, position: Position) -> str:
        return str(move + 1)

    def refusal(self, move: int, position: Position) -> Refusal:
        return Refusal("too-many", "there are not so many counters left", [0])

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        assert isinstance(position, Pile)
        return {0: (Piece(0, "o"),) * position.left}


class Token:
    """A token on one of three cells; it never stops."""

    def __init__(self, cell: int, player: int) -> None:
        self.cell = cell
        self.player: i64 = player
        self.mid_turn = False
        self.winner: i64 = ONGOING

    def copy(self) -> Token:
        return Token(self.cell, int(self.player))

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([cell for cell in range(3) if abs(cell - self.cell) == 1])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), int(bits))

    def play(self, move: i64) -> None:
        self.cell = int(move)
        self.player = 1 - self.player

    def key(self) -> Hashable:
        return self.cell, int(self.player)


class ShuttleGame(Game):
    """Push the token to and fro; nobody wins."""

    about = GameInfo("shuttle", "Shuttle", "nobody", 2000, "Push the token to and fro.")

    def prepare(self) -> None:
        self.board = Row(3)
        self.move_space = 3

    def initial(self) -> Token:
        return Token(0, 0)

    def parse_position(self, text: str) -> Token:
        if len(text) != 2 or text[0] not in self.board.names or text[1] not in "wb":
            raise PositionError(f"{text!r} is no position")
        return Token(self.board.cell(text[0]), "wb".index(text[1]))

    def format_position(self, position: Position) -> str:
        assert isinstance(position, Token)
        return f"{self.board.names[position.cell]}{'wb'[int(position.player)]}"

    def read_move(self, text: str) -> int:
        if text not in self.board.names:
            raise NotationError(f"{text!r} is no cell")
        return self.board.cell(text)

    def format_move(self, move: int, position: Position) -> str:
        return self.board.names[move]

    def refusal(self, move: int, position: Position) -> Refusal:
        return Refusal("too-far", "the token goes to a neighbouring cell", [move])

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        assert isinstance(position, Token)
        return {position.cell: (Piece(0, "o"),)}


class InterruptedPlayer:
    """Ctrl-C is pressed while this player thinks about move number `after`."""

    def __init__(self, game: Game, seed: int, after: int) -> None:
        self.name = "interrupted"
        self.after = after

    def choose(self, match: Match) -> int:
        if match.ply >= self.after:
            raise KeyboardInterrupt
        return int(match.position.legal_moves()[0])


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    register(PairsGame.about, PairsGame)
    register(ShuttleGame.about, ShuttleGame)


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    after = Option("after", 0, range(1000), "How many moves the match has by then.")
    register(PlayerKind("interrupted", "Is interrupted.", (after,)), InterruptedPlayer)
