"""`stackyard play GAME --start NAME`."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from stackyard.descriptions import Start
from stackyard.plugins.registry import load_game
from stackyard_silo.game import SiloGame

Run = Callable[..., Result]
Text = Callable[..., str]

RUN, MIDDLE = "'An enclosed run'", "'A middle game'"
PAIR = Start("A pair", "rr/b/-/b r", "It is short.", {"size": 4, "height": 1})


@pytest.mark.parametrize("named", ["An enclosed run", "an-enclosed-run", "ENCLOSED", "run"])
def test_a_match_begins_with_the_start_that_is_named(named: str, output: Text) -> None:
    words = ("play", "silo", "--start", named, "--first", "random", "--second", "random", "--json")
    assert json.loads(output(*words))["start"] == load_game("silo").starts[0].position


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("middle run", f"--start middle run: name one of {RUN} or {MIDDLE}"),
        ("clos", f"--start clos: name one of {RUN} or {MIDDLE}"),
        ("", f"--start : name one of {RUN} or {MIDDLE}"),
    ],
)
def test_another_name_is_answered_with_those_there_are(
    named: str, sentence: str, refusal: Text
) -> None:
    assert refusal("play", "silo", "--start", named) == sentence


def test_a_start_is_named_once(refusal: Text) -> None:
    said = refusal("play", "silo", "--start", "run", "--position", "rr/b/-/b r")
    assert said == "--start and --position: name one of them"
    assert refusal("play", "--from", "1", "--start", "run").startswith("--from 1: the match says")


def test_the_options_of_a_start_are_taken_with_it(
    output: Text, refusal: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SiloGame, "starts", (PAIR,))
    words = ("play", "silo", "--start", "pair", "-o", "goal=end", "-o", "size=4")
    record = json.loads(output(*words, "--first", "random", "--second", "random", "--json"))
    assert record["options"] == {"size": 4, "height": 1, "goal": "end"}
    said = refusal("play", "silo", "--start", "pair", "-o", "size=6")
    assert said == "-o size=6: the start 'A pair' needs size=4"


def test_a_start_of_another_board_says_which(refusal: Text) -> None:
    said = refusal("play", "silo", "-o", "size=8", "-o", "goal=end", "--start", "middle game")
    assert said == (
        "the start 'A middle game' belongs to another board, that with size=6, height=3, goal=any"
    )


def test_a_game_without_such_starts_says_so(refusal: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SiloGame, "starts", ())
    assert refusal("play", "silo", "--start", "x") == "--start x: silo has no starts with names"
