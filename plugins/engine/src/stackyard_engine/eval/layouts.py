"""The ways in which positions usually store what lies on the cells of a board.

A way is one look for each cell: at a word of the position, and there at a bit or a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stackyard.boards import Board
from stackyard.cells import pairs, wide
from stackyard_engine.eval.cell_reader import BIT, COUNT, LENGTH, NUMBER

LOW: Final = 4  # bits of a number that are looked at one by one
FIELDS: Final = (2, 3, 4)  # bits for each cell, in a word for many cells
LAYERS: Final = 4  # numbers for each cell, in one vector
SETS: Final = 12  # a vector with no more words may be one of sets
WORD: Final = 63  # bits that are looked at
LARGEST: Final = 63  # number that is told from larger ones


@dataclass(frozen=True)
class Look:
    """A way to read one word: see CellReader."""

    form: int
    word: int
    argument: int

    @property
    def radix(self) -> int:
        """The exclusive upper bound of what is seen."""
        return 2 if self.form == BIT else self.argument + 1

    def at(self, word: int) -> int:
        """The value seen in a word."""
        if self.form == BIT:
            return word >> self.argument & 1
        if word < 0:
            return self.argument
        part = word
        if self.form == LENGTH:
            part = word.bit_length()
        elif self.form == COUNT:
            part = word.bit_count()
        return min(part, self.argument)


Way = tuple[Look, ...]  # the looks at all cells
Vector = tuple[int, int]  # its first word and how many there are


def layouts(board: Board, numbers: Sequence[int], vectors: Sequence[Vector]) -> Iterator[list[Way]]:
    """Lists of ways, the usual ones first; `numbers` are the words outside of vectors."""
    cells = list(range(len(board)))
    words = [*numbers, *[b + n for b, size in vectors if size <= SETS for n in range(size)]]
    yield [*_ways(cells, words, vectors)]
    yield [*_fields(cells, words), *_lines(board, words, vectors)]
    for numbering in _numberings(board):
        yield [*_ways(numbering, words, vectors)]


def _ways(numbers: Sequence[int], words: Sequence[int], vectors: Sequence[Vector]) -> Iterator[Way]:
    """Sets and arrays in which each cell has one of these places."""
    end = max(numbers) + 1
    if end <= WORD:
        for word in words:
            yield tuple([Look(BIT, word, place) for place in numbers])
    elif end <= pairs.CELLS:
        for word in words[:-1]:
            yield tuple([Look(BIT, word + p // pairs.HALF, p % pairs.HALF) for p in numbers])
    for begin, size in vectors:
        for first in range(0, size, -(-end // wide.WORD)):
            if size < end and first + -(-end // wide.WORD) <= size:
                there = [divmod(place, wide.WORD) for place in numbers]
                yield tuple([Look(BIT, begin + first + word, bit) for word, bit in there])
        if size >= end:
            yield from _numbers([begin + place for place in numbers])
        for layer in range(1, min(LAYERS, size // end)):
            yield from _numbers([begin + layer * end + place for place in numbers])
        for layers in range(2, LAYERS + 1):
            for layer in range(layers if size == layers * end else 0):
                yield from _numbers([begin + layers * place + layer for place in numbers])


def _numbers(words: Sequence[int]) -> Iterator[Way]:
    """The number of each cell: its lowest bits, its length, the whole."""
    for bit in range(LOW):
        yield tuple([Look(BIT, word, bit) for word in words])
    yield tuple([Look(LENGTH, word, LARGEST) for word in words])
    yield tuple([Look(NUMBER, word, LARGEST) for word in words])


def _fields(cells: Sequence[int], words: Sequence[int]) -> Iterator[Way]:
    """A few bits for each cell, side by side in one word."""
    for width in FIELDS:
        for bit in range(width if width * len(cells) <= WORD else 0):
            for word in words:
                yield tuple([Look(BIT, word, width * cell + bit) for cell in cells])


def _lines(board: Board, words: Sequence[int], vectors: Sequence[Vector]) -> Iterator[Way]:
    """A word for each row of the board, or for each column."""
    rows, columns, size = _grid(board)
    for begin, length in vectors:
        for lines, others in ((rows, columns), (columns, rows)):
            if length == size[lines is columns]:
                for width in (1, 2):
                    for bit in range(width):
                        yield tuple(
                            [
                                Look(BIT, begin + line, width * other + bit)
                                for line, other in zip(lines, others, strict=True)
                            ]
                        )


def _grid(board: Board) -> tuple[list[int], list[int], tuple[int, int]]:
    """The row and the column of each cell, from 0, and how many there are."""
    rows = [int(row) for row, _ in board.coordinates]
    columns = [int(column) for _, column in board.coordinates]
    rows, columns = [n - min(rows) for n in rows], [n - min(columns) for n in columns]
    return rows, columns, (max(rows) + 1, max(columns) + 1)


def _numberings(board: Board) -> Iterator[list[int]]:
    """Other numberings of the cells: from another corner, by columns, with a margin."""
    cells = range(len(board))
    yield [len(board) - 1 - cell for cell in cells]
    yield [cell + 1 for cell in cells]
    rows, columns, (height, width) = _grid(board)
    for one, other, long in ((rows, columns, width), (columns, rows, height)):
        for turned in range(4):
            outer = [max(one) - n for n in one] if turned & 2 else one
            inner = [max(other) - n for n in other] if turned & 1 else other
            for stride in sorted({long, long + 1, long + 2, 8, 10, 16}):
                if stride < long:
                    continue
                for first in (0, stride + 1, 2 * stride + 1)[: 1 if stride == long else 3]:
                    yield [first + stride * a + b for a, b in zip(outer, inner, strict=True)]
