"""Pieces that belong to neither player are told apart in every view, in colour and without."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.drawing import text
from stackyard.drawing.picture import PLAIN, TERMINAL
from stackyard.drawing.spoken import in_words
from stackyard.scenes import NEUTRAL, OwnerError, Piece, Scene
from stackyard_cli.legend import legend
from stackyard_pictures import clickable, svg

RED, WHITE = Piece(NEUTRAL, "r", "stone"), Piece(0, "w")


def scene_on(board: Board) -> Scene:
    cells = {0: (RED,), 1: (WHITE, RED), 2: (RED, WHITE)}
    return Scene(board, cells, ("white", "black"), 0, "move", neutral="red")


@pytest.mark.parametrize("board", [Row(4), Square(3), HexHex(2)], ids=repr)
def test_words_call_them_by_their_colour(board: Board) -> None:
    scene = scene_on(board)
    assert f"{board.names[0]}: red\n" in in_words(scene)
    assert clickable.spoken(scene, 0) == f"{board.names[0]}, red stone"
    assert "stack of two, red on top, from the bottom white red" in clickable.spoken(scene, 1)
    assert "a red stone" in legend(scene, TERMINAL)
    assert f"{board.names[1]}: w r" in svg.describe(scene)


def test_brackets_tell_them_apart_from_both_players() -> None:
    shown = text.draw(scene_on(Square(3)), TERMINAL)
    assert "{r}" in shown
    assert "{wr}" in shown
    assert "(rw)" in shown
    assert " r " in text.draw(scene_on(Square(3)), PLAIN)


@pytest.mark.parametrize("board", [Row(4), Square(3), HexHex(2)], ids=repr)
def test_pictures_fill_them_with_their_colour(board: Board) -> None:
    scene = scene_on(board)
    assert svg.draw(scene).count('class="piece red"') == 3
    grey = svg.draw(replace(scene, neutral="amber"))
    assert grey.count('class="piece neutral"') == 3
    ElementTree.fromstring(grey)


def test_an_officer_bears_a_star_also_on_a_stack() -> None:
    officer = Piece(0, "W", "officer")
    for pieces in ((officer,), (RED, WHITE, officer)):
        scene = Scene(Square(2), {0: pieces, 1: (officer, WHITE)}, ("white", "black"), 0)
        assert svg.draw(scene).count(' sign"') == 1


def test_there_is_no_third_player() -> None:
    with pytest.raises(OwnerError, match="player 0 or 1, or is NEUTRAL \\(2\\), not 3"):
        Piece(3, "r")


def test_a_look_that_no_picture_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="looks like one of disc, star, .*, not 'cube'"):
        Piece(0, "c", "king", "cube")
