from __future__ import annotations

import pytest
from tests.docs.games.plain_mill import Board, Judge
from tests.plugins.motifs import words_of

from stackyard.errors import IllegalMoveError, PositionError
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_kit.testing import GameConformance
from stackyard_mill.game import MillGame

START = ".../.../.../....../.../.../... 9,9 w"


class TestMill(GameConformance):
    game = MillGame
    endless = True
    perft = "mill_perft.json"
    reference = Judge()

    def pieces_in(self, text: str) -> int:
        rows, hands, *_ = text.split()
        return rows.count("w") + rows.count("b") + sum(map(int, hands.split(",")))


def test_whole_games_go_as_in_a_plain_program() -> None:
    compared, seed = 0, 0
    while compared < 5000:
        game = MillGame(flying=seed % 2 == 0)
        position, board, rng = game.initial(), Board(START, game.flying), Rng(seed)
        for _ in range(400):
            if position.winner != ONGOING:
                break
            move = int(position.random_move(rng.bits()))
            board.play(game.format_move(move, position))
            position.play(move)
            assert game.format_position(position) == board.text(), f"seed {seed}"
            compared += 1
        seed += 1


def after(text: str, *moves: str) -> str:
    game = MillGame()
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return game.format_position(position)


def test_a_mill_takes_a_man_that_is_in_none() -> None:
    text = "b.b/.../.../....../.../.../ww. 7,7 w"
    assert after(text, "g1") == "b.b/.../.../....../.../.../www 6,7 w take"
    assert after(text, "g1", "a7") == "..b/.../.../....../.../.../www 6,7 b"


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        (START, "a1a4", "placing"),
        ("b.b/.../.../....../.../.../ww. 7,7 w", "a1", "occupied"),
        ("bbb/.b./.../....../.../.../www 4,5 w take", "a7", "in-mill"),
        ("bbb/.b./.../....../.../.../www 4,5 w take", "b6", "no-enemy"),
        ("bbb/.b./.../....../.../.../www 4,5 w take", "a1a4", "take"),
        ("bbb/.b./.../....../w../.../www 0,0 w", "a4", "moving"),
        ("bbb/.b./.../....../w../.../www 0,0 w", "a7a4", "not-yours"),
        ("bbb/.b./.../....../w../.../www 0,0 w", "a1b2", "not-next"),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(text: str, move: str, rule: str) -> None:
    game = MillGame()
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, game.parse_position(text))
    assert caught.value.refusal.rule == rule


def test_three_men_fly_unless_the_option_is_off() -> None:
    text = "bbb/.b./.../....../.../.../ww. 0,0 b"
    with pytest.raises(PositionError, match="black has won before"):
        MillGame().parse_position(text)
    text = "bbb/.b./.../....../w../.../w.w 0,0 w"
    assert "a1f6" in MillGame().legal_texts(MillGame().parse_position(text))
    walking = MillGame(flying=False)
    assert "a1f6" not in walking.legal_texts(walking.parse_position(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".../.../.../....../.../.../... 9,8 w", "so 9,8 does not fit white's turn"),
        ("w../.../.../....../.../.../... 9,9 w", "white has 10 men, and may have 9"),
        ("w../.../.../....../.../.../... 8,9 w take", "there is no black man on the board"),
        ("wb./.../.../....../.../.../w.. 7,8 w take", "white has no mill"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        MillGame().parse_position(text)


def test_motifs_are_read_off_the_rows() -> None:
    before = "b.b/.../.../....../.../.../ww. 7,7 w"
    closed = words_of(MillGame(), before, "g1 a7")
    assert closed == {"closing a mill": "closes the mill a1, d1 and g1"}
    assert words_of(MillGame(), before, "d7") == {
        "blocking a mill": "keeps black from a mill on a7, d7 and g7"
    }
    assert words_of(MillGame(), before, "d2") == {
        "preparing a mill": "has two men in the row d1, d2 and d3"
    }
    assert words_of(MillGame(), before, "a4") == {}
