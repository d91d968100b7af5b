"""The squares of a board as bits, and every possible step as a number.

Bits lie in rows of eight: b1 is 0, c1 is 1, a2 is 7, g8 is 61. The bits of corners, and of squares
that a smaller board lacks, are never set. Shifting a set by 8 moves it one square up.

A step is first a code: 64 for squares to enter, then 64 for the origins of each distance and
direction of a stack, then 8 for each direction and target of a pillar, and the last one declines.
The codes possible on a board are numbered in order: these numbers are the moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

SQUARES: Final = 62  # bits of a set
FARTHEST: Final = 7  # the longest move in squares, also of taller stacks

STACKS: Final = 64
PILLARS: Final = STACKS + 64 * 4 * FARTHEST
DECLINE: Final = PILLARS + 8 * 64 * 8

# Up, right, down and left, then the diagonals from up-right on, clockwise, as Square has them.
STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
SHIFTS: Final = tuple(8 * up + right for up, right in STEPS)


class Tables(NamedTuple):
    """The tables of a board that the rules use."""

    squares: int  # as a set
    neighbours: list[int]  # the set of neighbours of each square
    codes: list[int]  # of each number
    numbers: list[int]  # of each code
    turns: list[int]  # for each symmetry of the board, the square that replaces each square


class Step(NamedTuple):
    """The step of a move number; the cells of a decline are -1, those of an entry are the same."""

    kind: str  # enter, stack, pillar or decline
    origin: int
    target: int
    direction: int = 0
    distance: int = 0


def step_of(code: int, cells: Mapping[int, int]) -> Step:
    """The step of a code, on a board that has `cells` by bit."""
    if code == DECLINE:
        return Step("decline", -1, -1)
    if code < STACKS:
        return Step("enter", cells[code], cells[code])
    if code < PILLARS:
        kind, origin = "stack", (code - STACKS) % 64
        distance, direction = divmod((code - STACKS) // 64, 4)
        distance += 1
        target = origin + distance * SHIFTS[direction]
    else:
        kind, distance = "pillar", (code - PILLARS) % 8
        direction, target = divmod((code - PILLARS) // 8, 64)
        origin = target - distance * SHIFTS[direction]
    return Step(kind, cells[origin], cells[target], direction, distance)


def steps_of_board(size: int) -> Tables:
    """The tables of a board with `size` squares along each side and no corners."""
    ends = (0, size - 1)
    inside = {
        8 * y + x - 1: (x, y)
        for y in range(size)
        for x in range(size)
        if not (x in ends and y in ends)
    }
    there = {place: square for square, place in inside.items()}
    neighbours = [0] * SQUARES
    codes = [*inside, DECLINE]
    for square, (x, y) in inside.items():
        for direction, (up, right) in enumerate(STEPS):
            for distance in range(1, size):
                target = there.get((x + distance * right, y + distance * up))
                if target is None:
                    break
                if direction < 4:
                    codes.append(STACKS + ((distance - 1) * 4 + direction) * 64 + square)
                    if distance == 1:
                        neighbours[square] |= 2**target
                codes.append(PILLARS + (direction * 64 + target) * 8 + distance)
    codes.sort()
    numbers = [0] * (DECLINE + 1)
    for number, code in enumerate(codes):
        numbers[code] = number
    turns = [
        there[y if swap else x, x if swap else y]
        for swap in (False, True)
        for flip_x in (False, True)
        for flip_y in (False, True)
        for x, y in [
            (size - 1 - x if flip_x else x, size - 1 - y if flip_y else y)
            for x, y in inside.values()
        ]
    ]
    return Tables(sum([2**square for square in inside]), neighbours, codes, numbers, turns)
