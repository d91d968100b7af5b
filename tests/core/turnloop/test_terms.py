from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.errors import OptionError, PluginError, UnknownNameError
from stackyard.plugins.discovery import install_command
from stackyard.records.format import decode, encode
from stackyard.records.writer import record_of
from stackyard.text import time_words
from stackyard.turnloop.match import Match
from stackyard.turnloop.terms import read_terms, unknown_terms

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

HANDICAP = """
from stackyard import OptionError, hookimpl
from stackyard.descriptions import Term

def read(text):
    if not text.strip().isdecimal():
        raise OptionError("handicap", text, "a number", f"handicap: {text!r} is no number")
    return text.strip()

@hookimpl
def stackyard_register_terms(register):
    register(Term("handi-cap", "Moves given away.", "2"), read)
    register(Term("komi", "Points given away.", "6.5"), lambda text: ODD)
"""


@pytest.fixture
def _terms(yard: Yard) -> None:
    yard.install("odds", HANDICAP.replace("ODD", "None"))


@pytest.mark.usefixtures("_terms")
@pytest.mark.parametrize("name", ["handi_cap", "Handi-Cap"])
def test_a_term_is_kept_as_its_plugin_reads_it(name: str) -> None:
    assert read_terms({name: " 3 "}) == {"handi_cap": "3"}


def test_no_terms_need_no_plugin() -> None:
    assert read_terms({}) == {}


@pytest.mark.usefixtures("_terms")
def test_what_the_plugin_refuses_is_refused_with_its_sentence() -> None:
    with pytest.raises(OptionError, match="^handicap: 'two' is no number$"):
        read_terms({"handi_cap": "two"})


@pytest.mark.usefixtures("_terms")
def test_a_term_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError) as refused:
        read_terms({"dice": "2"})
    assert str(refused.value) == (
        "no installed plugin provides the term 'dice' (known terms: handi_cap, komi)"
    )


@pytest.mark.parametrize("name", ["clock", "Clock"])
def test_where_there_is_no_clock_it_is_told_how_to_get_one(name: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        read_terms({name: "300+5"})
    assert str(refused.value) == (
        f"no installed plugin provides the term clock; to install it: {install_command('clock')}"
    )


@pytest.mark.parametrize("odd", ["None", "2.5", "'a\\nb'", "'\\x1b[2J'", "'x' * 201"])
def test_what_no_record_can_hold_is_laid_to_the_plugin(odd: str, yard: Yard) -> None:
    yard.install("odds", HANDICAP.replace("ODD", odd), version="1.5")
    with pytest.raises(PluginError) as refused:
        read_terms({"komi": "6.5"})
    assert str(refused.value).startswith("plugin odds (odds 1.5): it read the komi '6.5' as ")
    assert ", which is not a line of text that a record can hold (to" in str(refused.value)


def test_what_is_read_can_be_written_down(yard: Yard, walk: WalkMaker) -> None:
    yard.install("odds", HANDICAP.replace("ODD", "'½' * 200"))
    terms = read_terms({"komi": "6.5"})
    match = Match(walk("a 0 b", "b 1 a"), terms=terms)
    assert decode(encode(record_of(match))).terms == terms == {"komi": "½" * 200}


@pytest.mark.usefixtures("_terms")
def test_of_the_terms_of_a_match_those_are_told_that_nobody_heeds() -> None:
    assert unknown_terms({"komi": "6.5"}) == []
    assert unknown_terms({"komi": "6.5", "dice": "2", "clock": "300"}) == [
        "no installed plugin provides the term 'dice' (known terms: handi_cap, komi)",
        f"no installed plugin provides the term clock; to install it: {install_command('clock')}",
    ]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (300, "5:00"),
        (299.01, "5:00"),
        (61, "1:01"),
        (9.2, "0:10"),
        (0.001, "0:01"),
        (0, "0:00"),
        (-3.5, "0:00"),
        (3599.5, "1:00:00"),
        (36_061, "10:01:01"),
        (86_399, "23:59:59"),
        (86_400, "1 d 0 h"),
        (259_199.5, "3 d 0 h"),
        (255_600, "2 d 23 h"),
    ],
)
def test_time_is_told_in_minutes_and_rounded_up(seconds: float, words: str) -> None:
    assert time_words(seconds) == words
