from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from stackyard.boards import Board, HexHex, Points, Row, Square
from stackyard.scenes import LOOKS, Piece, Scene, Tray
from stackyard_pictures.shapes import UP
from stackyard_pictures.svg import PILED, describe, draw, sketch

RED, BLUE = Piece(0, "r"), Piece(1, "b")
SVG = "{http://www.w3.org/2000/svg}"


def scene(board: Board, stacks: dict[str, str], **more: Any) -> Scene:
    cells = {
        board.cell(name): tuple(RED if letter == "r" else BLUE for letter in letters)
        for name, letters in stacks.items()
    }
    rest: dict[str, Any] = {"player": 0, "prompt": "your move"} | more
    return Scene(board, cells, ("red", "blue"), **rest)


def read(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in read(picture).iter(f"{SVG}text")]


def bodies(root: ET.Element) -> list[tuple[float, float]]:
    """The height of the face of each piece, and its thickness."""
    found = []
    for element in root.iter(f"{SVG}path"):
        if element.get("class", "").startswith("piece"):
            _, face, thick = re.findall(r"-?[0-9.]+", element.get("d", ""))[:3]
            found.append((float(face), float(thick)))
    return found


def kinds(picture: str) -> list[str]:
    """The classes of all shapes."""
    return [kind for element in read(picture).iter() if (kind := element.get("class"))]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("board", [Row(6), Square(5, 3, omit=["a1"]), HexHex(4), Row(1)], ids=repr)
def test_every_cell_and_every_piece_is_drawn(board: Board, flip: bool) -> None:
    names = board.names
    shown = scene(board, {names[0]: "rrb", names[-1]: "rb"[: len(board)]})
    picture = draw(shown, flip=flip)
    drawn = kinds(picture)
    assert sum("cell" in kind.split() for kind in drawn) == len(board)
    assert sum("piece" in kind.split() for kind in drawn) == sum(map(len, shown.cells.values()))


def test_a_picture_is_told_in_words_too() -> None:
    shown = scene(Row(3), {"c": "rb", "a": "r"})
    assert describe(shown) == "a: r; c: r b. red: your move."
    root = read(draw(shown, "A & <B>"))
    assert root.findtext(f"{SVG}title") == "A & <B>"
    assert root.findtext(f"{SVG}desc") == describe(shown)
    assert root.get("role") == "img"
    assert describe(scene(Row(3), {})) == "the board is empty. red: your move."


def test_words_of_a_game_are_escaped() -> None:
    assert "is 1 < 2 & 3?" in " ".join(texts(draw(scene(Row(2), {}, prompt="is 1 < 2 & 3?"))))


def test_marks_are_shown_the_decisive_before_the_touched() -> None:
    shown = scene(Row(4), {}, touched=frozenset({0, 1}), decisive=frozenset({1}), winner=0)
    found = [kind for kind in kinds(draw(shown)) if kind.startswith("cell")]
    assert found == ["cell touched", "cell decisive", "cell", "cell"]


@pytest.mark.parametrize("board", [Row(3), Square(3), HexHex(2)])
def test_some_cells_get_a_class_of_their_own(board: Board) -> None:
    scene = Scene(board, {}, ("red", "blue"), 0, touched=frozenset({1}))
    elements = sketch(scene, shades={1: "heat3"}).elements
    shaded = [element for element in elements if "heat3" in element]
    assert len(shaded) == 1
    assert "touched" in shaded[0]


def test_a_row_names_its_cells_and_a_square_its_ranks_and_files() -> None:
    assert texts(draw(scene(Row(3), {})))[:3] == ["a", "b", "c"]
    assert set(texts(draw(scene(Square(2, 3), {})))) == {"a", "b", "1", "2", "3", "red: your move"}


def test_trays_are_counted_below_the_board() -> None:
    trays = (Tray("reserve", 0, (RED, RED, BLUE)), Tray("exits", 1, ()))
    found = texts(draw(scene(Row(2), {}, trays=trays)))
    assert found[-3:] == ["reserve: 2 r, 1 b", "exits: none", "red: your move"]


