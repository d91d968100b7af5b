"""Silo for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase

from stackyard.boards import Row
from stackyard.errors import NotationError, OptionError, PositionError, Refusal
from stackyard.game import Game
from stackyard.options import Option, Settings
from stackyard.position import ONGOING, Position
from stackyard.scenes import Piece
from stackyard_silo.plugin import ABOUT
from stackyard_silo.rules import BLUE, RED, Silo, place

MOST_CHECKERS = 62  # a column may come to hold all of them, and is packed in one word

LETTERS = "rb"
PIECES = (Piece(RED, "r"), Piece(BLUE, "b"))
GOALS = ("any", "end", "home")  # in the order of the rules module's numbers


def _half_the_size(settings: Settings) -> int:
    return int(settings["size"]) // 2


class SiloGame(Game):
    """Silo with its options chosen."""

    about = ABOUT
    colours = ("red", "blue")
    notation = (
        "A move is the column to move from, such as e. A position is the columns from Red's left, "
        "each bottom first (r, b, or - for an empty one), with / between, then a blank and the "
        "colour to act (r or b)."
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
            "Where the run must stand: in any column, or in the far-right one (end); "
            "home asks for the far-right column in any order. End and home are reconstructions.",
        ),
    )

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

    def initial(self) -> Silo:
        """Red's columns a, c, e, … and Blue's b, d, f, … at their full height."""
        full = 2**self.height - 1
        columns = range(self.size)
        red = [full if column % 2 == RED else 0 for column in columns]
        blue = [full if column % 2 == BLUE else 0 for column in columns]
        return place(red + blue, RED, self.goal)

    def parse_position(self, text: str) -> Silo:
        """The position that `rrr/bbb/rrr/bbb/rrr/bbb r` describes."""
        fields = text.split(" ")
        if len(fields) != 2:
            raise PositionError(
                "a Silo position is the columns, one blank and the player to act, as in "
                f"{self.format_position(self.initial())}; this has {len(fields)} "
                f"field{'s' if len(fields) != 1 else ''}"
            )
        columns, player = fields[0].split("/"), fields[1]
        if len(columns) != self.size:
            raise PositionError(
                f"columns: {len(columns)} of them, but the board has {self.size} "
                f"({self.board.names[0]} to {self.board.names[-1]}), with / between"
            )
        if player not in ("r", "b"):
            raise PositionError(f"player to act: {player!r:.20} is not r or b")
        words = [0] * (2 * self.size)
        for column, stack in enumerate(columns):
            for colour in (RED, BLUE):
                words[colour * self.size + column] = self._read_column(column, stack, colour)
        return self._checked(words, LETTERS.index(player))

    def _read_column(self, column: int, stack: str, colour: int) -> int:
        """The word of one colour in a column written bottom first."""
        name = self.board.names[column]
        if not stack:
            raise PositionError(f"column {name}: nothing is written; an empty column is -")
        if stack == "-":
            return 0
        word = 0
        for letter in stack:
            if letter not in LETTERS:
                raise PositionError(
                    f"column {name}: {letter!r} is no checker; write r and b, or - alone"
                )
            word = word << 1 | (LETTERS.index(letter) == colour)
        return word

    def _checked(self, words: list[int], player: int) -> Silo:
        """The position of these words if it keeps the invariants."""
        checkers = [
            sum([word.bit_count() for word in words[colour * self.size :][: self.size]])
            for colour in (RED, BLUE)
        ]
        if sum(checkers) > MOST_CHECKERS:
            raise PositionError(
                f"columns: {sum(checkers)} checkers, at most {MOST_CHECKERS} are allowed"
            )
        for colour in (RED, BLUE):
            if not checkers[colour]:
                raise PositionError(f"columns: {self.colours[colour]} has no checker")
        position = place(words, player, self.goal)
        if position.winner == ONGOING and not position.movable(player):
            raise PositionError(
                f"player to act: {self.colours[player]} has no move here and sits out"
            )
        return position

    def format_position(self, position: Position) -> str:
        """The columns bottom first, then the player to act."""
        columns = [
            "".join([LETTERS[colour] for colour in stack]) for stack in self._stacks(position)
        ]
        return f"{'/'.join([column or '-' for column in columns])} {LETTERS[position.player]}"

    def _stacks(self, position: Position) -> list[list[int]]:
        """The colours in each column, bottom first."""
        assert isinstance(position, Silo)
        words = position.words()
        stacks = []
        for red, blue in zip(words[: self.size], words[self.size :], strict=True):
            height = (red | blue).bit_length()
            stacks.append([blue >> level & 1 for level in range(height - 1, -1, -1)])
        return stacks

    def read_move(self, text: str) -> int:
        """The column that a letter names."""
        if text not in self.board.names:
            first, last = self.board.names[0], self.board.names[-1]
            raise NotationError(
                f"{text!r:.40} is no move; name the column to move from, {first} to {last}"
            )
        return ascii_lowercase.index(text)

    def format_move(self, move: int, position: Position) -> str:
        """The letter of the column moved from."""
        return self.board.names[move]

    def refusal(self, move: int, position: Position) -> Refusal:
        """Which of the three rules of moving stands in the way."""
        name, player = self.board.names[move], int(position.player)
        stack = self._stacks(position)[move]
        if not stack:
            return Refusal(
                "empty-column", f"column {name} is empty: there is nothing to move", [move]
            )
        if player not in stack:
            return Refusal(
                "no-own-checker",
                f"column {name} holds no checker of yours ({self.colours[player]}): "
                "you move your own highest checker and what lies on it",
                [move],
            )
        return Refusal(
            "far-right",
            f"column {name} is your far-right one: there is no column further to your right",
            [move],
        )

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        """The checkers of each column, bottom first."""
        return {
            column: tuple([PIECES[colour] for colour in stack])
            for column, stack in enumerate(self._stacks(position))
        }

    def asked(self, position: Position) -> str:
        """What the player to act is asked for."""
        return "choose a column to move from"

    def move_cells(self, move: int, position: Position) -> tuple[int, int]:
        """The column moved from and the next one to the mover's right."""
        return move, move + 1 - 2 * int(position.player)

    def describe(self, move: int, position: Position) -> str:
        """How many checkers go where."""
        stack = self._stacks(position)[move]
        player = int(position.player)
        height = stack[::-1].index(player) + 1
        target = self.board.names[self.move_cells(move, position)[1]]
        what = "a checker" if height == 1 else f"{height} checkers"
        return f"moves {what} from {self.board.names[move]} to {target}"

    def decisive(self, position: Position) -> tuple[int, ...]:
        """The column that holds all checkers of the winner."""
        winner = int(position.winner)
        return tuple(c for c, stack in enumerate(self._stacks(position)) if winner in stack)

    def ending(self, position: Position) -> str:
        """What the winner has achieved, and where."""
        winner = self.colours[int(position.winner)]
        column = self.board.names[self.decisive(position)[0]]
        if self.settings["goal"] == "home":
            return f"all {winner} checkers are home in column {column}"
        return f"all {winner} checkers form one unbroken run in column {column}"
