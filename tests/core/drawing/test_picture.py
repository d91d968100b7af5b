from __future__ import annotations

from dataclasses import replace
from typing import Any

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.drawing.picture import PLAIN, TERMINAL, Fragment, Look, picture, shows_notes
from stackyard.drawing.text import board as drawn
from stackyard.scenes import Piece, Scene

RED, BLUE = Piece(0, "r"), Piece(1, "b")
NARROW = Look(width=20, framed=True)
NOTED = Look(notes=True)
FLIPPED = Look(flip=True)


def scene(board: Board, stacks: dict[str, str], **more: str) -> Scene:
    """A scene with stacks written bottom first; marks are given by the names of cells."""
    marks: dict[str, Any] = {
        name: frozenset(map(board.cell, cells.split())) for name, cells in more.items()
    }
    cells = {
        board.cell(name): tuple(RED if letter == "r" else BLUE for letter in letters)
        for name, letters in stacks.items()
    }
    return Scene(board, cells, ("red", "blue"), 0, "your move", **marks)


def roles(scene: Scene, look: Look) -> set[tuple[str, str]]:
    """Every text that has a role, with the role."""
    fragments = [fragment for line in picture(scene, look) for fragment in line]
    return {(fragment.text, fragment.role) for fragment in fragments if fragment.role}


def test_pieces_in_the_terminal_stand_in_brackets_that_tell_their_owner() -> None:
    shown = scene(Row(3), {"a": "rb", "c": "r"}, touched="c", choices="a")
    assert drawn(shown, TERMINAL).split("\n") == [
        " [b]",
        " (r)     (r)",
        "──────────────",
        "  a   b   c*",
        "  ▲",
    ]


def test_a_square_in_the_terminal_marks_the_cells_to_choose_from() -> None:
    shown = scene(Square(3, omit=["a1"]), {"a2": "r", "c3": "rb"}, choices="b1 c3")
    assert drawn(shown, TERMINAL).split("\n") == [
        "  3  ·     ·    [rb]",
        "  2 (r)    ·     ·",
        "  1        +     ·",
        "     a     b     c",
    ]


def test_a_hexagon_in_the_terminal_keeps_its_rows_shifted() -> None:
    assert drawn(scene(HexHex(2), {"b2": "b"}), TERMINAL).split("\n") == [
        "  c     ·     ·",
        "  b  ·    [b]    ·",
        "  a     ·     ·     3",
        "           1     2",
    ]


def test_without_room_for_brackets_there_are_none() -> None:
    assert drawn(scene(Row(5), {"a": "rb"}), NARROW).split("\n") == [
        "  b",
        "  r",
        "-----------------",
        "  a  b  c  d  e",
    ]
    assert "(" not in drawn(scene(HexHex(4), {"a1": "r"}), NARROW)
    assert "(r)" in drawn(scene(Row(4), {"a": "r"}), NARROW)


def test_a_narrow_row_leaves_out_what_does_not_fit() -> None:
    shown = scene(Row(10), {"a": "r", "j": "b"}, touched="j")
    assert drawn(shown, Look(width=32)).split("\n")[-1] == "  a  b  c  d  e  f  g  h  i  j*"
    assert drawn(shown, Look(width=22)).split("\n")[-1] == " a b c d e f g h i j*"
    assert drawn(shown, Look(width=12)).split("\n")[-1] == " abcdefghij"
    assert drawn(shown, Look(width=5)).split("\n")[-1] == " abcdefghij"


def test_a_row_is_shown_from_the_other_side() -> None:
    assert drawn(scene(Row(3), {"a": "rb"}), FLIPPED).split("\n") == [
        "        b",
        "        r",
        "-----------",
        "  c  b  a",
    ]


def test_a_square_is_shown_from_the_other_side() -> None:
    assert drawn(scene(Square(3, 2, omit=["a1"]), {"c2": "r"}), FLIPPED).split("\n") == [
        "  1 . .",
        "  2 r . .",
        "    c b a",
    ]


def test_a_hexagon_is_shown_from_the_other_side() -> None:
    assert drawn(scene(HexHex(2), {"a1": "r", "b1": "b"}), FLIPPED).split("\n") == [
        "  a  . r",
        "  b . . b",
        "  c  . . 1",
        "      3 2",
    ]


