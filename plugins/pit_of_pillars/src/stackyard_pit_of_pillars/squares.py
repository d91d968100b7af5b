"""The board of Pit of Pillars for the rules: its tables, and steps of whole sets of squares."""

from __future__ import annotations

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import count
from stackyard_pit_of_pillars.codes import steps_of_board

NOT_A: Final = 0x3F7F7F7F7F7F7F7F  # where a step to the right cannot end
NOT_H: Final = 0x3FBFBFBFBFBFBFBF  # where a step to the left cannot


@final
class BoardTables:
    """The tables of one size of board, shared by all its positions; see `codes`."""

    def __init__(self, size: int) -> None:
        tables = steps_of_board(size)
        self.size = size
        self.squares: i64 = tables.squares
        self.number: i64 = count(tables.squares)
        self.neighbours = vec[i64](tables.neighbours)
        self.codes = vec[i64](tables.codes)
        self.numbers = vec[i64](tables.numbers)
        self.turns = vec[i64](tables.turns)


@cache
def board_tables(size: int) -> BoardTables:
    """The tables of a board with `size` squares along each side and no corners."""
    return BoardTables(size)


def adjacent(squares: i64) -> i64:
    """The squares next to any of a set, and some bits off the board."""
    return (squares & NOT_H) << 1 | (squares & NOT_A) >> 1 | squares << 8 | squares >> 8


def around(squares: i64) -> i64:
    """The squares a king's step away from any of a set, and some bits off the board.

    Each diagonal is a separate shift: going from b1 to a2 through a1 would lose the corner's bit.
    """
    to_right = squares & NOT_H
    to_left = squares & NOT_A
    return adjacent(squares) | to_right << 9 | to_right >> 7 | to_left << 7 | to_left >> 9


def slide_up(pillars: i64, vacant: i64, shift: i64) -> i64:
    """The targets of pillars in a direction of rising squares, by doubling: 1, 2, 4 squares."""
    found = pillars | vacant & pillars << shift
    vacant &= vacant << shift
    found |= vacant & found << shift * 2
    vacant &= vacant << shift * 2
    found |= vacant & found << shift * 4
    return found & ~pillars


def slide_down(pillars: i64, vacant: i64, shift: i64) -> i64:
    """The same in a direction of falling squares."""
    found = pillars | vacant & pillars >> shift
    vacant &= vacant >> shift
    found |= vacant & found >> shift * 2
    vacant &= vacant >> shift * 2
    found |= vacant & found >> shift * 4
    return found & ~pillars


def write_pillar_steps(sets: vec[i64], pillars: i64, vacant: i64) -> None:
    """Write the targets of pillars, sets by direction, and a ninth: to decline."""
    to_right = vacant & NOT_A
    to_left = vacant & NOT_H
    sets[0] = slide_up(pillars, vacant, 8)
    sets[1] = slide_up(pillars, to_right, 1)
    sets[2] = slide_down(pillars, vacant, 8)
    sets[3] = slide_down(pillars, to_left, 1)
    sets[4] = slide_up(pillars, to_right, 9)
    sets[5] = slide_down(pillars, to_right, 7)
    sets[6] = slide_down(pillars, to_left, 9)
    sets[7] = slide_up(pillars, to_left, 7)
    sets[8] = 1
