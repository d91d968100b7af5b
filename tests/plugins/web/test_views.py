"""What the pages are told of a scene."""

from __future__ import annotations

from stackyard import load_game
from stackyard.boards import Square
from stackyard.scenes import NEUTRAL, Piece, Scene, Tray
from stackyard_web.views import picture


def test_pieces_beside_the_board_come_with_their_own_colours() -> None:
    own, other, red = Piece(0, "w"), Piece(1, "b"), Piece(NEUTRAL, "r")
    trays = (Tray("hand", 0, (own, red, red)), Tray("red to place", 1, (red,)), Tray("b", 1, ()))
    scene = Scene(Square(2), {}, ("gold", "blue"), 0, "your move", trays=trays, neutral="red")
    told = picture(load_game("silo"), scene).trays
    assert told[0].pieces == [("w", 1, "white", 0), ("r", 2, "red", 2)]
    assert told[1].pieces == [("r", 1, "red", 2)]
    assert told[2].pieces == []
    several = Scene(Square(2), {}, ("gold", "blue"), 0, "", trays=(Tray("x", 1, (other, red)),))
    assert picture(load_game("silo"), several).trays[0].pieces == [
        ("b", 1, "blue", 1),
        ("r", 1, "neutral", 2),
    ]
