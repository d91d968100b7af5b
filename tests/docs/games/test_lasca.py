from __future__ import annotations

import pytest
from tests.docs.games.plain_lasca import Board, Judge

from stackyard.errors import IllegalMoveError, PositionError
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_kit.testing import GameConformance
from stackyard_lasca.game import LascaGame

START = "b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w w"


class TestLasca(GameConformance):
    game = LascaGame
    endless = True
    perft = "lasca_perft.json"
    reference = Judge()
    games = 6

    def pieces_in(self, text: str) -> int:
        return sum([letter in "wbWB" for letter in text.split()[0]])


def test_whole_games_go_as_in_a_plain_program() -> None:
    game, compared, seed = LascaGame(), 0, 0
    while compared < 5000:
        position, board, rng = game.initial(), Board(START), Rng(seed)
        for _ in range(300):
            if position.winner != ONGOING:
                break
            move = int(position.random_move(rng.bits()))
            board.play(game.format_move(move, position))
            position.play(move)
            assert game.format_position(position) == board.text(), f"seed {seed}"
            compared += 1
        seed += 1


def after(text: str, *moves: str) -> str:
    game = LascaGame()
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return game.format_position(position)


def test_a_jump_takes_the_commander_alone_and_frees_what_is_below() -> None:
    text = "4/3/4/1,wb,1/1,wwwwwwwwww,2/3/bbbbbbbbbB,3 w"
    assert after(text, "c3e5") == "4/3/2,bwwwwwwwwww,1/1,w,1/4/3/bbbbbbbbbB,3 b"


def test_a_jump_is_followed_by_another_one_in_the_same_turn() -> None:
    text = "4/1,b,1/4/1,b,1/1,wwwwwwwwwww,2/3/bbbbbbbbB,3 w"
    game = LascaGame()
    position = game.parse_position(text)
    position.play(game.parse_move("c3e5", position))
    assert position.mid_turn
    assert position.player == 0
    assert game.legal_texts(position) == ["e5c7"]
    assert after(text, "c3e5", "e5c7").endswith("/bbbbbbbbB,3 b")


def test_a_soldier_that_arrives_becomes_an_officer_and_stops() -> None:
    text = "4/1,b,1/4/1,b,1/1,wwwwwwwwwww,2/3/bbbbbbbbB,3 w"
    assert after(text, "c3e5", "e5c7").startswith("1,bbwwwwwwwwwwW,2/")


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        (START, "a7b6", "not-yours"),
        (START, "a3a5", "not-diagonal"),
        (START, "b2c3", "occupied"),
        (START, "c3e5", "occupied"),
        ("4/3/4/1,wwwwwwwwwww,1/4/3/bbbbbbbbbbB,3 w", "d4c3", "backward"),
        ("4/3/4/1,wwwwwwwwwww,1/4/3/bbbbbbbbbbB,3 w", "d4f6", "no-enemy"),
        ("4/3/4/1,wb,1/1,wwwwwwwwww,2/3/bbbbbbbbbB,3 w", "c3b4", "must-jump"),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(text: str, move: str, rule: str) -> None:
    game = LascaGame()
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, game.parse_position(text))
    assert caught.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4/3/4/3/4/3/4 w", "0 white pieces, not 11"),
        ("w,3/3/4/1,wwwwwwwwww,1/4/3/bbbbbbbbbbB,3 w", "cell a7: a white soldier on the last row"),
        (f"{START} c3", "after it come the jumped columns"),
        (f"{START} c3,d4", "c3 cannot go on jumping"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        LascaGame().parse_position(text)
