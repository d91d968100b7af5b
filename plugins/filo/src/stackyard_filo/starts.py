"""Named start positions of F.I.L.O."""

from __future__ import annotations

from stackyard.info import Start

STARTS = (
    Start(
        "Gering's position",
        "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w",
        "White is to move and loses, as Ralf Gering found in 2012.",
    ),
    Start(
        "White escapes",
        "w/ww/-/-/-/bb/b/- 0,0 9,9 w",
        "White wins with one move.",
    ),
    Start(
        "An endless game",
        "b/-/w/-/-/-/b/w 0,0 10,10 b",
        "Sixteen moves can lead back here.",
    ),
    Start(
        "Four stacks against three",
        "www/www/www/www/-/bbbb/bbbb/bbbb 0,0 0,0 w",
        "White wins in eleven moves.",
    ),
)
