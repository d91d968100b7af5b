"""Domineering, a game by Göran Andersson, for Stackyard: a whole plugin in one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import ONGOING, Game, GameInfo, Option, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Square
from stackyard.cells.bits import bit, count, members, pick
from stackyard.notation import Grid, cell_names, listed, no_move, read_fields, read_player, span
from stackyard.plugins.hookspecs import RegisterGame

BLUE: Final = 0  # puts dominoes upright
RED: Final = 1  # puts them flat


@final
class DomineeringPosition:
    """Dominoes on a board; a move is the lower or left cell of the next one.

    Sets of cells are numbers: cell n is bit n.
    """

    def __init__(self, width: i64, left: i64, free: i64, blue: i64, player: i64) -> None:
        self.player = player
        self.winner: i64 = ONGOING
        self.mid_turn = False  # a turn is one move here
        self.width = width
        self.left = left  # the cells that have another one to their right
        self.free = free
        self.blue = blue  # the cells under Blue's dominoes
        self.room: i64 = 0  # the cells that the player to act may choose
        self.settle()

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int, int]]:
        return DomineeringPosition, (self.width, self.left, self.free, self.blue, self.player)

    def copy(self) -> DomineeringPosition:
        """An independent position, equal to this one."""
        return DomineeringPosition(self.width, self.left, self.free, self.blue, self.player)

    def key(self) -> tuple[int, int, int]:
        """The identity of the position."""
        return self.player, self.free, self.blue

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        return members(self.room)

    def random_move(self, bits: i64) -> i64:
        """A legal move chosen by 32 random bits; -1 when the game is over."""
        if self.room == 0:
            return -1
        return pick(self.room, bits * count(self.room) >> 32)

    def play(self, move: i64) -> None:
        """Put down a domino."""
        domino = bit(move)
        if self.player == BLUE:
            domino |= bit(move + self.width)
            self.blue |= domino
        else:
            domino |= bit(move + 1)
        self.free &= ~domino
        self.player = 1 - self.player
        self.settle()

    def settle(self) -> None:
        """Find out where the player to act has room; without any he has lost."""
        if self.player == BLUE:
            self.room = self.free & (self.free >> self.width)
        else:
            self.room = self.free & (self.free >> 1) & self.left
        if self.room == 0:
            self.winner = 1 - self.player


class DomineeringGame(Game[DomineeringPosition]):
    """Two players put dominoes on a board of squares, in turn, each on two free squares.

    Blue, who begins, puts dominoes upright, Red puts them flat. If there is no room for your domino
    when it is your turn, you have lost.
    """

    about = GameInfo(
        name="domineering",
        title="Domineering",
        designer="Göran Andersson",
        year=1973,
        summary="Put down dominoes until your opponent has no room for one.",
    )
    colours = ("blue", "red")
    notation = (
        "A move is the lower (Blue) or the left (Red) cell of the domino, such as c3. A position "
        "is the rows from the top, each from the left (b, r, or . for a free cell), with / "
        "between, then a blank and the colour to act (b or r)."
    )
    options = (
        Option("width", 6, range(2, 8), "How many columns the board has."),
        Option(
            "height",
            lambda settings: settings["width"],
            range(2, 8),
            "How many rows the board has.",
            default_text="the width",
        ),
    )

    def prepare(self) -> None:
        """Make the board."""
        self.width, self.height = int(self.settings["width"]), int(self.settings["height"])
        self.board = Square(self.width, self.height)
        self.move_space = len(self.board)
        self.grid = Grid(self.board, {"[br]": "half a domino (b or r)"}, empty=".")

    def initial(self) -> DomineeringPosition:
        """The empty board."""
        return self.place({}, BLUE)

    def place(self, halves: Mapping[int, str], player: int) -> DomineeringPosition:
        """The position with these letters on the cells that are not free."""
        cells = range(len(self.board))
        left = sum([2**cell for cell in cells if (cell + 1) % self.width])
        free = sum([2**cell for cell in cells if cell not in halves])
        blue = sum([2**cell for cell, letter in halves.items() if letter == "b"])
        return DomineeringPosition(self.width, left, free, blue, player)

    def halves(self, position: DomineeringPosition) -> dict[int, str]:
        """The letter of the domino on each cell that is not free."""
        free, blue = int(position.free), int(position.blue)
        cells = [cell for cell in range(len(self.board)) if not free >> cell & 1]
        return {cell: "b" if blue >> cell & 1 else "r" for cell in cells}

    def parse_position(self, text: str) -> DomineeringPosition:
        """The position that `.../b../brr r` describes on size 3."""
        squares, to_act = read_fields(text, self.start_text, "rows", "player to act")
        halves = self.grid.read(squares)
        rows = squares.split("/")[::-1]
        for number, row in enumerate(rows, 1):
            if "r" in row.replace("rr", ".."):
                raise PositionError(f"row {number}: a flat domino is two r side by side")
        for number, column in enumerate(zip(*rows, strict=True)):
            if "b" in "".join(column).replace("bb", ".."):
                name = self.board.names[number][0]
                raise PositionError(f"column {name}: an upright domino is two b, one on the other")
        return self.place(halves, read_player(to_act, self.letters))

    def format_position(self, position: DomineeringPosition) -> str:
        """The rows from the top, then the player to act."""
        return f"{self.grid.write(self.halves(position))} {self.letters[position.player]}"

    def read_move(self, text: str) -> int:
        """The cell of that name."""
        if text not in self.board.names:
            raise no_move(text, f"name a cell, {span(self.board)}")
        return self.board.cell(text)

    def format_move(self, move: int, position: DomineeringPosition) -> str:
        """The name of the cell."""
        return self.board.names[move]

    def other_half(self, move: int, position: DomineeringPosition) -> int | None:
        """The other cell that a domino of the player to act would cover; None beyond the edge."""
        row, column = self.board.coordinates[move]
        if position.player == BLUE:
            return self.board.at(row + 1, column)
        return self.board.at(row, column + 1)

    def move_cells(self, move: int, position: DomineeringPosition) -> tuple[int, ...]:
        """Both cells of the domino."""
        other = self.other_half(move, position)
        return (move,) if other is None else (move, other)

    def describe(self, move: int, position: DomineeringPosition) -> str:
        """Where the domino goes."""
        return f"puts a domino on {listed(cell_names(self.board, self.move_cells(move, position)))}"

    def refusal(self, move: int, position: DomineeringPosition) -> Refusal:
        """The half of the domino that has no room."""
        name, other = self.board.names[move], self.other_half(move, position)
        if move in self.halves(position):
            return Refusal("occupied", f"there is a domino on {name}", [move])
        side = "above" if position.player == BLUE else "to the right of"
        if other is None:
            return Refusal("edge", f"there is no cell {side} {name}", [move])
        there = self.board.names[other]
        return Refusal("half", f"there is a domino on {there}, {side} {name}", [move, other])

    def pieces(self, position: DomineeringPosition) -> Mapping[int, tuple[Piece, ...]]:
        """Half a domino on each cell that is not free."""
        return {
            cell: (Piece(self.letters.index(letter), letter, "domino"),)
            for cell, letter in self.halves(position).items()
        }

    def prompt(self, position: DomineeringPosition) -> str:
        """The prompt for the player to act."""
        if position.player == BLUE:
            return "name the lower cell of an upright domino"
        return "name the left cell of a flat domino"

    def ending(self, position: DomineeringPosition) -> str:
        """Who is stuck."""
        return f"{self.colours[position.player]} has no room for a domino"


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Domineering."""
    register(DomineeringGame.about, DomineeringGame)
