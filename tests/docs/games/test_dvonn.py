from __future__ import annotations

import pytest
from tests.docs.games.plain_dvonn import Board, Judge

from stackyard.errors import IllegalMoveError, PositionError
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard.scenes import NEUTRAL
from stackyard_dvonn.game import DvonnGame
from stackyard_kit.testing import GameConformance

START = "9/10/11/10/9 w placing"


class TestDvonn(GameConformance):
    game = DvonnGame
    longest = 49 + 48  # each move of a stack leaves a cell empty for good
    perft = "dvonn_perft.json"
    reference = Judge()
    games = 4

    def pieces_in(self, text: str) -> int | None:
        if text.endswith("placing"):
            return 49  # those beside the board included
        return sum([letter in "wbr" for letter in text.split()[0]])


@pytest.mark.parametrize("plies", [1500, pytest.param(5000, marks=pytest.mark.nightly)])
def test_whole_games_go_as_in_a_plain_program(plies: int) -> None:
    game, compared, seed, skipped = DvonnGame(), 0, 0, 0
    while compared < plies:
        position, board, rng = game.initial(), Board(START), Rng(seed)
        while position.winner == ONGOING:
            move, before = int(position.random_move(rng.bits())), int(position.player)
            board.play(game.format_move(move, position))
            position.play(move)
            assert game.format_position(position) == board.text(), f"seed {seed}"
            skipped += position.player == before and position.placed == 49
            compared += 1
        assert position.winner == board.winner(), f"seed {seed}"
        seed += 1
    assert skipped > plies // 50  # players who cannot move sit out


def after(text: str, *moves: str) -> str:
    game = DvonnGame()
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return game.format_position(position)


def test_the_red_pieces_come_first_and_belong_to_nobody() -> None:
    assert after(START, "a1", "a2", "a3", "a4") == "9/10/11/10/r,r,r,b,5 w placing"
    game = DvonnGame()
    scene = game.scene(game.parse_position("9/10/11/10/r,r,r,b,5 w placing"))
    assert scene.cells[0][0].player == NEUTRAL
    assert scene.colour(scene.cells[0][0]) == "red"


def test_what_loses_touch_with_the_red_pieces_is_removed() -> None:
    # c5 joins the pieces to its right to the red one on c4; without them Black cannot move.
    text = "9/10/3,r,w,b,b,w,3/10/r,r,7 w moving"
    assert after(text, "c5c4") == "9/10/3,rw,7/10/r,r,7 w moving"


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        ("9/10/3,r,w,b,b,w,3/10/r,r,7 w moving", "c4c5", "red"),
        ("9/10/3,r,w,b,b,w,3/10/r,r,7 w moving", "c6c5", "not-yours"),
        ("9/10/3,r,w,b,b,w,3/10/r,r,7 w moving", "c5c7", "distance"),
        ("9/10/3,r,w,b,b,w,3/10/r,r,7 w moving", "c5d5", "empty"),
        ("9/10/3,r,w,b,b,w,3/10/r,r,7 w moving", "c5", "moving"),
        ("9/3,b,b,5/3,r,w,w,5/3,b,b,5/r,r,7 w moving", "c5c4", "shut-in"),
        ("9/10/11/10/r,r,r,b,5 w placing", "a1", "occupied"),
        ("9/10/11/10/r,r,r,b,5 w placing", "a1a2", "placing"),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(text: str, move: str, rule: str) -> None:
    game = DvonnGame()
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, game.parse_position(text))
    assert caught.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9/10/11/10/r,r,w,6 b placing", "2 red pieces, but of 3 that are placed 3 are red"),
        ("9/10/11/10/r,r,r,6 w placing", "black places the next piece"),
        ("9/10/11/10/rw,8 b placing", "no stacks as long as pieces are placed"),
        ("9/10/11/10/r,r,w,6 w moving", "2 red pieces; there are 3"),
        ("9/10/11/10/r,r,wr,6 w moving", "cell a3: a red piece never comes onto a stack"),
        ("9/10/11/10/r,r,r,1,w,4 w moving", "touches no red piece"),
        ("9/10/11/10/r,r,r,w,5 b moving", "black cannot move"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        DvonnGame().parse_position(text)
