"""Groups of stones as a union-find, a word for each stone of either player.

A word holds the next stone towards the root of the group; a root names itself, and its word holds
from bit ENDS on the number of the group's stones on the edge, its ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.pairs import Cells, count, has, lowest, rest
from stackyard_slicron.rings import Hexagon

ENDS: Final = 8
STONE: Final = 0xFF  # the bits of the next stone


def root_of(groups: vec[i64], stone: i64) -> i64:
    """The root of a stone's group; unrolled, as most roots are at most two steps away."""
    root = groups[groups[stone] & STONE] & STONE
    while groups[root] & STONE != root:
        root = groups[root] & STONE
    return root


def kind_of(groups: vec[i64], stone: i64) -> i64:
    """The kind of a stone's group: the number of its ends, but at most two."""
    return min(groups[root_of(groups, stone)] >> ENDS, 2)


def join(groups: vec[i64], board: Hexagon, stones: Cells, cell: i64) -> i64:
    """Join a new stone and all groups of `stones` it touches; return their number of ends.

    One of the old roots stays the root: with each new stone as root, paths to it would be long.
    """
    near = board.near
    ends = has(board.rim, cell)
    root = cell
    low = near[2 * cell] & stones[0]
    high = near[2 * cell + 1] & stones[1]
    while low | high:
        stone = lowest((low, high))
        low, high = rest((low, high))
        low &= ~near[2 * stone]  # they belong to its group
        high &= ~near[2 * stone + 1]
        stone = root_of(groups, stone)
        if stone != root:
            ends += groups[stone] >> ENDS
            if root == cell:
                root = stone
            else:
                groups[stone] = root
    groups[cell] = root
    groups[root] = root + (ends << ENDS)
    return ends


def form(groups: vec[i64], board: Hexagon, stones: Cells) -> None:
    """Make stones a group, the first of them its root."""
    low, high = stones
    rim_low, rim_high = board.rim
    root = lowest(stones)
    groups[root] = root + (count((low & rim_low, high & rim_high)) << ENDS)
    left = rest(stones)
    while left[0] | left[1]:
        groups[lowest(left)] = root
        left = rest(left)


def regrouped(
    groups: tuple[vec[i64], vec[i64]], near: vec[i64], stones: Cells, earlier: Cells
) -> Cells:
    """The cells of a player's stones, now or earlier, whose kind may have changed.

    `groups` are those of now and of earlier. Where stones were only placed, and none changed the
    kind of a group that it touches, it is these stones alone.
    """
    low, high = stones
    old_low, old_high = earlier
    if (old_low & ~low) | (old_high & ~high):
        return low | old_low, high | old_high
    placed = low & ~old_low, high & ~old_high
    left = placed
    while left[0] | left[1]:
        cell = lowest(left)
        left = rest(left)
        kind = kind_of(groups[0], cell)
        touched = near[2 * cell] & old_low, near[2 * cell + 1] & old_high
        while touched[0] | touched[1]:
            if kind_of(groups[1], lowest(touched)) != kind:
                return stones
            touched = rest(touched)
    return placed
