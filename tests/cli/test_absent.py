"""The command line with core and Silo alone: what is absent is named with its package."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import Result
from tests.cli.conftest import leave_installed

Run = Callable[..., Result]
Text = Callable[..., str]

SMALL = "play silo -o size=4 -o height=1 --no-keep"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_installed(monkeypatch, "stackyard-core", "stackyard-silo")


def test_without_a_computer_two_people_play(run: Run) -> None:
    done = run(*SMALL.split(), typed="a d b c")
    assert done.exit_code == 0
    assert "Two people play. A computer to play against: python -m pip install" in done.stdout
    assert "red: human, blue: human" in done.stdout


def test_random_movers_play(output: Text) -> None:
    words = "--first random --second random --seed 1 --quiet"
    assert " wins: " in output(*SMALL.split(), *words.split())


@pytest.mark.parametrize(
    ("words", "package"),
    [
        ("play silo --level 3", "engine"),
        ("play silo --level auto", "engine"),
        ("play silo --second mcts:simulations=10", "engine"),
        ("play silo --second ugi:command=x", "protocols"),
        ("analyse silo", "engine"),
        ("lesson silo", "coach"),
        ("puzzles silo", "coach"),
        ("review 1", "coach"),
        ("stats", "coach"),
        ("serve", "web"),
        ("arena silo", "lab"),
        ("show silo --svg board.svg", "pictures"),
    ],
)
def test_what_is_absent_is_named_with_its_package(words: str, package: str, refusal: Text) -> None:
    assert f" comes with stackyard-{package}: python -m pip install " in refusal(*words.split())


def test_an_absent_command_of_a_prompt_is_named_with_its_package(
    run: Run, keep: Callable[..., int]
) -> None:
    played = run(*SMALL.split(), typed="hint\nhint 5\nquit\n")
    assert played.output.count("hint comes with stackyard-coach: python -m pip install ") == 2
    assert "the best moves" not in run(*SMALL.split(), typed="?\nquit\n").stdout
    number = str(keep())
    replayed = run("replay", number, typed="hint\n?\nquit\n")
    assert "hint comes with stackyard-coach" in replayed.output
    assert "the best moves" not in replayed.stdout


def test_a_level_that_fits_is_the_coach_s(refusal: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_installed(monkeypatch, "stackyard-core", "stackyard-engine", "stackyard-silo")
    found = refusal("play", "silo", "--level", "auto")
    assert found.startswith("--level auto comes with stackyard-coach: python -m pip install ")
