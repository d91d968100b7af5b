"""Stacks of up to 124 checkers of two colours, each packed in a tuple of two i64.

The bits are those of `stackyard.stacks`, whose stacks hold 62 checkers: a checker is a bit, the top
of the stack comes first, and a set bit, the marker, stands above the bottom checker. The first 62
bits are in the first word, `low`, the others in the second, `high`; the empty stack is (1, 0).
A vec holds several stacks one after the other, two words each, for `at` and `store`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, highest

HALF: Final = 62  # bits of the first word

Stack = tuple[i64, i64]
EMPTY: Final = (1, 0)


def height(stack: Stack) -> i64:
    """The number of checkers, 0 … 124."""
    low, high = stack
    if high:
        return HALF + highest(high)
    return highest(low)


def leave(stack: Stack, checkers: i64) -> Stack:
    """The rest of `stack` after its top `checkers` checkers are lifted."""
    low, high = stack
    none = low * 0
    if checkers < HALF:
        moved = (high & (bit(checkers) - 1)) << (HALF - checkers)
        return low >> checkers | moved, high >> checkers
    rest = high >> (checkers - HALF)
    if rest >> HALF:  # 62 checkers are left, and the marker belongs to the second word
        return rest ^ bit(HALF), none + 1
    return rest, none


def put(stack: Stack, upon: Stack) -> Stack:
    """`upon` set on top of `stack`, order kept; together at most 124 checkers."""
    low, high = stack
    number = height(upon)
    if number < HALF:
        kept = low & (bit(HALF - number) - 1)
        own = upon[0] & (bit(number) - 1)
        return kept << number | own, high << number | low >> (HALF - number)
    number -= HALF
    return upon[0], low << number | (upon[1] & (bit(number) - 1)) | high << HALF


def count_of(stack: Stack, colour: i64) -> i64:
    """The number of checkers of `colour` in the stack."""
    ones = count(stack[0]) + count(stack[1]) - 1
    if colour:
        return ones
    return height(stack) - ones


def pack(colours: Iterable[int]) -> Stack:
    """The stack of these colours, bottom first."""
    stack: int = 1
    for colour in colours:
        stack = stack << 1 | colour
    return stack % 2**HALF, stack // 2**HALF


def unpack(stack: tuple[int, int]) -> tuple[int, ...]:
    """The colours of a stack, bottom first."""
    whole = stack[0] + stack[1] * 2**HALF
    return tuple(whole >> n & 1 for n in range(whole.bit_length() - 2, -1, -1))


def table(stacks: Iterable[tuple[int, int]]) -> vec[i64]:
    """Several stacks one after the other, for `at` and `store`."""
    return vec[i64]([word for stack in stacks for word in stack])


def at(stacks: vec[i64], n: i64) -> Stack:
    """The n-th stack of a table."""
    return stacks[2 * n], stacks[2 * n + 1]


def store(stacks: vec[i64], n: i64, stack: Stack) -> None:
    """Make `stack` the n-th stack of a table."""
    stacks[2 * n] = stack[0]
    stacks[2 * n + 1] = stack[1]
