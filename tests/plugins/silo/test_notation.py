from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import IllegalMoveError, NotationError, PositionError
from stackyard_silo.game import SiloGame

START = "rrr/bbb/rrr/bbb/rrr/bbb r"


@given(st.data())
def test_any_columns_with_both_colours_are_a_position(data: st.DataObject) -> None:
    stacks = [data.draw(st.text("rb", max_size=10)) or "-" for _ in range(6)]
    columns, player = "/".join(stacks), data.draw(st.sampled_from("rb"))
    text = f"{columns} {player}"
    game = SiloGame()
    if {"r", "b"} <= set(columns):
        try:
            position = game.parse_position(text)
        except PositionError as error:
            refused = str(error)
        else:
            refused = ""
            assert game.format_position(position) == text
        within_reach = stacks[:5] if player == "r" else stacks[1:]
        assert bool(refused) <= (player not in "".join(within_reach)), refused
    else:
        with pytest.raises(PositionError, match="has no checker"):
            game.parse_position(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "^a position is the columns and the player to act, .*, as in .* r; this has 1 field$"),
        ("rrr/bbb/rrr/bbb/rrr/bbb", "this has 1 field$"),
        (f"{START} ", "this has 3 fields$"),
        (f" {START}", "this has 3 fields$"),
        ("rrr/bbb/rrr/bbb/rrr/bbb  r", "this has 3 fields$"),
        ("rrr / bbb r", "this has 4 fields$"),
        ("rrr/bbb/rrr/bbb/rrr r", "^columns a to f: 5 written, but there are 6, with / between$"),
        ("rrr/bbb/rrr/bbb/rrr/bbb/- r", "^columns a to f: 7 written, but there are 6"),
        ("rrrbbb r", "^columns a to f: 1 written"),
        ("/rrr/bbb/rrr/bbb/rrr/bbb r", "^columns a to f: 7 written"),
        (
            "rrr/bbb//bbb/rrr/bbb r",
            "^column c: '' is neither a stack of r and b nor - for an empty column$",
        ),
        ("rrr/bbb/-/bbb/rrr/ r", "^column f: '' is neither"),
        ("rrr/bbx/rrr/bbb/rrr/bbb r", "^column b: 'bbx' is neither a stack of r and b nor -"),
        ("rrr/bbb/rrr/bbb/rRr/bbb r", "^column e: 'rRr' is neither"),
        ("rrr/bbb/r-r/bbb/rrr/bbb r", "^column c: 'r-r' is neither"),
        ("rrr/--/rrr/bbb/rrr/bbb r", "^column b: '--' is neither"),
        ("rrr/3b/rrr/bbb/rrr/bbb r", "^column b: '3b' is neither"),
        ("rrr\n/bbb/rrr/bbb/rrr/bbb r", r"^column a: 'rrr\\n' is neither"),
        ("rrr/bbb/rrr/bbb/rrr/bbb w", "^player to act: 'w' is not r or b$"),
        ("rrr/bbb/rrr/bbb/rrr/bbb R", "^player to act: 'R' is not r or b$"),
        ("rrr/bbb/rrr/bbb/rrr/bbb rb", "^player to act: 'rb' is not r or b$"),
        (f"{START}\n", r"^player to act: 'r\\n' is not r or b$"),
        (f"{START[:-1]}{'x' * 99}", "^player to act: 'x{39}…' is not r or b$"),
        ("rrr/-/rrr/-/rrr/- r", "^columns: blue has no checker$"),
        ("-/bbb/-/bbb/-/bbb b", "^columns: red has no checker$"),
        ("-/-/-/-/-/- r", "^columns: red has no checker$"),
        (f"{'r' * 40}/{'b' * 23}/-/-/-/- r", "^columns: 63 checkers, at most 62 are allowed$"),
        (f"{'rb' * 5000}/-/-/-/-/- r", "^columns: 10000 checkers, at most 62 are allowed$"),
        ("bbb/-/-/b/b/rrrrrrrbbrbbr r", "^player to act: red has no move here and sits out$"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_is_wrong_and_where(
    text: str, sentence: str
) -> None:
    with pytest.raises(PositionError, match=sentence):
        SiloGame().parse_position(text)


def test_a_position_of_another_size_is_refused() -> None:
    with pytest.raises(PositionError, match="^columns a to h: 6 written, but there are 8"):
        SiloGame(size=8).parse_position(START)


def test_a_text_that_is_refused_shows_a_good_one() -> None:
    with pytest.raises(PositionError, match="as in rr/bb/rr/bb r;"):
        SiloGame(size=4).parse_position("?")


@pytest.mark.parametrize(
    "text",
    [
        "rrr/b/-/-/-/- r",
        "r/-/-/-/-/b r",
        f"{'r' * 31}/{'b' * 31}/-/-/-/- r",
        f"r/{'b' * 61}/-/-/-/- r",
        "rb/br/-/-/-/- b",
    ],
)
def test_other_numbers_of_checkers_are_accepted(text: str) -> None:
    game = SiloGame()
    assert game.format_position(game.parse_position(text)) == text


@pytest.mark.parametrize("text", ["", "g", "aa", "a1", "1", "-", "e ", "pass", "ä", "e!"])
def test_a_text_that_names_no_column_is_no_move(text: str) -> None:
    game = SiloGame()
    if text.strip() in game.board.names:
        assert game.parse_move(text, game.initial()) == 4
        return
    with pytest.raises(NotationError, match=r"is no move; name the column to move from, a to f$"):
        game.parse_move(text, game.initial())


def test_what_is_a_column_depends_on_the_size() -> None:
    with pytest.raises(NotationError, match="'e' is no move; name the column .*, a to d$"):
        SiloGame(size=4).parse_move("e", SiloGame(size=4).initial())
    wide = SiloGame(size=8)
    assert wide.parse_move("g", wide.initial()) == 6


@pytest.mark.parametrize(
    ("text", "move", "rule", "sentence"),
    [
        (
            "rrr/-/rrr/bbb/rrr/bbb r",
            "b",
            "empty-cell",
            "column b is empty: there is nothing to move",
        ),
        (
            START,
            "B",
            "not-yours",
            "column b holds no checker of yours (red): "
            "you move your own highest checker and what lies on it",
        ),
        (
            START.replace(" r", " b"),
            "c",
            "not-yours",
            "column c holds no checker of yours (blue): "
            "you move your own highest checker and what lies on it",
        ),
        (
            "rr/bbb/rrr/bbb/rrr/bbbr r",
            "f",
            "far-right",
            "column f is your far-right one: there is no column further to your right",
        ),
        (
            "rrrb/bb/rrr/bbb/rrr/bbb b",
            "a",
            "far-right",
            "column a is your far-right one: there is no column further to your right",
        ),
        (
            "bbb/bb/-/bbrrrrrrrrrb/-/b b",
            "b",
            "game-over",
            "the game is over: all red checkers form one unbroken run in column d",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_that_forbids_it(
    text: str, move: str, rule: str, sentence: str
) -> None:
    game = SiloGame()
    position = game.parse_position(text)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, position)
    refusal = caught.value.refusal
    cells = () if rule == "game-over" else (game.board.cell(move),)
    assert (refusal.rule, refusal.sentence, refusal.cells) == (rule, sentence, cells)
    assert str(caught.value) == sentence
    assert game.format_position(position) == text
