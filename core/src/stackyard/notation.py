"""Notation: reading and writing the texts of positions and moves.

A position text consists of fields separated by single blanks: usually the board, which a Grid
reads and writes, then the player to act, then anything else the game needs. Each error is one
sentence with the fault, its place, and the allowed texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from stackyard.arguments import check_kind
from stackyard.boards import Board
from stackyard.errors import NotationError, PositionError
from stackyard.scenes import Piece
from stackyard.text import listed as listed
from stackyard.text import plural as plural
from stackyard.text import quoted

RUN = re.compile("[1-9][0-9]?")  # a number of adjacent empty cells
NUMBER = re.compile("0|[1-9][0-9]{0,8}")
CHARACTERS = re.compile("[0-9]+|(?s:.)")  # numbers, and any other characters one by one


# Words


def cell_names(board: Board, cells: Iterable[int]) -> list[str]:
    """The names of cells."""
    return [board.names[cell] for cell in cells]


def listed_cells(board: Board, cells: Iterable[int], last: str = "and") -> str:
    """The names of at least one cell, listed in a sentence: `a1, b2 and c3`."""
    return listed(cell_names(board, cells), last)


def span(board: Board) -> str:
    """The names of the first cell and of the last: `a to f`."""
    return f"{board.names[0]} to {board.names[-1]}"


def spelled(pieces: Mapping[int, Sequence[Piece]]) -> dict[int, str]:
    """The letters of the pieces on each cell, bottom first, as a Grid writes them."""
    return {cell: "".join([piece.letter for piece in stack]) for cell, stack in pieces.items()}


# Moves


def no_move(text: str, allowed: str) -> NotationError:
    """The error to raise for a text that is no move; `allowed` describes valid moves."""
    return NotationError(f"{quoted(text)} is no move; {allowed}")


# Positions


def read_fields(text: str, example: str, *fields: str, optional: int = 0) -> list[str]:
    """The fields of a position text; the last `optional` fields may be missing.

    The error names the `fields` and shows the `example`, a position text of the game.
    """
    check_kind(text, str, "a position is written as a text")
    parts = text.split(" ")
    least = len(fields) - optional
    if not least <= len(parts) <= len(fields):
        named = [f"the {field}" for field in fields]
        perhaps = f", then perhaps {listed(named[least:])}" if optional else ""
        raise PositionError(
            f"a position is {listed(named[:least])}{perhaps}, with single blanks between, "
            f"as in {example}; this has {plural(len(parts), 'field')}"
        )
    return parts


def read_choice(field: str, text: str, allowed: Sequence[str]) -> int:
    """The index of a text among those that are `allowed` in a field."""
    choices = list(allowed)
    if text not in choices:
        raise PositionError(f"{field}: {quoted(text)} is not {listed(choices, 'or')}")
    return choices.index(text)


def read_player(text: str, letters: str) -> int:
    """The player to act, from the letter in a position text."""
    return read_choice("player to act", text, letters)


def read_numbers(field: str, text: str, colours: tuple[str, str]) -> list[int]:
    """A number for each colour, separated by a comma: `12,0`."""
    numbers = text.split(",")
    if len(numbers) != 2 or not all(NUMBER.fullmatch(number) for number in numbers):
        whose = listed([f"{colour}'s" for colour in colours])
        raise PositionError(f"{field}: {quoted(text)} is not {whose} number, as in 2,0")
    return [int(number) for number in numbers]


class Grid:
    """The notation of a board: row by row from the top, with / between the rows.

    `items` are patterns (regular expressions) of the texts of an occupied cell,
    each with its meaning for error messages, such as `{"[rb]+": "a stack of r and b"}`. `between`
    separates the cells of a row; without it an item is one character. `empty` stands for an
    empty cell; without it adjacent empty cells are written as their number. With `empty` digits may
    be pieces. With `runs`, which need `between`, adjacent empty cells are written as `empty` and
    their number: `x`, `x2`, `x3`.
    `noun` is the word for a cell in error messages.
    """

    def __init__(
        self,
        board: Board,
        items: Mapping[str, str],
        between: str = "",
        empty: str = "",
        noun: str = "cell",
        runs: bool = False,
    ) -> None:
        if runs and not (between and empty):
            raise ValueError("runs of empty cells need `between` and `empty`")
        self.board = board
        self.items = dict(items)
        self.between = between
        self.empty = empty
        self.noun = noun
        self.runs = runs
        self._run = None if empty else RUN  # of empty cells
        if runs:
            self._run = re.compile(f"{re.escape(empty)}([2-9]|[1-9][0-9])?")
        self._item = re.compile("|".join(items))
        self._lines = board.lines[::-1]

    def accepts(self, item: str) -> bool:
        """Tell if `item` is valid for an occupied cell."""
        return self._item.fullmatch(item) is not None

    def read(self, text: str) -> dict[int, str]:
        """The items of the occupied cells; PositionError if the text cannot be read."""
        rows = text.split("/") if len(self._lines) > 1 else [text]
        if len(rows) != len(self._lines):
            raise PositionError(
                f"rows: {len(rows)} written, but there are {len(self._lines)}, with / between"
            )
        found: dict[int, str] = {}
        for line, row in zip(self._lines, rows, strict=True):
            items = list(row) if self.empty else CHARACTERS.findall(row)
            if self.between:
                items = row.split(self.between)
            cells = self._read_row(line, items)
            self._check_number(line, len(cells))
            found |= {cell: item for cell, item in zip(line, cells, strict=True) if item}
        return found

    def _read_row(self, line: Sequence[int], items: Sequence[str]) -> list[str]:
        """The items of a row, possibly too many or too few."""
        if self._run is None:
            self._check_number(line, len(items))
        cells: list[str] = []
        counted = False  # whether the previous item was a number of empty cells
        for item in items:
            at = self._place(line, len(cells))
            if self._run and self._run.fullmatch(item):
                if counted:
                    raise PositionError(
                        f"{at}: a number of empty {self.noun}s follows another; write their sum"
                    )
                cells += [""] * int(item.removeprefix(self.empty) or "1")
                counted = True
                continue
            counted = False
            if item and item == self.empty:
                cells.append("")
            elif self._item.fullmatch(item):
                cells.append(item)
            else:
                raise PositionError(f"{at}: {quoted(item)} is neither {self._allowed()}")
        return cells

    def _allowed(self) -> str:
        """The allowed items of a cell."""
        nothing = f"a number of empty {self.noun}s"
        if self.empty:
            nothing = f"{self.empty} for an empty {self.noun}"
        if self.runs:
            nothing = f"{self.empty}, {self.empty}2 … for empty {self.noun}s"
        return " nor ".join([*self.items.values(), nothing])

    def _place(self, line: Sequence[int], number: int) -> str:
        """A cell of a row in words, by its number, or the whole row if there is no such cell."""
        names = cell_names(self.board, line)
        if number < len(line):
            return f"{self.noun} {names[number]}"
        return f"{self.noun}s {names[0]} to {names[-1]}"

    def _check_number(self, line: Sequence[int], number: int) -> None:
        """Refuse more or fewer cells than a row has."""
        if number != len(line):
            between = ", with / between" if self.between == "/" else ""
            raise PositionError(
                f"{self._place(line, len(line))}: {number} written, "
                f"but there are {len(line)}{between}"
            )

    def write(self, items: Mapping[int, str]) -> str:
        """The text of the board with these items on its occupied cells."""
        return "/".join([self.between.join(self._write_row(line, items)) for line in self._lines])

    def _write_row(self, line: Sequence[int], items: Mapping[int, str]) -> list[str]:
        """The text of a row."""
        if self._run is None:
            return [items.get(cell) or self.empty for cell in line]
        written: list[str] = []
        run = 0  # empty cells since the last occupied one
        for cell in line:
            item = items.get(cell)
            if not item:
                run += 1
                continue
            if run:
                written.append(self._write_run(run))
                run = 0
            written.append(item)
        if run:
            written.append(self._write_run(run))
        return written

    def _write_run(self, run: int) -> str:
        """The text of adjacent empty cells."""
        return self.empty if self.runs and run == 1 else f"{self.empty}{run}"
