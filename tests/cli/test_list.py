from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard.plugins.discovery import OUR_GAMES, install_command

Text = Callable[..., str]
Answer = Callable[..., Any]

SUMMARY = "Move your highest checkers to the right until all of them form one unbroken run."


def test_each_game_has_a_line(output: Text) -> None:
    assert output("list") == f"silo  Silo, Mark Steere 2021  {SUMMARY}\n"


def test_a_program_reads_the_same(answer: Answer) -> None:
    assert answer("list") == [
        {
            "name": "silo",
            "title": "Silo",
            "designer": "Mark Steere",
            "year": 2021,
            "summary": SUMMARY,
        }
    ]


@pytest.mark.usefixtures("_no_games")
def test_without_any_game_it_says_how_to_get_one(output: Text) -> None:
    heading, *commands = output("list").splitlines()
    assert heading == "No game is installed. To install one:"
    assert commands == [f"  {install_command(game)}" for game in OUR_GAMES]


@pytest.mark.usefixtures("_no_games")
def test_without_any_game_a_program_reads_an_empty_list(answer: Answer) -> None:
    assert answer("list") == []


def test_an_argument_too_many_is_refused(refusal: Text) -> None:
    assert refusal("list", "silo") == "Got unexpected extra argument (silo)"
