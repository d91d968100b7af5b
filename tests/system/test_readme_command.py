from __future__ import annotations

import json
from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import MakeEnvironment

# Who tries one column after another always finds a legal one, and every game ends.
STUBBORN = "".join(f"{column}\n" for column in islice(cycle("abcde"), 20_000))


# Compiling takes minutes; test_archives has pip compile a game in an isolated environment.
@pytest.mark.parametrize("build", ["pure", pytest.param("compiled", marks=pytest.mark.slow)])
def test_the_command_in_the_readme_installs_everything_and_a_game_is_played_to_its_end(
    clone: Path, make_environment: MakeEnvironment, build: str
) -> None:
    environment = make_environment(with_pip=True)
    pip = ["-m", "pip", "install", "-r", "requirements.txt"]
    variables = {"STACKYARD_COMPILE": "0"} if build == "pure" else {}
    environment.python_output(*pip, folder=clone, variables=variables)
    lines = environment.output("play", "silo", typed=STUBBORN).splitlines()
    assert "red: human, blue: level 4" in lines
    assert lines[-1].startswith(("red wins: all red checkers", "blue wins: all blue checkers"))
    plugins = json.loads(environment.output("plugins", "--json"))
    assert plugins["problems"] == []
    assert environment.builds()["silo"] == build
