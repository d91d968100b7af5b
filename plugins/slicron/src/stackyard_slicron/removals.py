"""The effect of a new stone on its group, and the cells closed by groups, in both rule sets."""

from __future__ import annotations

from librt.vecs import extend, vec
from mypy_extensions import i64

from stackyard.cells.pairs import Cells, adjacent
from stackyard.cells.pairs import bit as alone
from stackyard.cells.pairs import members as cells_of
from stackyard_slicron.rings import FAR, Rings, joined, next_pair

# The rules of 2024


def without_surplus(group: Rings, low: i64, high: i64) -> vec[i64]:
    """Measure a group; return the sets (low, high) that may remain of it."""
    ends = group.measure(low, high)
    words, width = group.words, group.width
    rim_low, rim_high = group.board.rim
    low &= rim_low  # the stones that some pair of ends requires
    high &= rim_high
    several = False
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        there = (pair >> 5) * width + group.start + 4
        end = (pair & 31) * width + group.start
        back = end + 4 * group.apart(pair >> 5, pair & 31) - 4
        while back > end:
            meet_low = words[there] & words[back]
            meet_high = words[there + 1] & words[back + 1]
            if meet_low & (meet_low - 1) | meet_high & (meet_high - 1) or (meet_low and meet_high):
                several = True
            else:
                low |= meet_low
                high |= meet_high
            there += 4
            back -= 4
    sets = vec[i64]([low, high])
    if several:
        while pair := next_pair(pair, ends):
            sets = joined(sets, group.chains(pair >> 5, pair & 31, True))
    return sets


def closed_by(group: Rings) -> Cells:
    """The cells closed by a measured group: beside a shortest chain without shortening it."""
    words, width = group.words, group.width
    closed_low: i64 = 0
    closed_high: i64 = 0
    pair: i64 = 0
    while pair := next_pair(pair, group.ends):
        start = (pair >> 5) * width + group.start
        steps = group.apart(pair >> 5, pair & 31)
        there = start
        last = there + 4 * steps
        back = (pair & 31) * width + group.start + 4 * steps
        meet_low: i64 = 0
        meet_high: i64 = 0
        while there <= last:
            meet_low |= words[there] & words[back]
            meet_high |= words[there + 1] & words[back + 1]
            there += 4
            back -= 4
        beside_low, beside_high = adjacent(group.board.near, (meet_low, meet_high))
        # A stone makes it shorter if it stands beside stones that are t steps from one end
        # and at most d - 3 - t from the other.
        there = last - 12
        back += 4
        up_to_low: i64 = 0
        up_to_high: i64 = 0
        while there >= start:
            up_to_low |= words[back + 2]
            up_to_high |= words[back + 3]
            beside_low &= ~(words[there + 2] & up_to_low)
            beside_high &= ~(words[there + 3] & up_to_high)
            there -= 4
            back += 4
        closed_low |= beside_low
        closed_high |= beside_high
    return closed_low, closed_high


# The revised rules


def _limit(stones: Rings, ends: i64) -> i64:
    """Exclusive bound on the length of a new path through x; 0: x is closed; 1: no new path.

    The set and x, outside it, are measured; `ends` counts x if it lies on the rim.
    """
    words, width = stones.words, stones.width
    row = stones.ends * width
    limit: i64 = FAR
    shortest: i64 = FAR
    i: i64 = 0
    while i < ends:
        half = words[row + i]
        j = i + 1
        while j < ends and half < FAR:
            by_x = half + words[row + j]
            if by_x < FAR:
                apart = words[i * width + j]
                limit = min(limit, apart + 1)
                if by_x <= apart:
                    shortest = min(shortest, by_x + 1)
            j += 1
        i += 1
    if shortest == FAR:
        return 1
    return limit if shortest < limit else 0


def new_paths(stones: Rings, x: i64, low: i64, high: i64) -> vec[i64]:
    """The paths (low, high) to choose from when the stone x joins a set; empty without any."""
    old = stones.measure(low, high)
    ends = stones.measure_beside(x)
    limit = _limit(stones, ends)
    paths = vec[i64]()
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        a = pair >> 5
        b = pair & 31
        by_x = stones.apart(old, a) + stones.apart(old, b)
        if by_x + 1 < limit and (ends == old or b == old):  # x is not a third edge stone
            one_half = stones.chains(old, a, False)
            paths = extend(paths, joined(one_half, stones.chains(old, b, False)))
    return paths


def closed_by_paths(stones: Rings, low: i64, high: i64) -> Cells:
    """The cells that the paths in a set close; only cells beside it can be among them."""
    near_low, near_high = adjacent(stones.board.near, (low, high))
    closed_low: i64 = 0
    closed_high: i64 = 0
    stones.measure(low, high)
    for x in cells_of((near_low & ~low, near_high & ~high)):
        if _limit(stones, stones.measure_beside(x)) == 0:
            x_low, x_high = alone(x)
            closed_low |= x_low
            closed_high |= x_high
    return closed_low, closed_high
