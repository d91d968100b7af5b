from __future__ import annotations

import pytest

from stackyard.errors import NotationError, PositionError
from stackyard_slicron.game import SlicronGame

MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6])
def test_every_move_of_the_move_space_round_trips(side: int) -> None:
    game = SlicronGame(side=side)
    position = game.initial()
    texts = [game.format_move(move, position) for move in range(game.move_space)]
    assert len(set(texts)) == game.move_space
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


def test_capital_letters_and_blanks_around_are_accepted() -> None:
    game = SlicronGame(side=4)
    assert game.parse_move(" D4 ", game.initial()) == game.board.cell("d4")
    position = game.parse_position("4/5/6/3b3/6/5/4 w s")
    assert game.parse_move("SWAP", position) == game.swap
    position = game.parse_position(MID_TURN)
    assert game.parse_move("XB2", position) == game.take_off(game.board.cell("b2"))


@pytest.mark.parametrize(
    "text",
    ["", "x", "a0", "a5", "e1x", "xx", "xswap", "j9", "a01", "h1", "pass", "-b2", "d 4", "ä1"],
)
def test_a_text_that_is_no_move_of_the_game_is_told_so(text: str) -> None:
    game = SlicronGame(side=4)
    with pytest.raises(NotationError, match="is no move; name a cell, a1 to g7, or x and a cell"):
        game.parse_move(text, game.initial())


def test_a_cell_named_twice_in_one_word_is_no_move() -> None:
    game = SlicronGame()
    with pytest.raises(NotationError, match="is no move"):
        game.parse_move("e5e5", game.initial())


@pytest.mark.parametrize(
    "text",
    [
        "4/5/6/7/6/5/4 b s",
        "4/5/6/7/6/5/4 w -",
        "4/5/6/7/6/5/4 b -",
        "4/5/6/3b3/6/5/4 w s",
        "bbbb/bbbbb/bbbbbb/bbbbbbb/bbbbbb/bbbbb/bbbb w -",
        "4/5/2b3/2bb3/1bbb2/1bb2/1b2 b -",
        MID_TURN,
        MID_TURN + "-b2-c2",
        MID_TURN + "-b3-c4",
    ],
)
def test_a_position_is_read_and_written_alike(text: str) -> None:
    game = SlicronGame(side=4)
    assert game.format_position(game.parse_position(text)) == text


def test_a_run_of_empty_cells_may_have_two_digits() -> None:
    text = "6/7/8/9/10/11/b9/9/8/7/6 w s"
    game = SlicronGame(side=6)
    assert game.format_position(game.parse_position(text)) == text


ROWS = "4/5/6/7/6/5/4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "as in 4/5/6/7/6/5/4 b s; this has 1 field$"),
        (ROWS, "this has 1 field$"),
        (f"{ROWS} b", "this has 2 fields$"),
        (f"{ROWS}  b s", r"^player to act: '' is not b or w$"),
        (f"{ROWS} b s ", r"^turn: '' is not \+ and a cell"),
        (f"{ROWS} b s + x", "this has 5 fields$"),
        ("4/5/6/7/6/5 b s", "^rows: 6 written, but there are 7, with / between$"),
        ("5/6/7/8/9/8/7/6/5 b s", "^rows: 9 written, but there are 7"),
        ("4/5/6/6/6/5/4 b s", "^cells d1 to d7: 6 written, but there are 7$"),
        ("5/5/6/7/6/5/4 b s", "^cells g4 to g7: 5 written, but there are 4$"),
        ("4/5/6/7/6/5/bbbbb w -", "^cells a1 to a4: 5 written, but there are 4$"),
        ("4/5/6/7/6/5/ b s", "^cells a1 to a4: 0 written, but there are 4$"),
        (
            "4/5/6/7/6/5/3x b s",
            "^cell a4: 'x' is neither a stone \\(b or w\\) nor a number of empty cells$",
        ),
        ("4/5/6/7/6/5/3B b s", "^cell a4: 'B' is neither"),
        ("4/5/6/7/6/5/3² b s", "^cell a4: '²' is neither"),
        ("4/5/6/7/6/5/3\n b s", r"^cell a4: '\\n' is neither"),
        ("4/5/6/7/6/5/04 b s", "^cell a1: '04' is neither"),
        ("4/5/6/7/6/5/b0b2 b -", "^cell a2: '0' is neither"),
        (f"4/5/6/7/6/5/{'9' * 5000} b s", "^cell a1: '9{39}…' is neither"),
        (f"{ROWS} r s", "^player to act: 'r' is not b or w$"),
        (f"{ROWS} B s", "^player to act: 'B' is not b or w$"),
        (f"{ROWS} bw s", "^player to act: 'bw' is not"),
        (f"{ROWS} b S", "^swap: 'S' is not s or -$"),
        (f"{ROWS} b s-", "^swap: 's-' is not s or -$"),
        (f"{ROWS} w s", "^swap: s stands .* white to act and one black stone and no other on"),
        ("4/5/6/3b3/6/5/4 b s", "^swap: s .* black to act and no stone on .*; here are 1 black"),
        ("4/5/6/3w3/6/5/4 w s", "here are 0 black and 1 white$"),
        ("4/5/6/2bb3/6/5/4 w s", "here are 2 black and 0 white$"),
        (f"{MID_TURN[:-3]}g4", r"^turn: 'g4' is not \+ and a cell"),
        (f"{MID_TURN[:-3]}+", r"^turn: '\+' is not"),
        (f"{MID_TURN}-", "^turn: "),
        (f"{MID_TURN}+b2", "^turn: "),
        (f"{MID_TURN}-x9-", "^turn: "),
        (f"{MID_TURN[:-3]}+h4", "^turn: there is no cell h4$"),
        (f"{MID_TURN[:-3]}+g04", "^turn: there is no cell g04$"),
        (f"{MID_TURN}-b9", "^turn: there is no cell b9$"),
        (f"{MID_TURN}-c2-b2", "^turn: name each stone taken off once, row by row"),
        (f"{MID_TURN}-b3-b3", "^turn: name each stone taken off once"),
        (f"{MID_TURN[:-3]}+a2", "^turn: no stone can be placed on a2$"),
        (f"{MID_TURN[:-3]}+g7", "^turn: after g7 nothing is left to be chosen; the turn is over$"),
        (f"{MID_TURN}-b2", "^turn: c2 would have come off too; name every stone"),
        (f"{MID_TURN}-a2", "^turn: a2 cannot have come off$"),
        (f"{MID_TURN}-a2-b3-c4", "cannot have come off$"),
        (f"{MID_TURN}-g4", "^turn: g4 cannot have come off$"),
        (f"{MID_TURN}-b2-c2-c3-d3", "nothing is left to be chosen"),
        ("4/5/6/3b3/6/5/4 w s +a1", "^turn: after a1 nothing is left"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_is_wrong_and_where(
    text: str, sentence: str
) -> None:
    with pytest.raises(PositionError, match=sentence):
        SlicronGame(side=4).parse_position(text)


def test_without_the_pie_nothing_is_ever_to_be_decided_about_it() -> None:
    game = SlicronGame(side=4, pie=False)
    assert game.format_position(game.initial()) == f"{ROWS} b -"
    with pytest.raises(PositionError, match="^swap: s stands where the pie is off; write -$"):
        game.parse_position(f"{ROWS} b s")
