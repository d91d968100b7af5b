"""The words of Splay's motifs for turns whose effect can be read off the position texts."""

from __future__ import annotations

import pytest
from tests.plugins.motifs import words_of

from stackyard_splay.game import SplayGame

RULES = "6/7/8/6,b1,2/5,b3,4/4,b1,w3,5/7,w1,2/4,w4,4/2,b1,5/7/6 w"  # of the rules page


@pytest.mark.parametrize(
    ("side", "position", "move", "words"),
    [
        (
            6,
            RULES,
            "f6",
            {
                "splaying a tower": "takes 4 cells by a splay",
                "collapsing towers": "collapses the black tower on g7",
                "giving up towers": "gives up the white tower on d5",
            },
        ),
        (
            6,
            "6/2,b2,1,w1,2/3,b1,w1,w1,2/1,w1,2,w1,2,b1,1/2,w1,w1,W,1,b1,1,b2,1/"
            "2,b1,W,W,b1,1,w1,w1,2/2,b1,b1,W,1,b1,b1,w1,1/4,b1,w2,3/3,b1,4/7/6 w",
            "f2",
            {
                "crowding a tower": "leaves the black tower on f3 only 2 empty cells",
                "closing cells": "closes e2 to both sides",
                "claiming room": "",  # as most open cells would
            },
        ),
        (
            6,
            "6/2,b2,1,w1,2/3,b1,w1,w1,2/1,w1,2,w1,2,b1,1/2,w1,w1,W,1,b1,1,b2,1/"
            "2,b1,W,W,b1,1,w1,w1,2/2,b1,b1,W,1,b1,b1,w1,1/4,b1,w2,3/3,b1,4/7/6 b",
            "f2",
            {"preparing a splay": "", "threatening towers": ""},  # the tower on g4 splays first
        ),
        (
            4,
            "4/1,b1,b1,B,1/1,w1,W,B,w1,1/3,B,W,2/1,w1,1,W,b1,1/1,w2,b1,b2,1/4 w",
            "b2",
            {
                "preparing a splay": "makes the tower on b2 ready to splay over 4 cells",
                "threatening towers": "threatens the black tower on b3 by a splay on b2",
            },
        ),
        (
            4,
            "4/5/1,w1,w1,1,w1,1/1,b1,3,w2,1/1,b2,1,w2,b1,1/1,b1,b1,2/4 b",
            "d3",
            {
                "preparing a splay": "makes the tower on c2 ready to splay over 3 cells",
                "threatening towers": "threatens the white tower on c4 by a splay on d3",
            },
        ),
        (
            6,
            "6/7/8/2,b1,6/4,b1,w1,1,b1,2/6,w1,2,w1,1/7,w1,2/5,w1,3/4,b1,3/7/6 b",
            "b6",
            {"claiming room": "claims room for a splay over up to 6 cells"},
        ),
        (
            6,
            "6/7/8/2,b1,6/4,b1,w1,1,b1,2/6,w1,2,w1,1/7,w1,2/5,w1,3/4,b1,3/7/6 b",
            "b2",
            {"reaching the border": "puts 3 border cells within reach of a splay"},
        ),
        (
            4,
            "4/1,b2,3/1,w1,4/3,w1,w1,2/1,b1,2,b1,1/3,w1,1/4 w",
            "d5",
            {
                "coming near a splay": "brings the tower on d5 within two checkers "
                "of a splay over 4 cells",
                "reaching the border": "",
            },
        ),
        (
            4,
            "4/3,w2,1/2,w1,3/3,w1,1,b1,1/2,b2,1,w1,1/1,b1,3/4 b",
            "b3",
            {
                "preparing a splay": "makes the tower on c3 ready to splay over 3 cells",
                "splaying a tower": "",
            },
        ),
        (
            4,
            "4/1,W,w1,w2,1/1,W,W,B,B,1/2,W,W,B,b1,1/2,B,1,w1,1/1,b1,b2,2/4 b",
            "c4",
            {"giving up towers": "gives up the black tower on b3"},
        ),
        (  # f7 was ready to splay, too
            6,
            "6/7/8/9/10/4,W,w1,w1,W,3/4,W,W,W,3/9/8/7/6 w",
            "f6",
            {"giving up towers": "gives up the white tower on f7"},
        ),
    ],
)
def test_the_words_of_a_turn(side: int, position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(SplayGame(side=side), position, move)
    assert {name: found.get(name, "") for name in words} == words


@pytest.mark.parametrize(
    ("position", "move", "absent"),
    [
        (
            "2,B,B/B,B,W,B,B/B,B,W,B,B,B/1,W,B,1,W,W,1/W,W,B,W,B,B/W,W,W,B,B/W,W,2 w",
            "d4",
            "splaying a tower",
        ),
        (
            "4/1,w1,B,w2,1/B,B,W,W,2/B,B,W,B,1,w2,1/B,W,W,W,b1,1/1,w2,b1,b2,1/4 w",
            "e6",
            "closing cells",
        ),
    ],
)
def test_a_cell_that_may_be_filled_is_neither_splayed_nor_closed(
    position: str, move: str, absent: str
) -> None:
    assert absent not in words_of(SplayGame(side=4, fill=True), position, move)
