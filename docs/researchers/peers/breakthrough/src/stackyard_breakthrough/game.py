"""Breakthrough for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.boards import Square
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import Grid, cell_names, no_move, read_fields, read_player, spelled
from stackyard.options import Option
from stackyard.scenes import Piece
from stackyard_breakthrough.plugin import ABOUT
from stackyard_breakthrough.rules import (
    BLACK,
    EMPTY,
    SIZES,
    SPAN,
    WHITE,
    Breakthrough,
    place,
)


class BreakthroughGame(Game[Breakthrough]):
    """Pawns step one square ahead, straight or diagonally, and take by diagonal steps only.

    White begins with pawns on the two rows at the bottom and moves up, Black comes from the top; on
    boards of four or five rows each has one row of them. You win by reaching the far row, or by
    taking all enemy pawns. There is always a move.
    """

    about = ABOUT
    colours = ("white", "black")
    notation = (
        "A move is two squares, such as b2c3. A position is the rows from the top, each from the "
        "left (w, b, or . for an empty square), with / between, then a blank and the colour to "
        "act (w or b)."
    )
    options = (Option("size", 6, SIZES, "How many squares each side of the board has."),)

    def prepare(self) -> None:
        """Make the board."""
        self.size = int(self.settings["size"])
        self.board = Square(self.size)
        self.move_space = SPAN * len(self.board)
        self.grid = Grid(self.board, {"[wb]": "a pawn (w or b)"}, empty=".", noun="square")
        self._pawns = [Piece(player, self.letters[player], "pawn") for player in (0, 1)]

    def initial(self) -> Breakthrough:
        """Two rows of pawns on either side; one on the boards that have no room for more."""
        camp = (2 if self.size >= 6 else 1) * self.size
        empty = [EMPTY] * (len(self.board) - 2 * camp)
        return place(self.size, [WHITE] * camp + empty + [BLACK] * camp, WHITE)

    def parse_position(self, text: str) -> Breakthrough:
        """The position that `bb.b/..b./.w../w.ww w` describes on size 4."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        squares = [EMPTY] * len(self.board)
        for square, letter in self.grid.read(rows).items():
            squares[square] = self.letters.index(letter)
        if WHITE in squares[-self.size :] and BLACK in squares[: self.size]:
            raise PositionError("rows: both players have a pawn on the far row")
        if not {WHITE, BLACK} & {*squares}:
            raise PositionError("rows: there is no pawn")
        position = place(self.size, squares, read_player(to_act, self.letters))
        if position.winner == position.player:
            raise PositionError(f"player to act: {self.colours[position.player]} has already won")
        return position

    def format_position(self, position: Breakthrough) -> str:
        """The rows from the top, then the player to act."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[position.player]}"

    def read_move(self, text: str) -> int:
        """The move that two squares name, possible or not."""
        if text[:2] not in self.board.names or text[2:] not in self.board.names:
            raise no_move(text, "name two squares, as in b2c3")
        return self.board.cell(text[:2]) * SPAN + self.board.cell(text[2:])

    def format_move(self, move: int, position: Breakthrough) -> str:
        """The two squares of a move."""
        return "".join(cell_names(self.board, divmod(move, SPAN)))

    def move_cells(self, move: int, position: Breakthrough) -> tuple[int, ...]:
        """The square that the pawn leaves, and where it arrives."""
        return divmod(move, SPAN)

    def describe(self, move: int, position: Breakthrough) -> str:
        """A move about to be made, in words."""
        source, target = divmod(move, SPAN)
        here, there = cell_names(self.board, (source, target))
        taken = position.squares()[target] == 1 - position.player
        return f"takes a pawn on {there} from {here}" if taken else f"moves from {here} to {there}"

    def refusal(self, move: int, position: Breakthrough) -> Refusal:
        """The rule of moving that stands in the way."""
        source, target = divmod(move, SPAN)
        if target >= len(self.board):
            return Refusal("off-board", "the board ends before that square", [source])
        here, there = cell_names(self.board, (source, target))
        squares = position.squares()
        if squares[source] != position.player:
            return Refusal("not-yours", f"there is no pawn of yours on {here}", [source])
        (row, column), (to_row, to_column) = (self.board.coordinates[n] for n in (source, target))
        if to_row - row != (1 if position.player == WHITE else -1) or abs(to_column - column) > 1:
            return Refusal(
                "not-ahead", f"{there} is not one step ahead of {here}", [source, target]
            )
        if squares[target] == position.player:
            return Refusal("own-pawn", f"there is a pawn of yours on {there}", [target])
        return Refusal("occupied", f"{there} is taken: pawns take diagonally", [target])

    def pieces(self, position: Breakthrough) -> Mapping[int, tuple[Piece, ...]]:
        """A pawn on each square that is not empty."""
        squares = enumerate(position.squares())
        return {square: (self._pawns[holds],) for square, holds in squares if holds != EMPTY}

    def prompt(self, position: Breakthrough) -> str:
        """The prompt for the player to act."""
        return "move a pawn one step ahead"

    def ending(self, position: Breakthrough) -> str:
        """How the winner has won."""
        winner = position.winner
        if 1 - winner not in position.squares():
            return f"{self.colours[winner]} has taken all pawns"
        return f"{self.colours[winner]} has a pawn on the far row"
