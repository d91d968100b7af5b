"""Silo for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.boards import Row
from stackyard.descriptions import Start
from stackyard.errors import OptionError, PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import (
    Grid,
    cell_names,
    listed,
    no_move,
    plural,
    read_fields,
    read_player,
    span,
)
from stackyard.options import Option, Settings
from stackyard.position import ONGOING
from stackyard.scenes import Piece
from stackyard_silo.plugin import ABOUT
from stackyard_silo.refusals import refused
from stackyard_silo.rules import BLUE, RED, Silo, place

MOST_CHECKERS = 62  # one column may hold all of them, packed in one word
GOALS = ("any", "end", "home")  # in the order of the rules module's numbers


def _half_the_size(settings: Settings) -> int:
    return int(settings["size"]) // 2


class SiloGame(Game[Silo]):
    """Silo with its options chosen."""

    about = ABOUT
    colours = ("red", "blue")
    agreement = False  # one side always wins
    notation = (
        "A move is the column to move from, such as e. A position is the columns from Red's left, "
        "each bottom first (r, b, or - for an empty one), with / between, then a blank and the "
        "colour to act (r or b)."
    )
    starts = (
        Start(
            "An enclosed run",
            "bbb/bb/rb/bbrrrrrrrr/-/b r",
            "Red wins with one move; its run may have blue checkers below and above.",
        ),
        Start(
            "A middle game",
            "r/rbb/brbb/rbr/brr/brbr r",
            "Nine checkers of each colour are mixed, and Red is to move.",
        ),
    )
    options = (
        Option("size", 6, range(4, 27, 2), "How many columns the row has."),
        Option(
            "height",
            _half_the_size,
            range(1, MOST_CHECKERS // 4 + 1),
            "How many checkers each column starts with; size × height is at most 62.",
            default_text="half the size",
        ),
        Option(
            "goal",
            "any",
            GOALS,
            "Where the run must stand: in any column, or in the far-right one (end); home: all "
            "checkers there, in any order. End and home are our guesses at the old goal.",
        ),
    )

    # The board and the start

    def prepare(self) -> None:
        """Set the board, and refuse more checkers than a column can hold."""
        size, height = int(self.settings["size"]), int(self.settings["height"])
        most = MOST_CHECKERS // size
        if height > most:
            allowed = f"1 to {most}" if most > 1 else "1"
            raise OptionError(
                "height",
                height,
                allowed,
                f"silo, option height: {size} columns of {height} make {size * height} checkers, "
                f"at most {MOST_CHECKERS} are allowed; choose {allowed} for size {size}",
            )
        self.size, self.height = size, height
        self.goal = GOALS.index(str(self.settings["goal"]))
        self.board = Row(size)
        self.move_space = size
        stacks = {f"[{self.letters}]+": f"a stack of {listed(self.letters)}"}
        self.grid = Grid(self.board, stacks, between="/", empty="-", noun="column")
        self._letters = str.maketrans("01", self.letters)
        self._pieces = [Piece(colour, letter) for colour, letter in enumerate(self.letters)]

    def initial(self) -> Silo:
        """Red's columns a, c, e, … and Blue's b, d, f, … at their full height."""
        full, columns = 2**self.height - 1, range(self.size)
        words = [full * (column % 2 == colour) for colour in (RED, BLUE) for column in columns]
        return place(words, RED, self.goal)

    # Positions as text

    def parse_position(self, text: str) -> Silo:
        """The position that `rrr/bbb/rrr/bbb/rrr/bbb r` describes."""
        columns, to_act = read_fields(text, self.start_text, "columns", "player to act")
        stacks = self.grid.read(columns)
        player = read_player(to_act, self.letters)
        checkers = [columns.count(letter) for letter in self.letters]
        if sum(checkers) > MOST_CHECKERS:
            raise PositionError(
                f"columns: {sum(checkers)} checkers, at most {MOST_CHECKERS} are allowed"
            )
        for colour, number in zip(self.colours, checkers, strict=True):
            if not number:
                raise PositionError(f"columns: {colour} has no checker")
        words = [0] * (2 * self.size)
        for column, stack in stacks.items():
            for level, letter in enumerate(reversed(stack)):
                words[self.letters.index(letter) * self.size + column] |= 2**level
        position = place(words, player, self.goal)
        if position.winner == ONGOING and not len(position.legal_moves()):
            raise PositionError(
                f"player to act: {self.colours[player]} has no move here and sits out"
            )
        return position

    def format_position(self, position: Silo) -> str:
        """The columns bottom first, then the player to act."""
        words = position.words()
        columns = []
        for red, blue in zip(words[: self.size], words[self.size :], strict=True):
            height = (red | blue).bit_length()
            columns.append(f"{blue:0{height}b}" if height else self.grid.empty)
        return f"{'/'.join(columns).translate(self._letters)} {self.letters[position.player]}"

    def _stacks(self, position: Silo) -> list[list[int]]:
        """The colours in each column, bottom first."""
        words = position.words()
        stacks = []
        for red, blue in zip(words[: self.size], words[self.size :], strict=True):
            height = (red | blue).bit_length()
            stacks.append([blue >> level & 1 for level in range(height - 1, -1, -1)])
        return stacks

    # Moves as text

    def read_move(self, text: str) -> int:
        """The column that a letter names."""
        if text not in self.board.names:
            raise no_move(text, f"name the column to move from, {span(self.board)}")
        return self.board.cell(text)

    def format_move(self, move: int, position: Silo) -> str:
        """The letter of the column moved from."""
        return self.board.names[move]

    def move_cells(self, move: int, position: Silo) -> tuple[int, int]:
        """The column moved from and the next one to the mover's right."""
        return move, move + 1 - 2 * int(position.player)

    def describe(self, move: int, position: Silo) -> str:
        """The number of checkers moved, and the columns moved from and to."""
        stack = self._stacks(position)[move]
        height = stack[::-1].index(position.player) + 1
        source, target = cell_names(self.board, self.move_cells(move, position))
        return f"moves {plural(height, 'checker', one='a')} from {source} to {target}"

    # Refusals

    def refusal(self, move: int, position: Silo) -> Refusal:
        """The first of the three rules of moving that the move breaks."""
        name, stack = self.board.names[move], self._stacks(position)[move]
        if not stack:
            return refused("empty-cell", [move], column=name)
        if position.player not in stack:
            return refused("not-yours", [move], column=name, colour=self.colours[position.player])
        return refused("far-right", [move], column=name)

    # Scenes

    def pieces(self, position: Silo) -> Mapping[int, tuple[Piece, ...]]:
        """The checkers of each column, bottom first."""
        return {
            column: tuple([self._pieces[colour] for colour in stack])
            for column, stack in enumerate(self._stacks(position))
        }

    def prompt(self, position: Silo) -> str:
        """The prompt for the player to act."""
        return "choose a column to move from"

    def decisive(self, position: Silo) -> tuple[int, ...]:
        """The column that holds all checkers of the winner."""
        stacks = self._stacks(position)
        return tuple(c for c, stack in enumerate(stacks) if position.winner in stack)

    def ending(self, position: Silo) -> str:
        """The reason for the win, and its column."""
        winner = self.colours[position.winner]
        (column,) = cell_names(self.board, self.decisive(position))
        if self.settings["goal"] == "home":
            return f"all {winner} checkers are home in column {column}"
        return f"all {winner} checkers form one unbroken run in column {column}"
