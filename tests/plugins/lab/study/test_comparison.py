"""Tests of comparisons of variants, on made-up games whose true values are known."""

from __future__ import annotations

from random import Random

import pytest

from stackyard_engine.confidence import Estimate
from stackyard_lab.study.comparison import Block, Contest, Score


def played(blocks: int, first: float, larger: float, random: Random) -> list[Block]:
    """Blocks in which the first player and the larger budget win with these chances."""

    def mean(chance: float) -> float:
        return sum([random.random() < chance for _ in range(2)]) / 2

    return [Block(mean(first), mean(larger)) for _ in range(blocks)]


def contest(one: list[Block], other: list[Block]) -> Contest:
    made = Contest()
    for here, there in zip(one, other, strict=True):
        made.add(here, there)
    return made


def test_a_score_is_what_doubling_gains_minus_what_moving_first_is_worth() -> None:
    for first in (1.0, 0.0):  # either seat's advantage counts
        score = Score()
        for _ in range(50):
            score.add(Block(first, 0.75))
        estimate = score.estimate()
        assert estimate.value == pytest.approx(0.25 - 0.5)
        assert -0.4 < estimate.low < -0.25 < estimate.high < -0.1


def test_differences_are_those_of_the_parts() -> None:
    found = contest([Block(0.5, 1.0), Block(1.0, 0.5)], [Block(0.0, 0.5), Block(0.5, 0.5)])
    assert found.gain().value == pytest.approx(0.25)
    assert found.worth().value == pytest.approx(0.0)  # 0.75 and 0.25
    assert found.score().value == pytest.approx(0.25)
    assert found.blocks == 2


def test_the_mirrored_contest_has_the_mirrored_intervals() -> None:
    random = Random(1)
    one, other = played(60, 0.8, 0.6, random), played(60, 0.4, 0.7, random)
    there, back = contest(one, other), contest(other, one)
    for here, mirrored in (
        (there.gain(), back.gain()),
        (there.worth(), back.worth()),
        (there.score(), back.score()),
    ):
        assert here.value == pytest.approx(-mirrored.value)
        assert (here.low, here.high) == pytest.approx((-mirrored.high, -mirrored.low), abs=1e-5)


def test_equal_advantages_of_opposite_seats_are_equally_unfair() -> None:
    random = Random(2)
    found = contest(played(300, 0.9, 0.6, random), played(300, 0.1, 0.6, random))
    assert found.worth().low < 0 < found.worth().high
    assert found.score().low < 0 < found.score().high


def test_a_fairer_variant_is_found_whichever_seat_the_other_favours() -> None:
    for first in (0.9, 0.1):
        random = Random(3)
        found = contest(played(100, 0.5, 0.6, random), played(100, first, 0.6, random))
        assert found.worth().high < 0
        assert found.score().low > 0


def test_intervals_hold_the_truth_whenever_one_looks() -> None:
    missed, runs = 0, 20
    for run in range(runs):
        random = Random(run)
        made = Contest()
        wrong = False
        pairs = zip(played(40, 0.7, 0.7, random), played(40, 0.4, 0.6, random), strict=True)
        for number, (one, other) in enumerate(pairs, 1):
            made.add(one, other)
            if number % 20 == 0:
                truths = ((made.gain(), 0.1), (made.worth(), 0.1), (made.score(), 0.0))
                wrong |= any(not holds(estimate, truth) for estimate, truth in truths)
        missed += wrong
    assert missed <= 0.05 * runs


def holds(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high
