from __future__ import annotations

import pytest

from stackyard_clock.control import read
from stackyard_web.term_words import clock_words, term_words


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("10 min + 5 s", "10 min + 5 s"),
        ("5 min", "5 min"),
        ("30 s", "30 s"),
        ("1:30:00", "1 h 30 min"),
        ("2h+30", "2 h + 30 s"),
        ("90s/move", "1 min 30 s a move"),
        ("3 days a move", "3 days a move"),
        ("1d12h", "1 day 12 h"),
    ],
)
def test_a_clock_is_told_as_one_would_say_it(typed: str, words: str) -> None:
    assert clock_words(read(typed)) == words


def test_a_term_that_is_no_clock_stays_as_it_is() -> None:
    assert term_words({"clock": "600+5", "glass": "60.0"}) == "clock 10 min + 5 s, glass 60.0"
