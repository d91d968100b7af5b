from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Environment

FILE = Path(__file__).with_name("counting.py")


@pytest.fixture(params=["compiled", "pure"])
def environment(request: pytest.FixtureRequest) -> Environment:
    found: Environment = request.getfixturevalue(request.param)
    return found


def test_a_game_in_one_file_is_listed_beside_the_installed_ones(environment: Environment) -> None:
    named = environment.output("--plugin", FILE, "list")
    assert environment.output("list", variables={"STACKYARD_PLUGINS": str(FILE)}) == named
    silo, counting = named.splitlines()
    assert silo.startswith("silo ")
    assert counting.startswith("counting  Counting, nobody 1900 ")
    assert counting.endswith("  Count on by one or two to the end.")
    assert "counting" not in environment.output("list")


def test_a_game_in_one_file_is_played_by_a_person(environment: Environment) -> None:
    words, typed = ["play", "counting", "--second", "human"], "3\n1\n2\n2\n1\n2\n1\n"
    shown = environment.output("--plugin", FILE, *words, typed=typed)
    variables = {"STACKYARD_PLUGINS": str(FILE)}
    assert environment.output(*words, typed=typed, variables=variables) == shown
    lines = shown.splitlines()
    assert "Not played: '3' is neither 1 nor 2. Type ? for help." in lines
    assert "Not played: that is beyond the last cell. Type ? for help." in lines
    assert lines[-1].startswith("white wins")


def test_a_game_in_one_file_is_played_well_by_the_computer(environment: Environment) -> None:
    words = ["--first", "mcts:2000", "--second", "random", "--json"]
    for seed in range(3):
        played = environment.output(
            "--plugin", FILE, "play", "counting", *words, "--seed", str(seed)
        )
        assert json.loads(played)["result"]["winner"] == "white", f"seed {seed}"


def test_a_game_in_one_file_is_shown_counted_and_measured(environment: Environment) -> None:
    assert environment.output("--plugin", FILE, "perft", "counting", "8") == "0\n"
    assert environment.output("--plugin", FILE, "perft", "counting", "7") == "1\n"
    assert "o" in environment.output("--plugin", FILE, "show", "counting", "cb")
    assert "Count on by one or by two" in environment.output("--plugin", FILE, "rules", "counting")
    figures = json.loads(
        environment.output("--plugin", FILE, "bench", "counting", "--seconds", "0.05", "--json")
    )
    assert (figures["game"], figures["build"]) == ("counting", "pure")


def test_every_simulation_of_a_game_in_one_file_is_the_same_in_either_build(
    compiled: Environment, pure: Environment
) -> None:
    words = ["play", "counting", "-o", "cells=20", "--first", "mcts:50", "--second", "random"]
    command = ["--plugin", str(FILE), *words, "--seed", "9"]
    assert compiled.played(*command) == pure.played(*command)
