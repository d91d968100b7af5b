"""Hexapawn, a game by Martin Gardner, for Stackyard: a whole plugin in one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import ONGOING, Game, GameInfo, Option, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Square
from stackyard.notation import Grid, cell_names, no_move, read_fields, read_player, spelled
from stackyard.plugins.hookspecs import RegisterGame
from stackyard.position import uniform

WHITE: Final = 0
BLACK: Final = 1
EMPTY: Final = 2


class Hexapawn:
    """A position: the squares from a1 on, row by row, and whose move it is.

    A move is `from * len(cells) + to`.
    """

    def __init__(self, size: int, cells: list[int], player: i64) -> None:
        self.size = size
        self.cells = cells
        self.player = player
        self.winner: i64 = ONGOING
        self.mid_turn = False  # a turn is one move here
        if self.has_arrived(1 - player) or not self._moves():
            self.winner = 1 - player

    def copy(self) -> Hexapawn:
        """An independent position, equal to this one."""
        return Hexapawn(self.size, self.cells[:], self.player)

    def key(self) -> tuple[int, tuple[int, ...]]:
        """The identity of the position."""
        return self.player, tuple(self.cells)

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        return vec[i64](self._moves() if self.winner == ONGOING else [])

    def random_move(self, bits: i64) -> i64:
        """A legal move chosen by 32 random bits."""
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        """Make a legal move in place."""
        source, target = divmod(move, len(self.cells))
        mover = self.cells[source]
        self.cells[source] = EMPTY
        self.cells[target] = mover
        self.player = 1 - mover
        if self.has_arrived(mover) or not self._moves():
            self.winner = mover

    def ahead(self, source: int) -> list[int]:
        """The squares that a pawn of the player to act sees in front of it, from left to right."""
        row, column = divmod(source, self.size)
        row += 1 if self.player == WHITE else -1
        columns = range(max(0, column - 1), min(self.size, column + 2))
        return [row * self.size + there for there in columns] if 0 <= row < self.size else []

    def has_arrived(self, player: int) -> bool:
        """Tell if a player has a pawn on the far row."""
        last = self.cells[-self.size :] if player == WHITE else self.cells[: self.size]
        return player in last

    def _moves(self) -> list[int]:
        """Straight ahead onto an empty square, diagonally onto an enemy pawn."""
        return [
            source * len(self.cells) + target
            for source, owner in enumerate(self.cells)
            if owner == self.player
            for target in self.ahead(source)
            if self.cells[target]
            == (EMPTY if target % self.size == source % self.size else 1 - self.player)
        ]


class HexapawnGame(Game[Hexapawn]):
    """White's pawns start on the first row, Black's on the last.

    A pawn steps straight ahead onto an empty square, or captures diagonally ahead. You win by
    reaching the far row, or by leaving your opponent without a move.
    """

    about = GameInfo(
        name="hexapawn",
        title="Hexapawn",
        designer="Martin Gardner",
        year=1962,
        summary="Get a pawn across, or leave your opponent without a move.",
    )
    options = (Option("size", 3, range(3, 9), "How many squares a side has."),)
    notation = "A move is two squares, such as b1b2. A position is the rows from the top."

    def prepare(self) -> None:
        """Make the board."""
        self.size = int(self.settings["size"])
        self.board = Square(self.size)
        self.move_space = len(self.board) ** 2
        self.grid = Grid(self.board, {"[wb]": "a pawn (w or b)"}, empty=".")

    def initial(self) -> Hexapawn:
        """Pawns on the first and the last row."""
        size = self.size
        middle = [EMPTY] * (size * (size - 2))
        return Hexapawn(size, [WHITE] * size + middle + [BLACK] * size, WHITE)

    def parse_position(self, text: str) -> Hexapawn:
        """The position that `bbb/.../www w` describes."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        cells = [EMPTY] * len(self.board)
        for cell, letter in self.grid.read(rows).items():
            cells[cell] = self.letters.index(letter)
        position = Hexapawn(self.size, cells, read_player(to_act, self.letters))
        if position.has_arrived(position.player):
            raise PositionError(f"player to act: {self.colours[position.player]} has already won")
        return position

    def format_position(self, position: Hexapawn) -> str:
        """The rows from the top, then the player to act."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[position.player]}"

    def read_move(self, text: str) -> int:
        """The move that two squares name, possible or not."""
        if text[:2] not in self.board.names or text[2:] not in self.board.names:
            raise no_move(text, "name two squares, as in b1b2")
        return self.board.cell(text[:2]) * len(self.board) + self.board.cell(text[2:])

    def format_move(self, move: int, position: Hexapawn) -> str:
        """The two squares of a move."""
        return "".join(cell_names(self.board, divmod(move, len(self.board))))

    def describe(self, move: int, position: Hexapawn) -> str:
        """A move about to be made, in words."""
        source, target = cell_names(self.board, divmod(move, len(self.board)))
        return f"{'moves' if source[0] == target[0] else 'captures'} from {source} to {target}"

    def refusal(self, move: int, position: Hexapawn) -> Refusal:
        """The rule of moving that stands in the way."""
        source, target = divmod(move, len(self.board))
        here, there = cell_names(self.board, (source, target))
        if position.cells[source] != position.player:
            return Refusal("not-yours", f"there is no pawn of yours on {here}", [source])
        if target not in position.ahead(source):
            return Refusal(
                "not-ahead", f"{there} is not one step ahead of {here}", [source, target]
            )
        if here[0] == there[0]:
            return Refusal("occupied", f"{there} is taken: pawns capture diagonally", [target])
        return Refusal("no-capture", f"there is no enemy on {there} to capture", [target])

    def pieces(self, position: Hexapawn) -> Mapping[int, tuple[Piece, ...]]:
        """A pawn on each square that is not empty."""
        return {
            cell: (Piece(owner, self.letters[owner], "pawn"),)
            for cell, owner in enumerate(position.cells)
            if owner != EMPTY
        }

    def ending(self, position: Hexapawn) -> str:
        """How the winner has won."""
        winner = position.winner
        if position.has_arrived(winner):
            return f"{self.colours[winner]} has a pawn across"
        return f"{self.colours[1 - winner]} has no move"


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Hexapawn."""
    register(HexapawnGame.about, HexapawnGame)
