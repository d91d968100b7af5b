"""Proofs that follow from the judged first moves."""

from __future__ import annotations

import pytest

from stackyard import DRAW, ONGOING, load_game
from stackyard_coach.assessment import Assessment, MoveValue
from stackyard_lab.study.exact import ExactSolution
from stackyard_lab.study.first_moves import FirstMoves
from stackyard_lab.study.judge import Passage
from stackyard_lab.study.settings import StudySettings

HARDLY_TRIED = -2  # in place of a winner


def judged(*winners: int) -> FirstMoves:
    """The first moves of a board of Silo after each of which this winner is known."""
    game = load_game("silo", size=6)
    texts = game.legal_texts(game.initial())[: len(winners)]
    assert len(texts) == len(winners)
    found = FirstMoves(game, StudySettings("silo"), ExactSolution(game))
    moves = tuple([MoveValue((text,), 0.5) for text in texts])
    found._take(Passage("", (), (0,)), {0: Assessment(share=0.5, moves=moves)})
    for text, winner in zip(texts, winners, strict=True):
        known = Assessment(share=0.5, proven=winner)
        if winner == HARDLY_TRIED:
            known = Assessment(share=None)
        found._take(Passage(text, (), (1,)), {1: known})
    return found


@pytest.mark.parametrize(
    ("winners", "winner"),
    [
        ((1, 1, 1), 1),
        ((0, ONGOING), 0),
        ((1, DRAW, 1), DRAW),
        ((1, ONGOING, DRAW), ONGOING),
        ((1, HARDLY_TRIED, 1), ONGOING),
    ],
)
def test_all_first_moves_must_be_proven_losses_for_a_proof_that_the_first_player_loses(
    winners: tuple[int, ...], winner: int
) -> None:
    found = judged(*winners)
    assert found.winner == winner
    assert found.whole == (HARDLY_TRIED not in winners)
