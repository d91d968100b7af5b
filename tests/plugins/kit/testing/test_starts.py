"""The check of positions from which a match may begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stackyard.info import Start
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (
            Start("Nine", "9 3,0 b", "Black takes.", {"counters": 9}),
            "the start 'Nine' is no position of its settings: 12 counters, but there are 9",
        ),
        (Start("End", "0 7,5 b", "All are taken."), "the start 'End' is over"),
        (Start("Nine", "9 3,0 b", "Black takes"), "a sentence with a full stop"),
    ],
)
def test_a_start_that_cannot_be_played_is_told(
    conformance: Made, told: Told, start: Start, words: str
) -> None:
    assert words in told(conformance(None, {"starts": (start,)})().test_starts)


def test_a_start_that_can_be_played_passes(conformance: Made) -> None:
    start = Start("Nine", "9 3,0 b", "Black takes.")
    conformance(None, {"starts": (start,)})().test_starts()
