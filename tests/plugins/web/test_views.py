"""The views of a scene that the pages get."""

from __future__ import annotations

from stackyard import load_game
from stackyard.boards import Square
from stackyard.scenes import NEUTRAL, Piece, Scene, Tray
from stackyard.turnloop.history import Course
from stackyard_web.protocol import MovementView
from stackyard_web.views import picture, trays


def test_pieces_beside_the_board_come_with_their_own_colours() -> None:
    own, other, red = Piece(0, "w"), Piece(1, "b"), Piece(NEUTRAL, "r")
    beside = (Tray("hand", 0, (own, red, red)), Tray("red to place", 1, (red,)), Tray("b", 1, ()))
    scene = Scene(Square(2), {}, ("gold", "blue"), 0, "your move", trays=beside, neutral="red")
    told = trays(scene)
    assert told[0].pieces == [("w", 1, "white", 0), ("r", 2, "red", 2)]
    assert told[1].pieces == [("r", 1, "red", 2)]
    assert told[2].pieces == []
    several = Scene(Square(2), {}, ("gold", "blue"), 0, "", trays=(Tray("x", 1, (other, red)),))
    assert trays(several)[0].pieces == [
        ("b", 1, "blue", 1),
        ("r", 1, "neutral", 2),
    ]


def test_a_picture_tells_the_ways_of_its_last_ply_unless_it_stays_still() -> None:
    course = Course(load_game("silo")).play("e")
    told = picture(course)
    assert (told.ply, told.movements) == (1, [MovementView([4, 5], 1, 0, 2)])
    assert picture(course, still=True).ply is None
    assert picture(course.at(0)).movements == []
