"""The words of moves to choose from."""

from __future__ import annotations

import pytest

from stackyard_web.move_picker import told


@pytest.mark.parametrize(
    ("words", "spoken"),
    [
        ("leaves the pillars where they are", "leave the pillars where they are"),
        ("swaps: the black stone becomes white", "swap: the black stone becomes white"),
        (
            "raises the tower on b2 to 3 and splays over a1 and b1; c2 collapses",
            "raise the tower on b2 to 3 and splay over a1 and b1; c2 collapses",
        ),
        (
            "sows 2 checkers from g1, and they leave the board, and escapes with 4 checkers",
            "sow 2 checkers from g1, and they leave the board, and escape with 4 checkers",
        ),
        ("passes and carries on", "pass and carry on"),
        ("plays b2", "play b2"),
    ],
)
def test_a_move_is_told_to_who_may_make_it(words: str, spoken: str) -> None:
    assert told(words) == spoken
