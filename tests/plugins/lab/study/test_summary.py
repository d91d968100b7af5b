from __future__ import annotations

import pytest

from stackyard_lab.study.metrics import BY_NAME, METRICS
from stackyard_lab.study.report import Figure, Group, VariantReport
from stackyard_lab.study.summary import SENTENCES, summary


def variant(*figures: Figure) -> VariantReport:
    return VariantReport("silo", "Silo", {}, figures)


@pytest.mark.parametrize(
    ("low", "high", "proven", "verdict"),
    [
        (0.52, 0.61, False, "moving first is an advantage"),
        (0.31, 0.49, False, "moving second is an advantage"),
        (0.48, 0.61, False, "no advantage of either seat is shown"),
        (0.5, 0.5, True, "the seats are equal"),
    ],
)
def test_a_seat_is_called_better_only_if_the_interval_says_so(
    low: float, high: float, proven: bool, verdict: str
) -> None:
    figure = Figure("first_seat", (low + high) / 2, low, high, 100, 1, proven)
    (told,) = summary(Group.BALANCE, variant(figure))
    assert told.startswith("The first player takes ")
    assert told.endswith(f"of the points: {verdict}.")


def test_a_proven_result_is_told_beside_the_score() -> None:
    score = Figure("first_seat", 0.03, 0.0, 0.12, 100, 1)
    told = summary(Group.BALANCE, variant(score, Figure("best_play", 1.0, 1.0, 1.0, 1, 1, True)))
    assert told[-1] == "With best play, the first player gets a win (proven)."


def test_each_group_has_sentences_about_metrics_that_exist() -> None:
    assert {BY_NAME[name].group for name in SENTENCES} == set(Group)
    figures = [Figure(metric.name, 0.5, 0.4, 0.6, 10, 1) for metric in METRICS]
    for group in Group:
        told = summary(group, variant(*figures))
        assert 1 <= len(told) <= 3
        assert all("(" in sentence for sentence in told)


def test_nothing_is_said_without_a_measurement() -> None:
    missing = Figure("first_seat", None, None, None, 0, 1)
    assert summary(Group.BALANCE, variant(missing)) == []
