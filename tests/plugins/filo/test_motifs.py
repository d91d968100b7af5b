"""The words of F.I.L.O.'s motifs for turns whose effect can be read off the position texts."""

from __future__ import annotations

import pytest
from tests.plugins.motifs import words_of

from stackyard_filo.game import FiloGame


@pytest.mark.parametrize(
    ("variant", "position", "move", "words"),
    [
        (
            "standard",
            "w/w/w/w/w/w/w/w 4,12 0,0 b",
            "2",
            {
                "burying a stack": "buries the white stacks on g and h",
                "keeping the larger reserve": "keeps the larger reserve "
                "(10 to 4; the first without one loses)",
            },
        ),
        (
            "standard",
            "wbw/wbw/wb/wb/wb/wb/wb/wb 2,4 0,0 b",
            "2",
            {"levelling the reserves": "levels the reserves at 2, with white to enter"},
        ),
        (
            "standard",
            "ww/wbw/wb/wbb/bb/bb/bb/b 6,1 0,0 w",
            "2",
            {"filling cells": "fills b, which entries now skip"},
        ),
        (
            "standard",
            "ww/wb/wb/bb/bb/bb/bb/bb 8,0 0,0 w",
            "8",
            {"emptying the reserves": ""},  # it wins: Black has no stack
        ),
        (
            "proposal-1",
            "w/w/-/-/-/-/-/- 10,12 0,0 b",
            "2",
            {"levelling the reserves": ""},
        ),
        (
            "proposal-1",
            "-/wbww/bwb/wwwb/wb/bwb/-/bbbw 1,0 1,2 w",
            "1",
            {"emptying the reserves": ""},
        ),
        (
            "standard",
            "wwww/wbww/wbw/wb/wb/wb/bbb/bbbb 0,0 0,0 w",
            "a",
            {
                "filling cells": "fills c, where checkers now leave the board",
                "gaining stacks to sow": "gives white 4 stacks to sow instead of 3",
            },
        ),
        (
            "proposal-1",
            "w/w/w/w/w/w/w/w 4,12 0,0 b",
            "2",
            {
                "burying a stack": "buries the white stacks on g and h",
                "keeping the larger reserve": "",
            },
        ),
        (
            "proposal-1",
            "w/wwww/wwb/wwbw/-/bbb/bbbb/- 1,1 1,2 w",
            "b",
            {"taking checkers off": "takes 1 white checker off the board"},
        ),
        (
            "standard",
            "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w",
            "a",
            {"taking checkers off": "takes 2 white checkers off the board", "burying a stack": ""},
        ),
        (
            "proposal-1",
            "-/-/bw/w/wbb/wwbw/wbbb/- 0,0 5,5 b",
            "g",
            {"leaving few stacks": "leaves white one stack to sow"},
        ),
        (
            "proposal-1",
            "b/b/b/-/-/bb/w/wbbw 0,0 9,5 w",
            "g",
            {"having few checkers left": "leaves white 2 checkers (the first with one wins)"},
        ),
        (
            "proposal-1",
            "-/bb/b/bb/ww/-/-/- 0,0 10,7 w",
            "e",
            {"preparing the escape": "prepares the escape by f*"},
        ),
    ],
)
def test_the_words_of_a_turn(variant: str, position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(FiloGame(variant=variant), position, move)
    assert {name: found.get(name, "") for name in words} == words
