"""Connect Four for people: notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.boards import Square
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import Grid, no_move, read_fields, read_player, spelled
from stackyard.position import DRAW
from stackyard.scenes import Piece
from stackyard_connect_four.plugin import ABOUT
from stackyard_connect_four.rules import (
    COLUMNS,
    EMPTY,
    ROWS,
    YELLOW,
    ConnectFour,
    place,
)

FILES = "abcdefg"


class ConnectFourGame(Game[ConnectFour]):
    """Each player in turn drops a disc into a column, where it falls onto those below.

    Yellow begins. You win by four of your discs in a row, upright, level or diagonal; a full board
    without that is a draw.
    """

    about = ABOUT
    colours = ("yellow", "red")
    repetition = 0
    notation = (
        "A move is a column, a to g. A position is the rows from the top, each from the left (y, r "
        "or . for an empty cell), with / between, then a blank and the colour to act (y or r)."
    )

    def prepare(self) -> None:
        """Make the board."""
        self.board = Square(COLUMNS, ROWS)
        self.move_space = COLUMNS
        self.grid = Grid(self.board, {"[yr]": "a disc (y or r)"}, empty=".")
        self._discs = [Piece(player, self.letters[player], "stone") for player in (0, 1)]

    def initial(self) -> ConnectFour:
        """The empty board."""
        return place([EMPTY] * len(self.board), YELLOW)

    def parse_position(self, text: str) -> ConnectFour:
        """The position that rows and the player to act describe."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        cells = [EMPTY] * len(self.board)
        for cell, letter in self.grid.read(rows).items():
            cells[cell] = self.letters.index(letter)
        for cell in range(COLUMNS, len(cells)):
            if cells[cell] != EMPTY and cells[cell - COLUMNS] == EMPTY:
                raise PositionError(f"rows: nothing lies under {self.board.names[cell]}")
        player = read_player(to_act, self.letters)
        if cells.count(0) - cells.count(1) != player:
            raise PositionError(
                "player to act: yellow has as many discs as red, or one more after its move"
            )
        if place(cells, 1 - player).winner == player:
            raise PositionError(f"player to act: {self.colours[player]} has already won")
        return place(cells, player)

    def format_position(self, position: ConnectFour) -> str:
        """The rows from the top, then the player to act."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[position.player]}"

    def read_move(self, text: str) -> int:
        """The column of that name."""
        if len(text) != 1 or text not in FILES:
            raise no_move(text, "name a column, a to g")
        return FILES.index(text)

    def format_move(self, move: int, position: ConnectFour) -> str:
        """The name of the column."""
        return FILES[move]

    def move_cells(self, move: int, position: ConnectFour) -> tuple[int, ...]:
        """The cell where the disc comes to lie, or the highest one of a full column."""
        column = range(move, len(self.board), COLUMNS)
        cells = position.cells()
        return (next((cell for cell in column if cells[cell] == EMPTY), column[-1]),)

    def describe(self, move: int, position: ConnectFour) -> str:
        """Where the disc goes."""
        return f"drops a disc into column {FILES[move]}"

    def refusal(self, move: int, position: ConnectFour) -> Refusal:
        """The column is full: nothing else forbids a move."""
        cell = len(self.board) - COLUMNS + move
        return Refusal("full", f"column {FILES[move]} is full", [cell])

    def pieces(self, position: ConnectFour) -> Mapping[int, tuple[Piece, ...]]:
        """A disc on each cell that is not empty."""
        cells = enumerate(position.cells())
        return {cell: (self._discs[holds],) for cell, holds in cells if holds != EMPTY}

    def prompt(self, position: ConnectFour) -> str:
        """The prompt for the player to act."""
        return "drop a disc into a column"

    def ending(self, position: ConnectFour) -> str:
        """Who has four in a row."""
        if position.winner == DRAW:
            return "the board is full"
        return f"{self.colours[position.winner]} has four in a row"
