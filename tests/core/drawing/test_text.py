from __future__ import annotations

from typing import Any

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.drawing.picture import Look
from stackyard.drawing.text import board, draw, status, trays
from stackyard.position import DRAW
from stackyard.scenes import Piece, Scene, Tray

RED, BLUE = Piece(0, "r"), Piece(1, "b")


def scene(board: Board, stacks: dict[str, str], **more: Any) -> Scene:
    """A scene with stacks written bottom first; marks are given by the names of cells."""
    for marks in ("touched", "decisive"):
        if marks in more:
            more[marks] = frozenset(map(board.cell, more[marks].split()))
    cells = {
        board.cell(name): tuple(RED if letter == "r" else BLUE for letter in letters)
        for name, letters in stacks.items()
    }
    rest: dict[str, Any] = {"player": 0, "prompt": "your move"} | more
    return Scene(board, cells, ("red", "blue"), **rest)


def lines(picture: str) -> list[str]:
    return picture.split("\n")


def test_a_row_shows_its_stacks_as_towers() -> None:
    assert lines(draw(scene(Row(4), {"a": "rrb", "c": "b"}))) == [
        "  b",
        "  r",
        "  r     b",
        "--------------",
        "  a  b  c  d",
        "red: your move",
    ]


def test_an_empty_row_is_ground_and_names() -> None:
    assert lines(board(scene(Row(3), {}))) == [
        "-----------",
        "  a  b  c",
    ]


def test_cells_of_a_row_are_marked_behind_their_names() -> None:
    picture = board(scene(Row(4), {"b": "r"}, touched="a b", decisive="b d", winner=0))
    assert lines(picture) == [
        "     r",
        "--------------",
        "  a* b! c  d!",
    ]


def test_the_longest_row_fits_on_a_line() -> None:
    picture = lines(board(scene(Row(26), {"z": "r"})))
    assert picture[-1].split() == list("abcdefghijklmnopqrstuvwxyz")
    assert max(map(len, picture)) <= 80
    assert len(picture[0]) - 1 == picture[-1].index("z")


def test_a_square_lacks_its_omitted_cells() -> None:
    square = Square(4, omit=["a1", "d4", "b3"])
    assert lines(draw(scene(square, {"a2": "r", "c3": "b"}))) == [
        "  4 . . .",
        "  3 .   b .",
        "  2 r . . .",
        "  1   . . .",
        "    a b c d",
        "red: your move",
    ]


def test_stacks_lie_in_their_cells_bottom_first() -> None:
    picture = board(scene(Square(3, 2), {"b1": "rrb", "c2": "br"}))
    assert lines(picture) == [
        "  2 .   .   br",
        "  1 .   rrb .",
        "    a   b   c",
    ]


def test_several_pieces_of_one_kind_are_counted() -> None:
    shown = scene(Square(3, 2), {"a1": "rrr", "b1": "bb", "c1": "rrb", "a2": "r"})
    assert lines(board(shown)) == [
        "  2 r   .   .",
        "  1 r3  b2  rrb",
        "    a   b   c",
    ]


def test_stacks_too_long_for_the_width_are_written_out_below_the_board() -> None:
    tall = scene(Square(3, 2), {"a1": "rb" * 6, "b2": "rbb", "c1": "b" * 12, "c2": "b" + "r" * 9})
    assert lines(board(tall, Look(width=80)))[0].split() == ["2", ".", "rbb", "brrrrrrrrr"]
    assert lines(board(tall, Look(width=24))) == [
        "  2 .   rbb 10r",
        "  1 12b .   b12",
        "    a   b   c",
        "    a1 rbrbrbrbrbrb",
        "    c2 brrrrrrrrr",
    ]


def test_cells_of_a_square_are_marked_behind_their_pieces() -> None:
    picture = board(scene(Square(3, 2), {"b1": "rb"}, touched="b1 c2", decisive="a1"))
    assert lines(picture) == [
        "  2 .   .   .*",
        "  1 .!  rb* .",
        "    a   b   c",
    ]


def test_the_names_of_files_stand_below_their_cells_even_where_a_whole_file_is_missing() -> None:
    picture = board(scene(Square(3, omit=["b1", "b2", "b3"]), {"c2": "r"}))
    assert lines(picture) == [
        "  3 .   .",
        "  2 .   r",
        "  1 .   .",
        "    a   c",
    ]


def test_ranks_of_two_digits_stay_in_line() -> None:
    picture = lines(board(scene(Square(2, 10), {})))
    assert picture[0] == " 10 . ."
    assert picture[1] == "  9 . ."


def test_a_hexagon_is_shown_with_its_rows_shifted() -> None:
    assert lines(draw(scene(HexHex(3), {"c3": "r", "a1": "b"}))) == [
        "  e   . . .",
        "  d  . . . .",
        "  c . . r . .",
        "  b  . . . . 5",
        "  a   b . . 4",
        "       1 2 3",
        "red: your move",
    ]


def test_a_hexagon_makes_room_for_its_widest_cell() -> None:
    picture = board(scene(HexHex(2), {"a1": "rrb", "b2": "b"}, touched="b2"))
    assert lines(picture) == [
        "  c   .   .",
        "  b .   b*  .",
        "  a   rrb .   3",
        "        1   2",
    ]


def test_a_large_hexagon_stays_in_line() -> None:
    picture = lines(board(scene(HexHex(11), {})))
    # Its leftmost cell is k1, and each row is shifted by half a cell against the next.
    indents = [len(line[4:]) - len(line[4:].lstrip()) for line in picture]
    half = indents[9]
    assert indents[:-1] == [half * abs(row - 10) for row in range(21)]
    assert picture[-1].split() == [str(number) for number in range(1, 12)]


def test_numbers_of_a_hexagon_do_not_run_together_from_either_side() -> None:
    foot = lines(board(scene(HexHex(6), {}), Look(flip=True)))[-1]
    assert foot.split() == ["11", "10", "9", "8", "7", "6"]


def test_a_single_cell_is_a_board_too() -> None:
    assert lines(board(scene(HexHex(1), {"a1": "r"}))) == ["  a r", "     1"]
    assert lines(board(scene(Square(1), {}))) == ["  1 .", "    a"]


def test_trays_are_counted_below_the_board() -> None:
    reserve = Tray("reserve of red", 0, (RED, RED, BLUE, RED))
    shown = scene(Row(1), {}, trays=(reserve, Tray("exits", 1, ())))
    assert trays(shown) == ["reserve of red: 3 r 1 b", "exits: none"]
    assert lines(draw(shown)) == [
        "-----",
        "  a",
        "reserve of red: 3 r 1 b",
        "exits: none",
        "red: your move",
    ]


def test_the_last_line_says_whose_turn_it_is() -> None:
    assert status(scene(Row(1), {}, player=1, prompt="choose a cell")) == "blue: choose a cell"


def test_the_last_line_of_a_finished_game_says_who_has_won_and_why() -> None:
    won = scene(Row(1), {}, player=1, winner=0, prompt="all are home")
    assert status(won) == "red wins: all are home"
    assert lines(draw(won))[-1] == "red wins: all are home"


def test_the_last_line_of_a_draw_says_so() -> None:
    assert (
        status(scene(Row(1), {}, winner=DRAW, prompt="nobody can move")) == "draw: nobody can move"
    )


def test_no_line_ends_in_blanks() -> None:
    for shown in (Row(9), Square(5, 4, omit=["e4"]), HexHex(4)):
        picture = lines(draw(scene(shown, {shown.names[0]: "rb"}, touched=shown.names[-1])))
        assert [line for line in picture if line != line.rstrip()] == []
