"""Named start positions of Silo."""

from __future__ import annotations

from stackyard.info import Start

STARTS = (
    Start(
        "An enclosed run",
        "bbb/bb/rb/bbrrrrrrrr/-/b r",
        "Red wins with one move; its run may have blue checkers below and above.",
    ),
    Start(
        "A middle game",
        "r/rbb/brbb/rbr/brr/brbr r",
        "Nine checkers of each colour are mixed, and Red is to move.",
    ),
)
