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


def test_without_the_coach_no_level_fits(refusal: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_installed(monkeypatch, "stackyard-core", "stackyard-engine", "stackyard-silo")
    assert "--level auto comes with stackyard-coach: " in refusal("play", "silo", "--level", "auto")


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
        ("play silo,B-FzCE", "notations"),
    ],
)
def test_what_is_absent_is_named_with_its_package(words: str, package: str, refusal: Text) -> None:
    assert f" comes with stackyard-{package}: python -m pip install " in refusal(*words.split())
