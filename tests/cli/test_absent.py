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
        ("play silo --second mirror", "engine"),
        ("play silo --second restricted:level:3", "lab"),
        ("seat-code 1", "web"),
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


def test_beside_a_random_mover_nobody_says_that_two_people_play(output: Text) -> None:
    shown = output(*SMALL.split(), "--first", "random", "--second", "random")
    assert "Two people play" not in shown
    assert "Two people play" not in output(*SMALL.split(), "--first", "random", typed="quit\n")


def test_a_match_against_an_absent_computer_names_its_package(
    refusal: Text, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        leave_installed(patch, "stackyard-core", "stackyard-engine", "stackyard-silo")
        run("play", "silo", "--level", "1", "--keep", typed="a\nquit\n")
    leave_installed(monkeypatch, "stackyard-core", "stackyard-silo")
    assert "the player level comes with stackyard-engine: " in refusal("resume", "1")


@pytest.mark.parametrize(("name", "package"), [("a.ap.json", "notations"), ("a.link", "notations")])
def test_no_record_is_written_where_another_format_is_meant(
    name: str, package: str, run: Run, refusal: Text
) -> None:
    run(*SMALL.replace("--no-keep", "--keep").split(), typed="a d b c")
    assert f" comes with stackyard-{package}: " in refusal("export", "1", "--to", name)
