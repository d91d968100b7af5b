"""Named start positions of Pit of Pillars."""

from __future__ import annotations

from stackyard.info import Start

STARTS = (
    Start(
        "Both lose their last stacks",
        "6/8/8/8/8/w,7/rr,7/6 w 0,0 move",
        "White wins with one step, a capture that leaves no stack on the board.",
    ),
    Start(
        "Shut in",
        "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,0 pillar",
        "White wins with one step of a pillar.",
    ),
    Start(
        "A middle game",
        "1,rr,2,w,1/w,1,R,wrw,3,w/2,rw,1,W,1,r,1/wwr,3,r,2,ww/1,w,rwr,1,W,3/2,r,3,wr,1/"
        "rr,R,2,w,1,rwww,1/1,w,2,r,1 r 2,3 move",
        "Pillars stand, reserves are there, and Red can capture.",
    ),
)
