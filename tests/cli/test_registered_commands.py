"""Commands that plugins register for the prompts of matches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Keep = Callable[[str], int]
UsePlugin = Callable[[str, str], Path]

TINY = ("play", "silo", "-o", "size=4", "-o", "height=1", "--no-keep", "--second", "human")

COUNTER = """
from stackyard import StackyardError, hookimpl

@hookimpl(optionalhook=True)
def stackyard_register_prompt_commands(register):
    register("match", "count", count, "the number of moves", "[WORD]")
    register("match", "fail", fail, "is always refused")
    register("match", "lost", "no_such_module:lost", "is not there")
    register("end", "tally", count, "the number of moves at the end")
    register("replay", "where", where, "the place", "[WORD]")

def count(prompt, arguments):
    prompt.screen.say(f"{prompt.match.ply} moves {arguments}")

def fail(prompt, arguments):
    raise StackyardError("it cannot be")

def where(replay, arguments):
    replay.screen.say(f"at {replay.ply} {arguments}")
"""


@pytest.fixture(autouse=True)
def _counter(use_plugin: UsePlugin) -> None:
    use_plugin("counter", COUNTER)


def test_a_command_of_a_plugin_runs_with_its_arguments(run: Run) -> None:
    shown = run(*TINY, typed="a\ncount\ncount now\ncount too much\nquit\n").stdout
    assert "1 moves []\n" in shown
    assert "1 moves ['now']\n" in shown
    assert "write count [WORD]." in shown


def test_a_command_of_a_plugin_stands_in_the_help_and_is_suggested(run: Run) -> None:
    shown = run(*TINY, typed="?\ncuont\nquit\n").stdout
    assert "  count [WORD]  the number of moves\n" in shown
    assert "Did you mean count?" in shown


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("fail", "Not done: it cannot be."),
        ("lost", "Not done: plugin counter "),
        ("tally", "Not done: tally works after the end of the match"),
    ],
)
def test_a_command_that_cannot_be_carried_out_does_not_end_the_match(
    typed: str, sentence: str, run: Run
) -> None:
    done = run(*TINY, typed=f"a\n{typed}\ncount\nquit\n")
    assert sentence in done.stdout
    assert "1 moves []" in done.stdout


def test_a_replay_has_commands_of_plugins(keep: Keep, run: Run) -> None:
    number = keep("a d b c")
    shown = run("replay", str(number), typed="2\nwhere\nwhere now\nwhere to go\n?\nquit\n").stdout
    assert "at 2 []\n" in shown
    assert "at 2 ['now']\n" in shown
    assert "Not done: write where [WORD]." in shown
    assert "  where [WORD]   the place\n" in shown


def test_without_the_coach_its_commands_are_named_with_its_package(keep: Keep, run: Run) -> None:
    words = ("--no-plugin", "coach")
    shown = run(*words, *TINY, typed="hint\nreview\n?\nquit\n").stdout
    assert "Not done: hint comes with stackyard-coach: python -m pip install" in shown
    assert "Not done: review comes with stackyard-coach: " in shown
    assert "the best moves" not in shown
    shown = run(*words, "replay", str(keep("a d b c")), typed="hint 5\n?\nquit\n").stdout
    assert "Not done: hint comes with stackyard-coach: " in shown
    assert "the best moves" not in shown
