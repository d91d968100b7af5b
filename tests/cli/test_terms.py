"""Agreements for a match beside its rules, such as the time there is for it."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.plugins.discovery import install_command
from stackyard.records.archive import Archive
from stackyard_cli import screen
from stackyard_cli.stdin_lines import read_line

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
WayOn = Callable[[str], list[str]]
Start = Callable[..., Any]

HOURGLASS = str(Path(__file__).with_name("hourglass.py"))
PLAY = ["--plugin", HOURGLASS, "play", "silo", "--second", "human"]

CLOCK = """
from stackyard import hookimpl
from stackyard.descriptions import Term

@hookimpl
def stackyard_register_terms(register):
    register(Term("clock", "Time.", "5+1"), str.strip)
"""

SLOW = """
import time
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class Slow:
    name = "slow"
    def __init__(self, game, seed):
        pass
    def choose(self, match):
        while not match.watch(0.5):
            time.sleep(0.01)
        return int(match.position.legal_moves()[0])

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("slow", "Thinks as long as it may."), Slow)
"""


# What is agreed


def test_what_is_agreed_stands_in_the_record(answer: Answer) -> None:
    record = answer(*PLAY, "--term", "hourglass=090", typed="resign\n")
    assert record["terms"] == {"hourglass": "90"}
    assert answer(*PLAY, typed="resign\n")["terms"] == {}


@pytest.mark.parametrize("words", [["--clock", " 300+5 "], ["--term", "clock=300+5"]])
def test_a_clock_is_a_term(
    words: list[str], answer: Answer, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("time", CLOCK)
    record = answer("play", "silo", "--second", "human", *words, typed="resign\n")
    assert record["terms"] == {"clock": "300+5"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--clock", "300+5"],
            "no installed plugin provides the term clock; to install it: "
            + install_command("clock"),
        ),
        (
            ["--term", "dice=2"],
            "no installed plugin provides the term 'dice' (known terms: hourglass)",
        ),
        (["--term", "hourglass=long"], "hourglass: 'long' is no number of seconds"),
        (["--term", "hourglass"], "--term hourglass: write NAME=VALUE, as in --term clock=300+5"),
        (["--term", "=5"], "--term =5: write NAME=VALUE, as in --term clock=300+5"),
        (
            ["--term", "hourglass=5", "--term", "Hourglass=6"],
            "--term Hourglass=6: hourglass is given twice",
        ),
        (["--term", "clock=5", "--clock", "6"], "--term clock=5: clock is given twice"),
    ],
)
def test_what_cannot_be_agreed_is_refused(words: list[str], sentence: str, refusal: Text) -> None:
    assert refusal(*PLAY, *words) == sentence
    assert not list(Archive().entries())


def test_a_match_that_is_resumed_keeps_what_was_agreed(run: Run, way_on: WayOn) -> None:
    left = run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    resumed = run(*way_on(left.stdout), typed="quit\n")
    assert re.search(r"^\[red 1:30, blue 1:30\] blue: .* > quit$", resumed.stdout, re.MULTILINE)


def test_a_match_that_is_not_kept_goes_on_with_what_was_agreed(run: Run, way_on: WayOn) -> None:
    left = run(*PLAY, "--term", "hourglass=90", "--no-keep", typed="a quit\n")
    again = run(*way_on(left.stdout), "--json", typed="resign\n")
    assert json.loads(again.stdout)["terms"] == {"hourglass": "90"}


def test_where_nobody_heeds_it_any_more_that_is_told_and_the_match_goes_on(
    run: Run, drop_plugins: Callable[[], None]
) -> None:
    run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    drop_plugins()
    resumed = run("resume", "1", typed="quit\n")
    assert resumed.exit_code == 0
    assert (
        "The match goes on without: no installed plugin provides the term 'hourglass' "
        "(known terms: none)."
    ) in resumed.stdout
    assert "\nblue: choose a column to move from > quit\n" in resumed.stdout


def test_what_was_agreed_stands_in_the_text_for_people(run: Run, output: Text) -> None:
    run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    assert '[Hourglass "90"]\n' in output("export", "1", "--format", "text")


# The time there is


def test_the_prompt_shows_the_time_that_both_sides_have_left(output: Text) -> None:
    shown = output(*PLAY, "--term", "hourglass=3600", typed="?\na\nquit\n")
    assert "  clock         the time left\n" in shown
    assert shown.count("[red 1:00:00, blue 1:00:00] red: choose a column to move from > ") == 2
    assert shown.count("[red 1:00:00, blue 1:00:00] blue: choose a column to move from > ") == 1
    assert "[" not in output(*PLAY, typed="quit\n").partition("Type a move")[2]


class Slow(StringIO):
    """Input that takes longer than there is time."""

    def readline(self, most: int = -1, /) -> str:  # type: ignore[override]
        time.sleep(0.06)
        return super().readline(most)


def test_what_was_typed_too_late_is_not_played(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(seconds: float | None = None) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Slow("a\n"))
            return read_line(seconds)

    monkeypatch.setattr(screen, "read_line", slowly)
    shown = output(*PLAY, "--term", "hourglass=0.05", typed="a\n")
    assert " moves " not in shown
    assert shown.splitlines()[-1] == "blue wins: the time of red is up"


def test_moves_typed_ahead_are_played_as_long_as_there_is_time(answer: Answer) -> None:
    small = ["-o", "size=4", "-o", "height=1", "--term", "hourglass=60"]
    assert answer(*PLAY, *small, typed="a d b c\n")["result"]["winner"] == "blue"


@pytest.mark.nightly
def test_in_a_terminal_the_clock_runs_while_nothing_is_typed(open_terminal: Start) -> None:
    terminal = open_terminal(*PLAY, "--term", "hourglass=8", "--no-keep")
    terminal.wait(r"\[red 0:0[78], blue 0:08\] red: choose .* >\Z")
    terminal.child.send("a")
    terminal.wait(r"\[red 0:0[1-7], blue 0:08\] red: choose .* > a\Z")
    terminal.child.send("\r")
    terminal.wait(r"\[red 0:0[1-7], blue 0:0[1-8]\] blue: choose .* >\Z")
    terminal.child.send("d")
    terminal.wait("red wins: the time of blue is up")
    assert "blue moves" not in terminal.text
    terminal.wait(r"Enter to leave >\Z")
    terminal.child.send("again\r")
    terminal.wait(r"leave > again\n(.*\n)*\[red 0:0[78], blue 0:08\] red: choose .* >\Z")


def test_a_computer_whose_time_is_up_loses_at_once(
    run: Run, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("slowly", SLOW)
    words = ["--plugin", HOURGLASS, "play", "silo", "--first", "slow", "--second", "random"]
    played = run(*words, "--term", "hourglass=0.3", "--json")
    assert json.loads(played.stdout)["result"] == {
        "winner": "blue",
        "reason": "time",
        "sentence": "the time of red is up",
    }


def test_a_delay_takes_no_time_of_the_computer(toys: str, answer: Answer) -> None:
    words = ["--plugin", toys, "--plugin", HOURGLASS, "play", "pairs", "--seed", "1"]
    played = answer(
        *words, "--first", "random", "--second", "random", "--delay", "1", "--term", "hourglass=0.9"
    )
    assert played["result"]["reason"] == "rules"
