from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.boards import HexHex, Row, Square
from stackyard.errors import NotationError, PositionError
from stackyard.notation import (
    Grid,
    cell_names,
    listed,
    no_move,
    plural,
    read_choice,
    read_fields,
    read_numbers,
    read_player,
    span,
)

# One grid of each kind: stacks with a sign for an empty one, characters with and without such a
# sign, and items of several letters on a board that lacks its corners.
STACKS = Grid(Row(6), {"[rb]+": "a stack of r and b"}, between="/", empty="-", noun="column")
STONES = Grid(HexHex(3), {"[bw]": "a stone (b or w)"})
PAWNS = Grid(Square(3), {"[wb]": "a pawn (w or b)"}, empty=".")
TOWERS = Grid(
    Square(4, omit=["a1", "d1", "a4", "d4"]),
    {"[wb][1-5]": "a tower (w1 to b5)", "[WB]": "a marker (W or B)"},
    between=",",
    noun="square",
)
GRIDS = {"stacks": STACKS, "stones": STONES, "pawns": PAWNS, "towers": TOWERS}
ITEMS = {
    "stacks": ["r", "b", "rb", "bbr", "r" * 30],
    "stones": ["b", "w"],
    "pawns": ["w", "b"],
    "towers": ["w1", "b5", "W", "B"],
}

every_grid = pytest.mark.parametrize("kind", GRIDS)


# Words


def test_words_are_listed_as_in_a_sentence() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed("abc", "or") == "a, b or c"


def test_numbers_of_things_agree_with_their_noun() -> None:
    assert [plural(number, "checker") for number in range(3)] == [
        "no checkers",
        "1 checker",
        "2 checkers",
    ]
    assert [plural(number, "man", "men", one="a") for number in range(3)] == [
        "no men",
        "a man",
        "2 men",
    ]


def test_cells_are_named() -> None:
    assert cell_names(Square(3), [0, 8]) == ["a1", "c3"]
    assert span(HexHex(3)) == "a1 to e5"


# Moves


def test_a_text_that_is_no_move_is_shown_with_what_to_write() -> None:
    error = no_move("x" * 99, "name a column, a to f")
    assert isinstance(error, NotationError)
    assert str(error) == f"'{'x' * 39}…' is no move; name a column, a to f"


# Fields


def test_fields_stand_between_single_blanks() -> None:
    assert read_fields("2/3/2 w", "2/3/2 w", "rows", "player") == ["2/3/2", "w"]
    assert read_fields("2/3/2 w", "2/3/2 w", "rows", "player", "swap", optional=1)[2:] == []
    assert read_fields("2/3/2 w s", "2/3/2 w", "rows", "player", "swap", optional=1)[2:] == ["s"]


@pytest.mark.parametrize("text", ["", "2/3/2", "2/3/2 w ", " 2/3/2 w", "2/3/2  w", "2/3/2 w s"])
def test_other_numbers_of_fields_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_fields(text, "2/3/2 w", "rows", "player to act")
    number = text.count(" ") + 1
    assert str(caught.value) == (
        "a position is the rows and the player to act, with single blanks between, "
        f"as in 2/3/2 w; this has {number} field{'s' * (number > 1)}"
    )


def test_fields_that_may_be_missing_are_told_so() -> None:
    with pytest.raises(PositionError, match="is the rows, then perhaps the swap and the turn, wi"):
        read_fields("a b c d", "2/3/2", "rows", "swap", "turn", optional=2)


def test_a_choice_is_one_of_the_words_allowed() -> None:
    assert read_choice("phase", "free", ("open", "free")) == 1
    with pytest.raises(PositionError, match="^phase: 'FREE' is not open, move or free$"):
        read_choice("phase", "FREE", ("open", "move", "free"))


def test_the_player_to_act_is_one_letter() -> None:
    assert [read_player(letter, "rb") for letter in "rb"] == [0, 1]
    for text in ("", "R", "rb", "b\n", "x" * 99):
        with pytest.raises(PositionError, match="^player to act: '.{0,40}' is not r or b$"):
            read_player(text, "rb")


def test_numbers_of_both_colours_have_a_comma_between() -> None:
    assert read_numbers("reserves", "12,0", ("white", "red")) == [12, 0]
    wrong = ["", "12", "12,", ",", "1,2,3", "01,0", "-1,0", "+1,0", "1 ,0", "1,٢", "1,0\n"]
    for text in [*wrong, "1" * 10 + ",0"]:
        with pytest.raises(PositionError) as caught:
            read_numbers("reserves", text, ("white", "red"))
        shown = f"{text!r:.20}"
        assert str(caught.value) == f"reserves: {shown} is not white's and red's number, as in 2,0"


# Boards


@pytest.mark.parametrize(
    ("grid", "items", "text"),
    [
        (STACKS, {"a": "rrb", "f": "b"}, "rrb/-/-/-/-/b"),
        (STONES, {"a1": "b", "c2": "w", "c3": "w", "e5": "b"}, "2b/4/1ww2/4/b2"),
        (PAWNS, {"a1": "w", "c3": "b"}, "..b/.../w.."),
        (TOWERS, {"b1": "W", "c3": "w5"}, "2/2,w5,1/4/W,1"),
    ],
)
def test_what_lies_on_a_board_is_written_from_the_top_and_read_again(
    grid: Grid, items: dict[str, str], text: str
) -> None:
    cells = {grid.board.cell(name): item for name, item in items.items()}
    assert grid.write(cells) == text
    assert grid.read(text) == cells


