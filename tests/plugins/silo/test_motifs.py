"""The words of Silo's motifs for turns whose effect can be read off the position texts."""

from __future__ import annotations

import pytest
from tests.plugins.motifs import words_of

from stackyard_silo.game import SiloGame


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (
            "rrrb/bb/rrr/bbb/rr/bbbr r",
            "a",
            {
                "carrying enemy checkers back": "sets a blue checker back one column",
                "covering checkers": "covers 2 blue checkers on b",
            },
        ),
        (
            "rr/bb/rrrbrb/bb/rr/bbbr b",
            "c",
            {
                "joining groups": "leaves the blue checkers in 4 groups instead of 5",
                "carrying enemy checkers back": "",
            },
        ),
        (
            "bbbb/-/bb/b/rrrrbbr/rrrr r",
            "e",
            {
                "joining more checkers": "puts 5 red checkers together on f (the longest red run)",
                "bringing up the last checkers": "",
            },
        ),
        (
            "bbb/brb/-/brbb/rrrrb/rrr r",
            "b",
            {
                "bringing up the last checkers": "brings up the last red checker of column b",
                "carrying enemy checkers back": "sets a blue checker back one column",
                "joining more checkers": "",
            },
        ),
        (
            "bb/rrbrbbb/-/-/-/brrrrrrb b",
            "b",
            {"leaving few columns to move from": "leaves red one column to move from"},
        ),
        (
            "bbbbr/bbbbr/-/b/-/rrrrrrr r",
            "b",
            {"leaving few columns to move from": ""},  # blue had two before, too
        ),
        (
            "b/r/rbrrr/b/rrrr/bbb r",
            "c",
            {"adding to a group": ""},  # c had three together and a checker more
        ),
        (
            "bb/br/rr/bbrrrb/-/rbrbb r",
            "b",
            {
                "adding to a group": "puts 3 red checkers together on c",
                "gathering in fewer columns": "gathers red in 3 columns instead of 4",
            },
        ),
        (
            "b/b/bbbb/-/-/rrrrrrrrbbrb b",
            "b",
            {
                "leaving the opponent without a move": "leaves red without a move "
                "so that blue moves again"
            },
        ),
    ],
)
def test_the_words_of_a_turn(position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(SiloGame(), position, move)
    assert {name: found.get(name, "") for name in words} == words
