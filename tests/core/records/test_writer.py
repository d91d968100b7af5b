"""Records that are made from moves, for readers of other notations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.errors import RecordError
from stackyard.position import DRAW
from stackyard.records.reader import restore
from stackyard.records.writer import record_from_moves
from stackyard.turnloop.outcome import Reason

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

WALK = ("a 0 b", "b 1 c", "c 0 d", "d 1 won 1")


@pytest.mark.parametrize(
    ("moves", "winner", "reason"),
    [
        ("bcd", 0, Reason.RULES),  # of the two the rules count
        ("bc", 0, Reason.RESIGNATION),
        ("bc", DRAW, Reason.AGREEMENT),
    ],
)
def test_a_result_that_the_rules_do_not_give_is_a_resignation_or_an_agreement(
    known_walk: WalkMaker, moves: str, winner: int, reason: Reason
) -> None:
    game = known_walk(*WALK)
    result = restore(record_from_moves(game, moves, source="x", winner=winner)).result
    assert result is not None
    assert result.reason is reason
    assert result.winner == (1 if reason is Reason.RULES else winner)


def test_a_match_without_a_result_goes_on(known_walk: WalkMaker) -> None:
    record = record_from_moves(known_walk(*WALK), "bc", source="x", names=("Ann", "Bob"))
    assert record.result is None
    assert [seat.name for seat in record.players] == ["Ann", "Bob"]


def test_the_same_text_gives_the_same_id(known_walk: WalkMaker) -> None:
    game = known_walk(*WALK)
    first, again, other = [
        record_from_moves(game, "b", source=text).id for text in ("a  b", "a\nb", "ab")
    ]
    assert first == again != other
    assert len(first) == 32


def test_a_refused_move_is_named_by_its_number(known_walk: WalkMaker) -> None:
    with pytest.raises(RecordError, match=r"^move 3, x: ") as caught:
        record_from_moves(known_walk(*WALK), "bcx", source="x")
    assert caught.value.ply == 2


@pytest.mark.parametrize("moves", ["babab", "baba"])  # a has stood three times after four moves
def test_a_repetition_that_did_not_count_ends_nothing(known_walk: WalkMaker, moves: str) -> None:
    game = known_walk("a 0 b", "b 1 a")
    record = record_from_moves(game, moves, source="x", winner=0)
    result = restore(record).result
    assert record.plies == len(moves)
    assert result is not None
    assert result.reason is Reason.RESIGNATION
