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
                "checkers carried back": "costs blue 1 step",
                "run covered": "covers the blue run of 2 on b",
            },
        ),
        (
            "rr/bb/rrrbrb/bb/rr/bbbr b",
            "c",
            {
                "runs joined": "leaves blue 4 runs instead of 5",
                "checkers carried back": "",
            },
        ),
        (
            "bbbb/-/bb/b/rrrrbbr/rrrr r",
            "e",
            {"run lengthened": "makes a run of 5 red checkers on f", "stragglers moved": ""},
        ),
        (
            "bbb/brb/-/brbb/rrrrb/rrr r",
            "b",
            {
                "stragglers moved": "brings up the last red checker of column b",
                "checkers carried back": "costs blue 1 step",
                "run lengthened": "",
            },
        ),
        (
            "bb/rrbrbbb/-/-/-/brrrrrrb b",
            "b",
            {"few columns left": "leaves red one column to move from"},
        ),
        (
            "bb/br/rr/bbrrrb/-/rbrbb r",
            "b",
            {
                "run extended": "brings the red run on c to 3 checkers",
                "columns gathered": "gathers red in 3 columns instead of 4",
            },
        ),
        (
            "b/b/bbbb/-/-/rrrrrrrrbbrb b",
            "b",
            {"opponent stuck": "leaves red without a move so that blue moves again"},
        ),
    ],
)
def test_the_words_of_a_turn(position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(SiloGame(), position, move)
    assert {name: found.get(name, "") for name in words} == words
