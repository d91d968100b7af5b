from __future__ import annotations

import pytest

from stackyard_lab.study.figure_text import interval_text, value_text
from stackyard_lab.study.report import Figure, Group, Metric


def metric(unit: str) -> Metric:
    return Metric("some", Group.SIZE, "some", "", "", unit)


@pytest.mark.parametrize(
    ("unit", "value", "low", "high", "words"),
    [
        ("share", 0.5437, 0.4811, 0.6049, ("54 %", "48 to 61 %")),
        ("share", 0.54371, 0.54112, 0.54619, ("54.4 %", "54.1 to 54.7 %")),
        ("share", 0.5, 0.0, 1.0, ("50 %", "0 to 100 %")),
        ("Elo", 69.4, -12.7, 140.2, ("+70 Elo", "-20 to +150 Elo")),
        ("turns", 61.0, 58.0, 64.0, ("61 turns", "58 to 64 turns")),
        ("turns", 1234.5, 1000.0, 2000.0, ("1,200 turns", "1,000 to 2,000 turns")),
        ("powers of 10", 23.41, 22.9, 24.1, ("10^23.4", "10^22.9 to 10^24.1")),
        ("turns", 61.0, 61.0, 61.0, ("61 turns", "61 to 61 turns")),
        ("powers of 10", 5.9581, 5.9581, 5.9581, ("10^5.958", "10^5.958 to 10^5.958")),
    ],
)
def test_a_figure_has_the_digits_that_its_interval_supports_and_the_interval_is_not_narrowed(
    unit: str, value: float, low: float, high: float | None, words: tuple[str, str]
) -> None:
    figure = Figure("some", value, low, high, 100, 1)
    assert (value_text(metric(unit), figure), interval_text(metric(unit), figure)) == words


def test_a_proven_value_says_so_and_a_missing_one_is_a_dash() -> None:
    share = metric("share")
    proven = Figure("some", 1 / 3, 1 / 3, 1 / 3, 9, 1, proven=True)
    missing = Figure("some", None, None, None, 0, 1)
    assert (value_text(share, proven), interval_text(share, proven)) == ("33.33 %", "proven")
    assert (value_text(share, missing), interval_text(share, missing)) == ("–", "–")
