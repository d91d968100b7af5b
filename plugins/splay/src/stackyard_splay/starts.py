"""Named start positions of Splay."""

from __future__ import annotations

from stackyard.info import Start

STARTS = (
    Start(
        "A tower that is full",
        "6/7/8/6,b1,2/5,b3,4/4,b1,w3,5/7,w1,2/4,w4,4/2,b1,5/7/6 w",
        "White can splay the tower on f6, and others collapse.",
    ),
    Start(
        "The centre instead",
        "1,W,W/3,W/1,B,w1,W,1/B,3/B,B,1 b",
        "Black's b2 bars White from the opposite cell; the centre makes up for it.",
        {"side": 3},
    ),
)