@pytest.mark.parametrize("board", [Row(3), Square(3), HexHex(2)], ids=repr)
def test_the_height_of_a_high_stack_is_written_large(board: Board) -> None:
    first, last = board.names[0], board.names[-1]
    picture = draw(scene(board, {first: "rrbbb", last: "b"}))
    heights = [each for each in read(picture).iter(f"{SVG}text") if each.text == "5"]
    assert max(int(each.get("font-size", "")) for each in heights) >= 16
    assert sum("numeral" in each.get("class", "") for each in read(picture).iter()) == 1


def test_a_stack_stays_inside_its_cell() -> None:
    for height in range(1, 20):
        root = read(draw(scene(Square(1), {"a1": "rb" * height})))
        (cell,) = (each for each in root.iter() if each.get("class") == "cell")
        top, bottom = float(cell.get("y", "")), float(cell.get("y", "")) + 58
        for middle, thick in bodies(root):
            assert top < middle - UP < middle + thick + UP < bottom


@pytest.mark.parametrize("board", [Row(3), Square(3), HexHex(2)], ids=repr)
def test_the_second_players_pieces_differ_in_more_than_their_colour(board: Board) -> None:
    first, last = board.names[0], board.names[-1]
    assert kinds(draw(scene(board, {first: "r", last: "r"}))).count("ring red") == 0
    assert kinds(draw(scene(board, {first: "r", last: "b"}))).count("ring blue") == 1


def test_cells_at_the_edge_of_a_hexagonal_board_have_a_double_outline() -> None:
    assert kinds(draw(scene(HexHex(3), {}))).count("border") == len(HexHex(3).edge)


@pytest.mark.parametrize("flip", [False, True])
def test_a_hexagonal_board_names_its_rows_and_its_diagonals_once(flip: bool) -> None:
    found = texts(draw(scene(HexHex(3), {}), flip=flip))[:10]
    assert sorted(found) == ["1", "2", "3", "4", "5", "a", "b", "c", "d", "e"]


@pytest.mark.parametrize("board", [Square(3), HexHex(2)], ids=repr)
def test_a_note_stands_behind_the_height_of_a_stack(board: Board) -> None:
    name = board.names[0]
    shown = scene(board, {name: "rrb"}, notes={0: "14"})
    assert "3/14" in texts(draw(shown, notes=True))
    assert "14" not in texts(draw(shown, notes=True))
    assert "3/14" not in texts(draw(shown))


@pytest.mark.parametrize("board", [Square(3), HexHex(2)], ids=repr)
def test_a_small_note_is_points_of_which_a_stack_fills_as_many_as_it_has_pieces(
    board: Board,
) -> None:
    one, _, other = board.names[:3]
    shown = scene(board, {one: "rr", other: "rrb"}, notes={0: "3", 1: "2", 2: "2"})
    dots = Counter(
        element.get("class", "")
        for element in read(draw(shown, notes=True)).iter(f"{SVG}path")
        for _ in range(element.get("d", "").count("h0"))
        if "pip" in element.get("class", "")
    )
    # the tall stack has rims around its points, and a ring for the piece too many
    assert dots == {"pip full": 2 + 3, "pip": 1 + 2, "pip rim": 3, "pip hollow": 1}
    assert "pip" not in kinds(draw(shown))


@pytest.mark.parametrize("board", [Row(3), Square(3), HexHex(2)], ids=repr)
def test_notes_are_shown_where_they_are_asked_for(board: Board) -> None:
    shown = scene(board, {}, notes={0: "17", 2: "<5"})
    assert {"17", "<5"} <= set(texts(draw(shown, notes=True)))
    assert not {"17", "<5"} & set(texts(draw(shown)))


def test_everything_lies_inside_the_box() -> None:
    tall = scene(Row(3), {"a": "rb" * 20}, trays=(Tray("reserve", 0, (RED,)),))
    root = read(draw(tall))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for element in root.iter(f"{SVG}rect"):
        x, y = float(element.get("x", "")), float(element.get("y", ""))
        assert left <= x <= x + float(element.get("width", "")) <= left + width
        assert top <= y <= y + float(element.get("height", "")) <= top + height
    for element in root.iter(f"{SVG}text"):
        assert top < float(element.get("y", "")) < top + height


