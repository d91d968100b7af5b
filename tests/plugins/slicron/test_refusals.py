from __future__ import annotations

import pytest

from stackyard.errors import IllegalMoveError
from stackyard.notation import cell_names
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_slicron.game import SlicronGame

MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"
ROW = "4/5/6/7/2bbbb/1b3/b3 b -"
START = "4/5/6/7/6/5/4 b s"
LAST = "wwbb/5/wwwwww/b1bbb1b/bwbwww/b3b/1wwb w -"
LOST = (
    "white cannot place a stone: each of 11 empty cells touches a white path "
    "that it would not shorten"
)


@pytest.mark.parametrize(
    ("options", "text", "move", "rule", "sentence", "cells"),
    [
        ({}, ROW, "a1", "occupied", "there is a stone on a1 already", "a1"),
        (
            {},
            ROW,
            "b4",
            "not-shorter",
            "a stone on b4 would touch your path a1-b2-c3-c4-c5-c6 and not make it shorter",
            "a1 b2 c3 c4 c5 c6",
        ),
        (
            {},
            "4/5/6/7/6/5/bb2 b -",
            "b2",
            "not-shorter",
            "a stone on b2 would touch your path a1-a2 and not make it shorter",
            "a1 a2",
        ),
        (
            {"rules": "revised"},
            ROW,
            "b3",
            "not-shorter",
            "a stone on b3 makes a path of 6 (a1-b2-b3-c4-c5-c6), which is not shorter than your "
            "path of 6 it would touch, a1-b2-c3-c4-c5-c6",
            "a1 b2 c3 c4 c5 c6",
        ),
        (
            {},
            START,
            "swap",
            "no-swap",
            "only white may swap, in answer to black's first stone",
            "",
        ),
        (
            {"pie": False},
            "4/5/6/3b3/6/5/4 w -",
            "swap",
            "no-pie",
            "nobody swaps in this game: the option pie is off",
            "",
        ),
        (
            {},
            MID_TURN,
            "swap",
            "turn-not-over",
            "your turn is not over: take off b2, b3, c2, c3, c4, d3 or d4 first",
            "b2 b3 c2 c3 c4 d3 d4",
        ),
        (
            {},
            MID_TURN,
            "a1",
            "turn-not-over",
            "your turn is not over: take off b2, b3, c2, c3, c4, d3 or d4 first",
            "b2 b3 c2 c3 c4 d3 d4",
        ),
        (
            {},
            MID_TURN,
            "xa2",
            "must-stay",
            "the stone on a2 stays, however you choose; choose b2, b3, c2, c3, c4, d3 or d4",
            "a2",
        ),
        (
            {},
            MID_TURN,
            "xa1",
            "not-yours",
            "there is no stone of yours on a1; choose b2, b3, c2, c3, c4, d3 or d4",
            "a1",
        ),
        (
            {},
            ROW,
            "xa1",
            "nothing-to-take-off",
            "no stone is to be taken off now: x is for turns that leave a choice",
            "a1",
        ),
        ({}, LAST, "e4", "game-over", f"the game is over: {LOST}", ""),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_that_forbids_it(
    options: dict[str, object], text: str, move: str, rule: str, sentence: str, cells: str
) -> None:
    game = SlicronGame(side=4, **options)
    position = game.parse_position(text)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, position)
    refusal = caught.value.refusal
    named = " ".join(cell_names(game.board, refusal.cells))
    assert (refusal.rule, refusal.sentence, named) == (rule, sentence, cells)
    assert game.format_position(position) == text


@pytest.mark.parametrize("rules", ["2024", "revised"])
def test_everything_that_is_refused_is_refused_for_a_reason(rules: str) -> None:
    """Every move of the move space, through a whole game."""
    game = SlicronGame(side=3, rules=rules)
    position = game.initial()
    rng = Rng(1)
    while position.winner == ONGOING:
        legal = position.legal_moves()
        for move in range(game.move_space):
            if move not in legal:
                refusal = game.refusal(move, position)
                assert refusal.sentence
                if refusal.rule == "not-shorter":
                    assert len(refusal.cells) > 1
        position.play(position.random_move(rng.bits()))