def test_notes_are_shown_where_they_are_asked_for() -> None:
    row = Scene(Row(3), {0: (RED,)}, ("red", "blue"), 0, notes={0: "2", 2: "5"})
    assert drawn(row, NOTED).split("\n")[-2:] == ["  a  b  c", "  2     5"]
    assert "5" not in drawn(row)
    square = Scene(Square(2, 1), {0: (RED,)}, ("red", "blue"), 0, notes={0: "2", 1: "5"})
    assert drawn(square, NOTED).split("\n")[0] == "  1 r/2 .5"
    assert drawn(square).split("\n")[0] == "  1 r ."
    assert {("2", "note"), ("5", "note")} <= roles(square, NOTED)


def test_every_span_that_means_something_has_a_role() -> None:
    shown = scene(Row(3), {"a": "r", "b": "b"}, touched="a", decisive="b", choices="c")
    assert roles(shown, PLAIN) == {
        ("r", "player0"),
        ("b", "player1"),
        ("a", "name"),
        ("b", "name"),
        ("c", "name"),
        ("*", "touched"),
        ("!", "decisive"),
    }
    assert ("▲", "choice") in roles(shown, TERMINAL)
    assert {("(", "player0"), ("]", "player1")} <= roles(shown, TERMINAL)


def test_the_brackets_of_a_mixed_stack_are_those_of_its_top() -> None:
    shown = scene(Square(2), {"a1": "brb"}, choices="a1 b2")
    (first,) = [line for line in picture(shown, TERMINAL) if Fragment("[", "choice") in line]
    start = first.index(Fragment("[", "choice"))
    assert first[start : start + 5] == [
        Fragment("[", "choice"),
        Fragment("b", "player1"),
        Fragment("r", "player0"),
        Fragment("b", "player1"),
        Fragment("]", "choice"),
    ]
    assert {("·", "empty"), ("+", "choice"), ("2", "name")} <= {
        (text.strip(), role) for text, role in roles(shown, TERMINAL)
    }


def test_in_a_match_a_board_keeps_its_width_whatever_lies_on_it() -> None:
    live = Look(live=True)

    def width(look: Look, stack: str, **marks: str) -> int:
        shown = replace(scene(HexHex(3), {"c1": stack}, **marks), cell_letters=3)
        return max(len(line) for line in drawn(shown, look).split("\n"))

    for look in (live, TERMINAL):
        empty = width(look, "")
        assert {width(look, stack) for stack in ("r", "rb", "rrr", "rbr")} == {empty}
        assert width(look, "rbr", touched="c1 c2") == empty
    assert width(PLAIN, "rbr") > width(PLAIN, "r")


def test_on_a_narrow_screen_no_room_is_kept_for_higher_stacks() -> None:
    shown = replace(scene(Square(8), {"c1": "rb"}), cell_letters=5)
    narrow = drawn(shown, replace(TERMINAL, width=40)).split("\n")
    assert max(map(len, narrow)) <= 40
    assert narrow[-1].split() == list("abcdefgh")


def test_kinds_of_pieces_differ_in_their_signs() -> None:
    pieces = {0: (Piece(0, "w"),), 1: (Piece(0, "W", "pillar"),), 2: (Piece(1, "B", "marker"),)}
    shown = Scene(Square(3, 1), pieces, ("white", "black"), 0)
    assert drawn(shown, TERMINAL).split("\n")[0] == "  1 (w)  |W|  :B:"
    for look in (Look(), Look(live=True)):
        assert drawn(shown, look).split("\n")[0].split() == ["1", "w", "|W", ":B"]


def test_notes_without_room_are_left_out_and_the_board_stays_whole() -> None:
    row = Scene(Row(4), {0: (RED,)}, ("red", "blue"), 0, notes={0: "12345", 3: "1"})
    assert drawn(row, Look(notes=True)).split("\n")[-1] == "  12345                1"
    narrow = Look(notes=True, width=20)
    assert drawn(row, narrow) == drawn(row, Look(width=20))
    assert shows_notes(row, Look(notes=True))
    assert not shows_notes(row, narrow)
    square = Scene(Square(5), {}, ("red", "blue"), 0, notes={0: "77"})
    assert shows_notes(square, replace(TERMINAL, notes=True, width=40))
    assert not shows_notes(square, replace(TERMINAL, notes=True, width=16))


def test_the_cell_that_a_person_is_at_is_marked() -> None:
    at = replace(TERMINAL, cursor=1, chosen=(0,))
    assert {("[", "cursor"), ("b", "cursor"), ("(", "chosen")} <= roles(
        scene(Square(3, 1), {"a1": "r", "b1": "b"}), at
    )
    assert ("b", "cursor") in roles(scene(Row(3), {"a": "r"}), at)
