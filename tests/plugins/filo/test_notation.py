from __future__ import annotations

from typing import Any

import pytest

from stackyard.errors import IllegalMoveError, NotationError, PositionError
from stackyard_filo.game import FiloGame

START = "-/-/-/-/-/-/-/- 12,12 0,0 w"


@pytest.mark.parametrize("size", range(5, 10))
def test_every_move_of_the_move_space_round_trips(size: int) -> None:
    game = FiloGame(size=size)
    texts = [game.format_move(move, game.initial()) for move in range(game.move_space)]
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            "^a position is the cells, the reserves, the exits and .*; this has 1 field$",
        ),
        ("-/-/-/-/-/-/-/- 12,12 w", "this has 3 fields$"),
        (f"{START} ", "this has 5 fields$"),
        (f" {START}", "this has 5 fields$"),
        ("-/-/-/-/-/-/-/-  12,12 0,0 w", "this has 5 fields$"),
        ("-/-/-/-/-/-/- 12,12 0,0 w", "^cells a to h: 7 written, but there are 8, with / between$"),
        ("-/-/-/-/-/-/-/-/- 12,12 0,0 w", "^cells a to h: 9 written"),
        ("-------- 12,12 0,0 w", "^cells a to h: 1 written"),
        (
            "-/-//-/-/-/-/- 12,12 0,0 w",
            "^cell c: '' is neither a stack of at most 4 w and b nor - for an empty cell$",
        ),
        ("-/-/-/-/-/-/-/ 12,12 0,0 w", "^cell h: '' is neither"),
        (
            "-/x/-/-/-/-/-/- 12,12 0,0 w",
            "^cell b: 'x' is neither a stack of at most 4 w and b nor - for",
        ),
        ("-/W/-/-/-/-/-/- 11,12 0,0 w", "^cell b: 'W' is neither"),
        ("-/w-/-/-/-/-/-/- 11,12 0,0 w", "^cell b: 'w-' is neither"),
        ("-/--/-/-/-/-/-/- 12,12 0,0 w", "^cell b: '--' is neither"),
        ("-/2w/-/-/-/-/-/- 10,12 0,0 w", "^cell b: '2w' is neither"),
        (
            "-/-/-/wwwww/-/-/-/- 7,12 0,0 w",
            "^cell d: 'wwwww' is neither a stack of at most 4 w and b nor -",
        ),
        (f"{'wb' * 999}/-/-/-/-/-/-/- 7,12 0,0 w", "^cell a: '(wb){19}w…' is neither"),
        ("-/-/-/-/-/-/-/- 12 0,0 w", "^reserves: '12' is not white's and black's number, as in"),
        ("-/-/-/-/-/-/-/- 12,12, 0,0 w", "^reserves: '12,12,' is not"),
        ("-/-/-/-/-/-/-/- 012,12 0,0 w", "^reserves: '012,12' is not"),
        ("-/-/-/-/-/-/-/- 12,+12 0,0 w", "^reserves: '12,.12' is not"),
        ("-/-/-/-/-/-/-/- 12,-1 0,0 w", "^reserves: '12,-1' is not"),
        ("-/-/-/-/-/-/-/- 12,١٢ 0,0 w", "^reserves: '12,١٢' is not"),
        ("-/-/-/-/-/-/-/- 12,12 00,0 w", "^exits: '00,0' is not"),
        ("-/-/-/-/-/-/-/- 12,12 0,0\n w", r"^exits: '0,0\\n' is not"),
        ("-/-/-/-/-/-/-/- 12,12 0;0 w", "^exits: '0;0' is not"),
        ("-/-/-/-/-/-/-/- 12,12 0,0 r", "^player to act: 'r' is not w or b$"),
        ("-/-/-/-/-/-/-/- 12,12 0,0 W", "^player to act: 'W' is not w or b$"),
        (f"{START}\n", r"^player to act: 'w\\n' is not w or b$"),
        (f"{START}{'x' * 99}", "^player to act: 'wx{38}…' is not w or b$"),
        (
            "w/-/-/-/-/-/-/- 12,12 0,0 w",
            "^white: 1 on the board, 12 in reserve and 0 off the board make 13 checkers, "
            "but each colour has 12$",
        ),
        (
            "w/-/-/-/-/-/-/- 11,11 0,0 w",
            "^black: 0 on the board, 11 in reserve and 0 off the board make 11 checkers",
        ),
        ("b/b/-/-/-/-/-/- 0,0 12,11 w", "^black: 2 on the board, 0 in reserve and 11 off"),
        (
            "-/-/-/-/-/-/-/- 11,12 1,0 w",
            "^reserves: checkers leave the board only when both reserves are empty, "
            "here they are 11,12$",
        ),
        ("w/-/-/-/-/-/-/b 0,1 11,10 b", "^reserves: checkers leave the board only when"),
        ("w/-/-/-/-/-/-/b 0,0 11,11 b", "^exits: both colours are down to one checker or none"),
        ("-/-/-/-/-/-/-/b 0,0 12,11 b", "^exits: both colours are down to one checker or none"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_is_wrong_and_where(
    text: str, sentence: str
) -> None:
    with pytest.raises(PositionError, match=sentence):
        FiloGame().parse_position(text)


def test_a_position_of_another_size_or_number_of_checkers_is_refused() -> None:
    with pytest.raises(PositionError, match="^cells a to f: 8 written, but there are 6"):
        FiloGame(size=6).parse_position(START)
    with pytest.raises(PositionError, match=r"make 12 checkers, but each colour has 9$"):
        FiloGame(pieces=9).parse_position(START)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("w/-/-/-/-/-/-/- 0,12 0,0 w", "^white: 1 on the board"),
        ("wwww/wwww/wwww/-/-/-/-/- 0,12 0,0 w", "^player to act: white has no reserve left and"),
        ("-/-/-/-/-/bbbb/bbbb/bbbb 12,0 0,0 b", "is skipped until white has none either$"),
    ],
)
def test_a_player_who_is_skipped_cannot_be_the_one_to_act(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        FiloGame(empty_reserve="skip").parse_position(text)


def test_a_reserve_beside_checkers_off_the_board_is_accepted_in_proposal_1() -> None:
    game, text = FiloGame(variant="proposal-1"), "-/-/-/-/-/-/-/- 11,12 1,0 w"
    assert game.format_position(game.parse_position(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "i",
        "i*",
        "9",
        "0",
        "0*",
        "01",
        "10",
        "a1",
        "aa",
        "-",
        "a**",
        "*a",
        "1a",
        "pass",
        "²",
    ],
)
def test_a_text_that_is_neither_number_nor_cell_is_no_move(text: str) -> None:
    game = FiloGame()
    with pytest.raises(
        NotationError,
        match=r"is no move; enter 1 to 8 checkers, or sow a stack, a to h; add \* to escape$",
    ):
        game.parse_move(text, game.initial())


def test_what_is_a_move_depends_on_the_size() -> None:
    small, large = FiloGame(size=5), FiloGame(size=9)
    with pytest.raises(NotationError, match="'f' is no move; enter 1 to 5 checkers, or sow"):
        small.parse_move("f", small.initial())
    assert large.parse_move("9", large.initial()) == 8
    assert large.read_move("i*") == 35


MIXED = {"variant": "proposal-1"}


@pytest.mark.parametrize(
    ("text", "options", "move", "rule", "sentence", "cells"),
    [
        (
            "w/ww/-/-/-/bb/b/- 0,0 9,9 w",
            {},
            "1",
            "empty-reserve",
            "your reserve is empty: sow a stack, named by its cell",
            "",
        ),
        (
            "w/w/-/-/-/-/b/b 0,10 10,0 w",
            MIXED,
            "2",
            "empty-reserve",
            "your reserve is empty: sow a stack, named by its cell",
            "",
        ),
        (
            "www/www/www/w/-/-/b/b 2,10 0,0 w",
            {},
            "3",
            "small-reserve",
            "you cannot enter 3: your reserve holds only 2 checkers",
            "",
        ),
        (
            "wwww/-/-/-/-/-/-/b 8,11 0,0 w",
            {},
            "8",
            "full-cells",
            "you cannot enter 8: each goes to a cell of its own, and full cells (a) are skipped, "
            "so at most 7 can enter",
            "a",
        ),
        (
            START,
            {},
            "a",
            "entry-phase",
            "stacks are sown only when both reserves are empty: white and black still have "
            "checkers to enter",
            "",
        ),
        (
            "wwww/wwww/wwww/-/-/b/bbbb/bbbb 0,3 0,0 b",
            {},
            "h*",
            "entry-phase",
            "stacks are sown only when both reserves are empty: black still has checkers to enter",
            "",
        ),
        (START, MIXED, "a", "empty-cell", "cell a is empty: there is nothing to sow", "a"),
        (
            "w/ww/-/-/-/bb/b/- 0,0 9,9 w",
            {},
            "F",
            "not-yours",
            "the top checker on f is black: you sow only stacks whose top is yours (white)",
            "f",
        ),
        (START, {}, "1*", "escape-entry", "an escape follows a sowing, never an entry", ""),
        (
            "-/w/w/-/-/-/b/b 1,0 9,10 w",
            MIXED,
            "b*",
            "escape-reserve",
            "an escape needs an empty reserve, but after b yours holds 1 checker",
            "",
        ),
        (
            "-/w/w/-/-/-/b/b 3,0 7,10 w",
            MIXED,
            "1*",
            "escape-reserve",
            "an escape needs an empty reserve, but after 1 yours holds 2 checkers",
            "",
        ),
        (
            "bw/wbww/w/-/-/-/-/- 0,0 7,10 w",
            {},
            "a*",
            "escape-over",
            "a ends the game before an escape: it leaves black with 1 checker, "
            "and so black has won",
            "",
        ),
        (
            "w/bwbw/-/-/-/-/-/b 0,0 9,9 w",
            {},
            "b*",
            "escape-scattered",
            "after b your checkers lie on a, d and f; an escape takes them off as one stack",
            "adf",
        ),
        (
            "ww/wbwb/bbbb/-/-/-/-/w 0,0 7,6 w",
            {},
            "a*",
            "escape-scattered",
            "after a your checkers lie on b and h; an escape takes them off as one stack",
            "bh",
        ),
        (
            "w/bbbb/-/-/-/-/w/b 0,0 10,7 w",
            {},
            "a*",
            "escape-over",
            "a ends the game before an escape: it leaves white with 1 checker, "
            "and so white has won",
            "",
        ),
        (
            "ww/ww/w/-/-/-/bb/b 0,0 7,9 w",
            {},
            "a*",
            "escape-many",
            "after a you still have 5 checkers; 2 to 4 can escape",
            "bc",
        ),
        (
            "-/www/-/-/-/bb/b/- 0,0 9,9 w",
            {},
            "b*",
            "escape-late",
            "the stack on b could escape only in the turn that formed it: b breaks it up",
            "b",
        ),
        (
            "w/bw/-/-/-/bb/b/- 0,0 10,8 w",
            {},
            "a*",
            "escape-foreign",
            "after a the stack on b holds a checker of your opponent's; "
            "only a stack all your own can escape",
            "b",
        ),
        (
            "-/-/-/-/-/bb/b/- 0,0 12,9 b",
            {},
            "f",
            "game-over",
            "the game is over: no checkers are left to white",
            "",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_that_forbids_it(
    text: str, options: dict[str, Any], move: str, rule: str, sentence: str, cells: str
) -> None:
    game = FiloGame(**options)
    position = game.parse_position(text)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, position)
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.sentence) == (rule, sentence)
    assert "".join([game.board.names[cell] for cell in refusal.cells]) == cells
    assert str(caught.value) == sentence
    assert game.format_position(position) == text
