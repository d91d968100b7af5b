from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard.plugins.discovery import install_command

Text = Callable[..., str]
Answer = Callable[..., Any]

COMMANDS = [["info"], ["show"], ["perft", "2"], ["bench"], ["play"]]


def naming(command: list[str], game: str) -> list[str]:
    name, *rest = command
    return [name, game, *rest]


@pytest.mark.parametrize("command", [*COMMANDS, ["rules"]])
def test_an_unknown_game_is_refused_with_what_is_installed(
    command: list[str], refusal: Text
) -> None:
    assert refusal(*naming(command, "chess")) == "no game 'chess' is installed (installed: silo)"


def test_a_game_nearly_named_is_suggested(refusal: Text) -> None:
    assert refusal("show", "silos").endswith("(installed: silo); did you mean silo?")


@pytest.mark.usefixtures("_no_games")
@pytest.mark.parametrize("command", [*COMMANDS, ["rules"]])
def test_a_game_of_ours_that_is_absent_comes_with_the_command_that_installs_it(
    command: list[str], refusal: Text
) -> None:
    assert refusal(*naming(command, "silo")) == (
        "no game 'silo' is installed (installed: none); to install it: " + install_command("silo")
    )


@pytest.mark.parametrize("name", ["silo", "Silo", "SILO"])
def test_a_game_is_named_in_either_case(name: str, answer: Answer) -> None:
    assert answer("show", name)["game"] == "silo"


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_refused_with_those_there_are(
    command: list[str], refusal: Text
) -> None:
    assert refusal(*naming(command, "silo"), "-o", "colour=red") == (
        "silo has no option 'colour'; its options: size, height, goal"
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("size=7", "silo, option size: 7 is not allowed; choose 4, 6, 8, … 26"),
        ("size=", "silo, option size:  is not allowed; choose 4, 6, 8, … 26"),
        ("size=six", "silo, option size: six is not allowed; choose 4, 6, 8, … 26"),
        ("height=0", "silo, option height: 0 is not allowed; choose 1 to 15"),
        ("goal=far", "silo, option goal: far is not allowed; choose any, end or home"),
        (
            "size=12",
            "silo, option height: 12 columns of 6 make 72 checkers, at most 62 are allowed; "
            "choose 1 to 5 for size 12",
        ),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_those_that_are(
    command: list[str], option: str, sentence: str, refusal: Text
) -> None:
    assert refusal(*naming(command, "silo"), "-o", option) == sentence


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["size", "=8", "", "size:8"])
def test_an_option_that_is_not_name_and_value_is_refused(
    command: list[str], option: str, refusal: Text
) -> None:
    assert refusal(*naming(command, "silo"), "-o", option) == (
        f"-o {option}: write NAME=VALUE, as in -o size=8"
    )


@pytest.mark.parametrize("second", ["size=8", "size=6", "Size=8"])
def test_an_option_given_twice_is_refused(second: str, refusal: Text) -> None:
    assert "is given twice" in refusal("show", "silo", "-o", "size=6", "-o", second)


def test_names_and_values_of_options_are_read_in_either_case(answer: Answer) -> None:
    shown = answer("show", "silo", "-o", "SIZE=8", "--option", "Goal=END")
    assert shown["options"] == {"size": 8, "height": 4, "goal": "end"}


@pytest.mark.parametrize("command", [*COMMANDS, ["rules"]])
def test_a_missing_game_is_refused(command: list[str], refusal: Text) -> None:
    told = {
        "play": "name a game: silo, as in stackyard play silo",
        "analyse": "GAME or MATCH is missing (the games are silo; `stackyard matches` lists the "
        "matches), as in: stackyard analyse silo",
    }
    usual = f"GAME is missing (the games are silo), as in: stackyard {command[0]} silo"
    assert refusal(command[0]).startswith(told.get(command[0], usual))


@pytest.mark.parametrize("command", [*COMMANDS, ["rules"], ["list"], ["plugins"]])
def test_an_option_that_the_command_does_not_have_is_refused(
    command: list[str], refusal: Text
) -> None:
    words = command if command[0] in {"list", "plugins"} else naming(command, "silo")
    assert "--colour" in refusal(*words, "--colour")
