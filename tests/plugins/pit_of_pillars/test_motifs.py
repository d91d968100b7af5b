"""The words of the motifs for turns whose effect can be read off the position texts."""

from __future__ import annotations

import pytest
from tests.plugins.motifs import words_of

from stackyard_pit_of_pillars.game import PitOfPillarsGame


@pytest.mark.parametrize(
    ("size", "position", "move", "words"),
    [
        (
            5,
            "1,w,1/r,1,r,1,w/w,1,r,w,r/1,r,w,w,1/2,r r 0,0 move",
            "c3-d3",
            {"covering a stack": "covers the white stack on d3", "capturing a stack": ""},
        ),
        (
            8,
            "4,r,1/2,wrwr,3,w,1/3,R,1,w,r,r/r,2,rw,1,rw,2/rw,rw,3,r,1,w/"
            "7,wr/1,w,6/r,w,r,1,r,w w 0,0 move",
            "g7-g8",
            {"saving a stack": "saves the white stack on g7 from capture"},
        ),
        (
            4,
            "1,W/1,W,1,w/2,w,1/w,wr r 0,0 move",
            "c1-b1",
            {"saving a stack": ""},  # it can be captured there, too
        ),
        (
            8,
            "R,2,rw,2/r,4,r,rw,w/1,w,1,r,2,r,r/2,w,wr,2,w,1/wrr,2,r,2,w,r/"
            "1,w,1,w,R,1,r,1/2,rw,3,w,1/6 w 0,2 move",
            "b3-b4",
            {"attacking a stack": "attacks the red stack on a4"},
        ),
        (
            5,
            "r,w,1/1,wr,2,w/w,r,3/3,w,1/r,1,W w 1,0 pillar",
            "pd1-c1",
            {"attacking a stack": "attacks the red stack on b1", "shortening the entering": ""},
        ),
        (
            5,
            "rw,ww,r/2,W,1,w/w,r,3/3,w,1/r,2 w 0,0 pillar",
            "pc4-c2",
            {"saving a stack": "saves the white stack on c5 from capture"},
        ),
        (
            5,
            "1,w,1/r,1,r,1,w/w,2,wr,r/1,r,w,w,1/2,r w 0,0 move",
            "a3-a4",
            {
                "preparing a capture": "brings the stack on a4 to its capacity, "
                "so that the next man there captures it"
            },
        ),
        (
            5,
            "1,w,wr/2,rrw,1,w/4,r/r,1,w,w,1/2,r w 0,0 move",
            "c4-b4",
            {"uncovering an enemy": "uncovers a red man on c4"},
        ),
        (
            8,
            "6/8/8/3,wrwr,wrwr,3/3,w,4/8/8/r,5 w 0,0 move",
            "d4-d5 pd5-a2",
            {
                "capturing a stack": "captures 2 red men (a pillar rises)",
                "shortening the entering": "",
            },
        ),
        (
            8,
            "6/1,w,r,5/8/r,5,w,r/w,7/3,r,4/8/6 w 0,0 next:d3",
            "d2 b1",
            {
                "confining the reply": "leaves red only 2 squares for the man beside b1",
                "shortening the entering": "leaves 28 of 34 squares "
                "where a man can be entered alone",
            },
        ),
        (
            8,
            "6/1,w,r,5/8/r,5,w,r/w,7/3,r,4/8/6 w 0,0 next:d3",
            "d2 d5",
            {"confining the reply": ""},
        ),
        (
            5,
            "1,w,1/r,1,r,1,w/w,1,r,w,r/1,r,w,2/2,r w 0,0 next:d1",
            "d2",
            {
                "confining the reply": "",
                "shortening the entering": "ends the entering, so that red is the first to move",
            },
        ),
        (  # a stack that its player captures is not saved
            8,
            "6/8/8/3,rrww,r,3/3,w,4/8/6,w,1/r,5 w 0,0 move",
            "d4-d5 -",
            {
                "capturing a stack": "captures 2 red men (a pillar rises)",
                "saving a stack": "",
            },
        ),
        (  # nor is one that is the opponent's afterwards
            8,
            "6/8/8/3,wwrw,r,3/8/8/6,w,1/r,5 w 0,0 move",
            "d5-d6",
            {"uncovering an enemy": "uncovers a red man on d5", "saving a stack": ""},
        ),
        (
            5,
            "wr,2/1,W,1,w,1/1,R,2,rw/1,r,2,r/3 r 0,0 move",
            "e2-e3 pb3-d1",
            {"leaving few stacks": "leaves white 1 stack"},
        ),
    ],
)
def test_the_words_of_a_turn(size: int, position: str, move: str, words: dict[str, str]) -> None:
    found = words_of(PitOfPillarsGame(size=size), position, move)
    assert {name: found.get(name, "") for name in words} == words