def test_an_empty_text_for_a_cell_means_that_it_is_empty() -> None:
    assert STACKS.write(dict.fromkeys(range(6), "")) == "-/-/-/-/-/-"


@every_grid
@given(st.data())
def test_every_board_is_read_as_it_was_written(kind: str, data: st.DataObject) -> None:
    grid = GRIDS[kind]
    cells = st.dictionaries(st.sampled_from(range(len(grid.board))), st.sampled_from(ITEMS[kind]))
    items = data.draw(cells)
    assert grid.read(grid.write(items)) == items


@every_grid
@given(st.data())
def test_whatever_is_read_is_the_one_text_of_its_board(kind: str, data: st.DataObject) -> None:
    grid = GRIDS[kind]
    characters = data.draw(st.sampled_from([f"{''.join(ITEMS[kind])}123/,.-", "/-,.0123rbwW\n٣ "]))
    rows = data.draw(st.lists(st.text(characters, max_size=6), min_size=1, max_size=6))
    text = "/".join(rows)
    try:
        items = grid.read(text)
    except PositionError:
        return
    assert grid.write(items) == text


@pytest.mark.parametrize(
    ("grid", "text", "sentence"),
    [
        (STACKS, "r/b/r/b/r", "columns a to f: 5 written, but there are 6, with / between"),
        (STACKS, "r/x/r", "columns a to f: 3 written, but there are 6, with / between"),
        (STACKS, "r/b/r/b/r/b/-", "columns a to f: 7 written, but there are 6, with / between"),
        (
            STACKS,
            "r/b/rR/b/r/b",
            "column c: 'rR' is neither a stack of r and b nor - for an empty column",
        ),
        (STACKS, "r/b//b/r/b", "column c: '' is neither a stack of r and b nor - for an empty "),
        (STACKS, "r/b/4/b/r/b", "column c: '4' is neither"),
        (STACKS, f"r/b/{'rb' * 40}x/b/r/b", f"column c: '{'rb' * 19}r…' is neither"),
        (PAWNS, ".../...", "rows: 2 written, but there are 3, with / between"),
        (PAWNS, ".../..../...", "cells a2 to c2: 4 written, but there are 3"),
        (PAWNS, ".../.b/...", "cells a2 to c2: 2 written, but there are 3"),
        (PAWNS, ".../.3b/...", "cell b2: '3' is neither a pawn (w or b) nor . for an empty cell"),
        (STONES, "3/4/5/4/3/3", "rows: 6 written, but there are 5, with / between"),
        (STONES, "3/4/5/4/", "cells a1 to a3: 0 written, but there are 3"),
        (STONES, "3/4/6/4/3", "cells c1 to c5: 6 written, but there are 5"),
        (STONES, "3/4/2x2/4/3", "cell c3: 'x' is neither a stone (b or w) nor a number of empty "),
        (STONES, "3/4/b04/4/3", "cell c2: '04' is neither"),
        (STONES, f"3/4/{'9' * 5000}/4/3", f"cell c1: '{'9' * 39}…' is neither"),
        (TOWERS, "2/4/1,1,W,1/2", "square b2: a number of empty squares follows another; write "),
        (TOWERS, "2/4,3/4/2", "squares a3 to d3: a number of empty squares follows another"),
        (TOWERS, "2/w6,3/4/2", "square a3: 'w6' is neither a tower (w1 to b5) nor a marker (W or "),
        (TOWERS, "2/3,x/4/2", "square d3: 'x' is neither"),
        (TOWERS, "2/4,x/4/2", "squares a3 to d3: 'x' is neither"),
        (TOWERS, "2/2,,1/4/2", "square c3: '' is neither"),
        (TOWERS, "4/4/4/4", "squares b4 to c4: 4 written, but there are 2"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_what_is_wrong_and_where(
    grid: Grid, text: str, sentence: str
) -> None:
    with pytest.raises(PositionError) as caught:
        grid.read(text)
    assert str(caught.value).startswith(sentence)


def test_digits_are_pieces_where_empty_cells_have_a_sign() -> None:
    grid = Grid(Square(3), {"[12]": "1 or 2"}, empty=".")
    assert grid.read("12./..1/...") == {6: "1", 7: "2", 5: "1"}
    assert grid.write({6: "1", 7: "2", 5: "1"}) == "12./..1/..."


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("x,x2", "follows another; write their sum"),
        ("x1,1,1", "'x1' is neither a piece nor x, x2 … for empty cells"),
        ("x4", "4 written, but there are 3"),
        ("3", "'3' is neither"),
    ],
)
def test_runs_with_a_sign_are_refused_where_they_are_wrong(row: str, words: str) -> None:
    grid = Grid(Square(3, 1), {"[12]": "a piece"}, between=",", empty="x", runs=True)
    with pytest.raises(PositionError, match=words):
        grid.read(row)


def test_runs_need_a_sign_and_a_separator() -> None:
    with pytest.raises(ValueError, match="need `between` and `empty`"):
        Grid(Square(3), {"[12]": "a piece"}, runs=True)
