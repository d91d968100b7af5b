"""Named start positions of Slicron."""

from __future__ import annotations

from stackyard.info import Start

STARTS = (
    Start(
        "A choice of captures",
        "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -",
        "Black can shorten a path with g4, and then chooses which stones come off.",
        {"side": 4},
    ),
    Start(
        "The last placement",
        "bwwbb/b1b2w/w1bwbbw/bwbbwbbb/wbwbbbwww/bwbb2bb/w1bb1bw/b1wwwb/bwbbw w -",
        "White wins with one stone, after which Black has no placement.",
    ),
)
