"""Hex for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.boards import Square
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import Grid, no_move, read_fields, read_player, spelled
from stackyard.options import Option
from stackyard.scenes import Piece
from stackyard_hex.plugin import ABOUT
from stackyard_hex.rules import BLACK, EMPTY, SIZES, Hex, place


class HexGame(Game[Hex]):
    """Each player in turn puts a stone on an empty cell; stones never move.

    Black wins by a chain of black stones from row 1 to the last row, White by a white one from
    column a to the last column. One of them must succeed, so there is no draw.

    The board is a rhombus of hexagons, drawn here as squares: a cell touches those above, below, to
    the left and to the right of it, the one above on the left, and the one below on the right.
    """

    about = ABOUT
    colours = ("black", "white")
    notation = (
        "A move is the cell that gets a stone, such as d4. A position is the rows from the top, "
        "each from the left (b, w, or . for an empty cell), with / between, then a blank and the "
        "colour to act (b or w)."
    )
    options = (Option("size", 7, SIZES, "How many cells each side of the board has."),)

    def prepare(self) -> None:
        """Make the board."""
        self.size = int(self.settings["size"])
        self.board = Square(self.size)
        self.move_space = len(self.board)
        self.grid = Grid(self.board, {"[bw]": "a stone (b or w)"}, empty=".")
        self._stones = [Piece(player, self.letters[player], "stone") for player in (0, 1)]

    def initial(self) -> Hex:
        """The empty board."""
        return place(self.size, [EMPTY] * len(self.board), BLACK)

    def parse_position(self, text: str) -> Hex:
        """The position that `.w./.bw/b.. b` describes on size 3."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        cells = [EMPTY] * len(self.board)
        for cell, letter in self.grid.read(rows).items():
            cells[cell] = self.letters.index(letter)
        position = place(self.size, cells, read_player(to_act, self.letters))
        if position.winner == position.player:
            raise PositionError(f"player to act: {self.colours[position.player]} has already won")
        return position

    def format_position(self, position: Hex) -> str:
        """The rows from the top, then the player to act."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[position.player]}"

    def read_move(self, text: str) -> int:
        """The cell of that name."""
        if text not in self.board.names:
            raise no_move(text, f"name a cell, as in {self.board.names[0]}")
        return self.board.cell(text)

    def format_move(self, move: int, position: Hex) -> str:
        """The name of the cell."""
        return self.board.names[move]

    def move_cells(self, move: int, position: Hex) -> tuple[int, ...]:
        """The cell that gets the stone."""
        return (move,)

    def describe(self, move: int, position: Hex) -> str:
        """Where the stone goes."""
        return f"puts a stone on {self.board.names[move]}"

    def refusal(self, move: int, position: Hex) -> Refusal:
        """The cell is taken: nothing else forbids a move."""
        return Refusal("occupied", f"there is a stone on {self.board.names[move]}", [move])

    def pieces(self, position: Hex) -> Mapping[int, tuple[Piece, ...]]:
        """A stone on each cell that is not empty."""
        cells = enumerate(position.cells())
        return {cell: (self._stones[holds],) for cell, holds in cells if holds != EMPTY}

    def prompt(self, position: Hex) -> str:
        """The prompt for the player to act."""
        return "put a stone on an empty cell"

    def ending(self, position: Hex) -> str:
        """The sides that the winner has joined."""
        what = "rows" if position.winner == BLACK else "columns"
        return f"{self.colours[position.winner]} has joined the first and the last of the {what}"