@pytest.mark.parametrize("board", [Square(1), HexHex(2)], ids=repr)
def test_every_look_has_a_shape_of_its_own(board: Board) -> None:
    def drawn(look: str) -> list[str]:
        shown = Scene(board, {0: (Piece(0, "p", "thing", look),)}, ("red", "blue"), 0)
        elements = read(draw(shown)).iter(f"{SVG}path")
        return [each.get("d", "") for each in elements if " red" in each.get("class", "")]

    assert len({tuple(drawn(look)) for look in LOOKS}) == len(LOOKS)
    assert drawn("") == drawn("disc")
    assert drawn("wall") != drawn("disc")


def test_a_kind_may_look_like_another() -> None:
    alike = [Piece(0, "P", "pillar"), Piece(0, "P", "column", "pillar")]
    pictures = [draw(Scene(Square(1), {0: (piece,)}, ("red", "blue"), 0)) for piece in alike]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("flip", [False, True])
def test_the_field_of_points_lies_within_the_body_and_their_names_beside_it(flip: bool) -> None:
    board = Points(["a1 d1 g1", "a1 a4 a7", "d1 d2 d3", "a4 b4 c4"])
    root = read(draw(scene(board, {}), flip=flip))
    (field,) = [one for one in root.iter() if one.get("class") == "field"]
    left, top = [float(field.get(side, "")) for side in ("x", "y")]
    right = left + float(field.get("width", ""))
    bottom = top + float(field.get("height", ""))
    (body, *_) = [one for one in root.iter() if one.get("class") == "slab"]
    wide = 30  # of the outline
    outline = re.findall(r"(-?[0-9.]+) ?(-?[0-9.]+)", body.get("d", ""))
    for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
        assert any(abs(float(a) - x) < wide and abs(float(b) - y) < wide for a, b in outline)
    names = [one for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert {one.text for one in names} == {*"12347", *"abcdg"}
    assert all(float(n.get("x", "")) < left or float(n.get("y", "")) > bottom for n in names)


def test_letters_are_drawn_where_kinds_look_alike_and_where_they_are_wanted() -> None:
    alike = Scene(Square(2), {0: (Piece(0, "K", "king"),), 1: (RED,)}, ("red", "blue"), 0)
    plain = scene(Square(2), {"a1": "r"})
    assert {"K", "r"} <= set(texts(draw(alike)))
    assert "r" not in texts(draw(plain))
    letters = sketch(plain, letters=True).elements
    assert any('class="ink red letter">r<' in element for element in letters)


@pytest.mark.parametrize(
    ("colours", "fills"),
    [
        (("gold", "green"), ("white", "black")),
        (("black", "green"), ("black", "white")),
        (("gold", "white"), ("black", "white")),
        (("red", "green"), ("red", "black")),
    ],
)
def test_players_of_other_colours_have_different_fills(
    colours: tuple[str, str], fills: tuple[str, str]
) -> None:
    drawn = kinds(draw(Scene(Square(2), {0: (RED,), 1: (BLUE,)}, colours, 0)))
    assert [kind for kind in drawn if kind.startswith("piece")] == [f"piece {f}" for f in fills]


def test_linked_pieces_are_joined_beneath_them() -> None:
    picture = draw(scene(HexHex(2), {"a1": "b", "a2": "b"}, links=((0, 1),)))
    drawn = kinds(picture)
    assert drawn.index("bond blue") < drawn.index("link blue") < drawn.index("piece blue")


@pytest.mark.parametrize("board", [Row(4), Square(4), HexHex(3)], ids=repr)
def test_the_last_turn_leaves_a_trail(board: Board) -> None:
    name = "way" if isinstance(board, Row) else "trail"
    assert kinds(draw(scene(board, {}, trail=((0, 1, 2),)))).count(name) == 1
    assert name not in kinds(draw(scene(board, {})))


@pytest.mark.parametrize(("held", "drawn"), [(3, 3), (40, PILED)])
def test_the_pieces_of_a_tray_are_drawn_and_counted(held: int, drawn: int) -> None:
    tray = Tray("black reserve", 1, (Piece(1, "b"),) * held)
    picture = draw(Scene(Row(2), {}, ("white", "black"), 0, trays=(tray,)))
    assert kinds(picture).count("piece black") == drawn
    assert f"black reserve: {held} b" in texts(picture)
