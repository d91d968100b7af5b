"""What a new stone does to its group, and which cells groups close, by either set of rules."""

from __future__ import annotations

from librt.vecs import extend, vec
from mypy_extensions import i64

from stackyard.bits import count
from stackyard_slicron.rings import (
    ENDS,
    FAR,
    PLACED,
    RINGS,
    Cells,
    Hexagon,
    alone,
    beside,
    cells_of,
    joined,
    next_pair,
)

# The rules of 2024


def without_surplus(on: Hexagon, low: i64, high: i64) -> vec[i64]:
    """The sets (low, high) that a group may come down to."""
    ends = on.look_about_ends(low, high)
    rings, apart = on.rings, on.apart
    rim_low, rim_high = on.rim
    low &= rim_low  # the stones that some pair of ends cannot spare
    high &= rim_high
    several = False
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        there = (pair >> 5) * RINGS + 4
        back = (pair & 31) * RINGS + 4 * apart[pair] - 4
        while back > (pair & 31) * RINGS:
            meet_low = rings[there] & rings[back]
            meet_high = rings[there + 1] & rings[back + 1]
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
            sets = joined(sets, on.chains(pair >> 5, pair & 31, True))
    return sets


def closed_by(on: Hexagon, low: i64, high: i64) -> Cells:
    """The cells that a group closes: beside a shortest chain, which they would not shorten.

    The rings about its ends must be known.
    """
    near, rings, apart = on.near, on.rings, on.apart
    rim_low, rim_high = on.rim
    ends = count(low & rim_low) + count(high & rim_high)
    closed_low: i64 = 0
    closed_high: i64 = 0
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        there = (pair >> 5) * RINGS
        last = there + 4 * apart[pair]
        back = (pair & 31) * RINGS + 4 * apart[pair]
        meet_low: i64 = 0
        meet_high: i64 = 0
        while there <= last:
            meet_low |= rings[there] & rings[back]
            meet_high |= rings[there + 1] & rings[back + 1]
            there += 4
            back -= 4
        beside_low, beside_high = beside(near, meet_low, meet_high)
        # A stone makes it shorter if it stands beside stones that are t steps from one end
        # and at most d - 3 - t from the other.
        there = last - 12
        back += 4
        up_to_low: i64 = 0
        up_to_high: i64 = 0
        while there >= (pair >> 5) * RINGS:
            up_to_low |= rings[back + 2]
            up_to_high |= rings[back + 3]
            beside_low &= ~(rings[there + 2] & up_to_low)
            beside_high &= ~(rings[there + 3] & up_to_high)
            there -= 4
            back += 4
        closed_low |= beside_low
        closed_high |= beside_high
    return closed_low, closed_high


# The revised rules


def _limit(on: Hexagon, x: i64, ends: i64, low: i64, high: i64) -> i64:
    """A new path through x, beside a set, must have fewer stones: 0 if x is closed.

    1 if there is no new path. The rings about the ends of the set must be known; x is its
    last end if it lies on the rim. The rings about x are left behind.
    """
    apart = on.apart
    k: i64 = PLACED * ENDS
    while k < len(apart):
        apart[k] = FAR
        k += 1
    on.look(PLACED, x, low, high)
    limit: i64 = FAR
    shortest: i64 = FAR
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        by_x = apart[PLACED * ENDS + (pair >> 5)] + apart[PLACED * ENDS + (pair & 31)]
        if by_x < FAR:
            limit = min(limit, apart[pair] + 1)
            if by_x <= apart[pair]:
                shortest = min(shortest, by_x + 1)
    if shortest == FAR:
        return 1
    return limit if shortest < limit else 0


def new_paths(on: Hexagon, x: i64, low: i64, high: i64) -> vec[i64]:
    """The paths (low, high) through the stone x, placed beside a set, that it may become."""
    old = _measure(on, low, high)
    ends = on.add_end(x, old)
    limit = _limit(on, x, ends, low, high)
    apart = on.apart
    paths = vec[i64]()
    pair: i64 = 0
    while pair := next_pair(pair, ends):
        a = pair >> 5
        b = pair & 31
        by_x = apart[PLACED * ENDS + a] + apart[PLACED * ENDS + b]
        if by_x + 1 < limit and (ends == old or b == old):  # x is no third edge stone
            one_half = on.chains(PLACED, a, False)
            paths = extend(paths, joined(one_half, on.chains(PLACED, b, False)))
    return paths


def closed_by_paths(on: Hexagon, low: i64, high: i64) -> Cells:
    """The cells that the paths in a set close, each looked at by itself."""
    all_low, all_high = on.all
    ends = _measure(on, low, high)
    closed_low: i64 = 0
    closed_high: i64 = 0
    for x in cells_of(all_low & ~low, all_high & ~high):
        if _limit(on, x, on.add_end(x, ends), low, high) == 0:
            x_low, x_high = alone(x)
            closed_low |= x_low
            closed_high |= x_high
    return closed_low, closed_high


def _measure(on: Hexagon, low: i64, high: i64) -> i64:
    """Write down the rings about every end of a set, and how far they are apart."""
    apart = on.apart
    pair: i64 = 0
    while pair < len(apart):
        apart[pair] = FAR
        pair += 1
    return on.look_about_ends(low, high)
