from __future__ import annotations

import pytest

from stackyard.plugins.registry import load_game
from stackyard.turnloop.history import Course


@pytest.mark.parametrize(
    ("game", "position", "moves", "ways"),
    [
        ("silo", "r/rbb/brbb/rbr/brr/brbr r", ("c",), [("c", "d")]),
        ("filo", "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b", ("b",), [("b", "a", "h", "g")]),
        (
            "pit_of_pillars",
            "1,rr,2,w,1/w,1,R,wrw,3,w/2,rw,1,W,1,r,1/wwr,3,r,2,ww/1,w,rwr,1,W,3/2,r,3,wr,1/"
            "rr,R,2,w,1,rwww,1/1,w,2,r,1 r 2,3 move",
            ("a5-a2", "pa2-a4"),
            [("a5", "a2"), ("a2", "a4")],
        ),
        (
            "splay",
            "6/7/8/6,b1,2/5,b3,4/4,b1,w3,5/7,w1,2/4,w4,4/2,b1,5/7/6 w",
            ("f6",),
            [("f6", "e5"), ("f6", "e6"), ("f6", "f7"), ("f6", "g6")],
        ),
    ],
)
def test_a_turn_of_a_game_leaves_its_ways(
    game: str, position: str, moves: tuple[str, ...], ways: list[tuple[str, ...]]
) -> None:
    loaded = load_game(game)
    course = Course(loaded, loaded.parse_position(position))
    for move in moves:
        course = course.play(move)
    names = loaded.board.names
    assert sorted(tuple([names[c] for c in way]) for way in course.scene.trail) == sorted(ways)
