from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.scenes import Piece, Scene
from stackyard_pictures.clickable import draw, spoken

RED, BLUE = Piece(0, "r"), Piece(1, "b")
PILLAR = Piece(0, "P", "pillar")


def scene(board: Board, **more: object) -> Scene:
    cells = {0: (RED,), 1: (BLUE, BLUE, RED), 2: (RED, RED)}
    return Scene(board=board, cells=cells, colours=("red", "blue"), player=0, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", [Row(4), Square(3, omit=["a1"]), HexHex(2)], ids=repr)
@pytest.mark.parametrize("flip", [False, True])
def test_every_cell_is_a_control_with_a_name_and_a_shape(board: Board, flip: bool) -> None:
    root = ElementTree.fromstring(draw(scene(board), "Game board", flip))
    hits = [group for group in root.iter("g") if group.get("role") == "button"]
    assert sorted(int(hit.attrib["data-cell"]) for hit in hits) == list(range(len(board)))
    for hit in hits:
        assert hit.attrib["aria-label"].split(",")[0] == board.names[int(hit.attrib["data-cell"])]
        assert len(hit) >= 1
    assert root.get("aria-label") == "Game board"


def test_it_brings_no_style_script_or_identifier() -> None:
    drawn = draw(scene(HexHex(2)), 'The "board" & more')
    assert "<style" not in drawn
    assert "style=" not in drawn
    assert " id=" not in drawn
    assert "aria-label='The \"board\" &amp; more'" in drawn


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ((), "b, empty"),
        ((RED,), "b, red checker"),
        ((PILLAR,), "b, red pillar"),
        ((RED, RED, RED), "b, stack of three, red on top"),
        ((RED, BLUE), "b, stack of two, blue on top, from the bottom red blue"),
        ((RED,) * 13, "b, stack of 13, red on top"),
    ],
)
def test_a_cell_says_what_lies_on_it(pieces: tuple[Piece, ...], words: str) -> None:
    shown = Scene(board=Row(3), cells={1: pieces}, colours=("red", "blue"), player=0)
    assert spoken(shown, 1) == words


def test_marked_cells_say_so_and_those_that_begin_a_move_have_a_class() -> None:
    shown = scene(
        Row(4), touched=frozenset([0]), decisive=frozenset([2]), choices=frozenset([1, 3])
    )
    assert spoken(shown, 0).endswith("part of the last turn")
    assert spoken(shown, 2).endswith("decided the game")
    root = ElementTree.fromstring(draw(shown, "board"))
    chosen = [
        group.get("data-cell") for group in root.iter("g") if group.get("class") == "hit choice"
    ]
    assert chosen == ["1", "3"]


@pytest.mark.parametrize("height", [0, 3, 8, 30])
def test_the_ground_of_a_row_board_stays_where_it_is_whatever_lies_on_it(height: int) -> None:
    def ground(pieces: int) -> list[str | None]:
        shown = Scene(board=Row(3), cells={0: (RED,) * pieces}, colours=("red", "blue"), player=0)
        root = ElementTree.fromstring(draw(shown, "board"))
        rects = [each for each in root.iter("rect") if each.get("class") == "cell"]
        return [root.get("viewBox"), *[each.get("y") for each in rects]]

    assert ground(height) == ground(1)


def test_towers_that_are_too_tall_are_flattened_and_stay_in_the_picture() -> None:
    shown = Scene(board=Row(3), cells={0: (RED,) * 40}, colours=("red", "blue"), player=0)
    root = ElementTree.fromstring(draw(shown, "board"))
    top = float(root.get("viewBox", "").split()[1])
    pieces = [each for each in root.iter("path") if "piece" in each.get("class", "")]
    assert len(pieces) == 40
    heights = [float(re.findall(r"-?[0-9.]+", piece.get("d", ""))[1]) for piece in pieces]
    assert min(heights) > top


def test_what_is_drawn_is_hidden_from_screen_readers_which_are_told_the_cells() -> None:
    root = ElementTree.fromstring(draw(scene(Square(3)), "board"))
    drawn, *hits = root
    assert drawn.get("aria-hidden") == "true"
    assert not [each for hit in hits for each in hit.iter("text")]
    assert {hit.get("role") for hit in hits} == {"button"}


def test_a_cell_says_its_note() -> None:
    assert spoken(scene(Row(4), notes={0: "4"}), 0) == "a, red checker, note 4"
    told = scene(Row(4), notes={0: "4"}, notes_legend="capacity: how many may stand there")
    assert spoken(told, 0) == "a, red checker, capacity 4"
