"""Stacks of checkers of two colours, each packed in one i64.

A checker is a bit, 0 for player 0 and 1 for player 1. Bit 0 is the top of the stack, the bottom
checker is the highest of them, and one more set bit, the marker, stands above it. So the empty
stack is 1, and a stack holds at most 62 checkers. All functions are pure; none checks its
arguments.

These stacks are for games in which the order within a stack matters: Pit of Pillars plays with
them, F.I.L.O. reads and writes positions with them. If only heights and tops matter, a game's own
numbers are faster, as in Silo, Slicron and Splay. For more than two kinds of pieces, keep a second
number with a bit for each piece, moved by the same shifts (DVONN's red pieces), or use two bits for
each piece (Lasca's officers); both are among the example games in the documentation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from stackyard.cells.bits import bit, count, highest

EMPTY: Final = 1
TALLEST: Final = 62  # checkers that fit


def height(stack: i64) -> i64:
    """The number of checkers, 0 … 62."""
    return highest(stack)


def top(stack: i64) -> i64:
    """The colour of the highest checker of a stack that is not empty."""
    return stack & 1


def lift(stack: i64, checkers: i64) -> i64:
    """Top `checkers` checkers of `stack`, as a stack of their own (order kept).

    `checkers` is 0 … height(stack).
    """
    marker = bit(checkers)
    return marker | (stack & (marker - 1))


def leave(stack: i64, checkers: i64) -> i64:
    """The rest of `stack` after its top `checkers` checkers are lifted."""
    return stack >> checkers


def put(stack: i64, upon: i64) -> i64:
    """`upon` set on top of `stack`, order kept; together at most 62 checkers."""
    marker = bit(highest(upon))
    return stack << highest(upon) | (upon & (marker - 1))


def add(stack: i64, colour: i64) -> i64:
    """One checker of `colour` set on top of `stack`."""
    return stack << 1 | colour


def count_of(stack: i64, colour: i64) -> i64:
    """The number of checkers of `colour` in the stack."""
    marker = bit(highest(stack))
    ones = count(stack & (marker - 1))
    if colour:
        return ones
    return highest(stack) - ones


def is_mixed(stack: i64) -> bool:
    """Tell if the stack holds checkers of both colours."""
    marker = bit(highest(stack))
    ones = stack & (marker - 1)
    return ones != 0 and ones != marker - 1


def pack(colours: Iterable[int]) -> int:
    """The stack of these colours, bottom first."""
    stack: int = EMPTY
    for colour in colours:
        stack = stack << 1 | colour
    return stack


def unpack(stack: int) -> tuple[int, ...]:
    """The colours of a stack, bottom first."""
    return tuple(stack >> n & 1 for n in range(stack.bit_length() - 2, -1, -1))
