from __future__ import annotations

import json
import sys
from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Call, MakeEnvironment

# Who tries one column after another always finds a legal one, and every game ends.
STUBBORN = "".join(f"{column}\n" for column in islice(cycle("abcde"), 20_000))


# By pip it takes minutes, so the check leaves it to uv, uncompiled; other tests have pip build and
# compile in isolated environments.
@pytest.mark.parametrize("build", ["pure", pytest.param("compiled", marks=pytest.mark.nightly)])
def test_the_command_in_the_readme_installs_everything_and_a_game_is_played_to_its_end(
    clone: Path, make_environment: MakeEnvironment, call: Call, build: str
) -> None:
    environment = make_environment(with_pip=build == "compiled")
    if build == "compiled":
        environment.python_output("-m", "pip", "install", "-r", "requirements.txt", folder=clone)
    else:
        uv = [sys.executable, "-m", "uv", "pip", "install", f"--python={environment.python}"]
        variables = {"STACKYARD_COMPILE": "0"}
        call(*uv, "-r", "requirements.txt", folder=clone, variables=variables)
    lines = environment.output("play", "silo", typed=STUBBORN).splitlines()
    assert "red: human, blue: level 1" in lines
    ends = "You (red) won: all red checkers", "You (red) lost: all blue checkers"
    assert lines[-1].startswith(ends)
    plugins = json.loads(environment.output("plugins", "--json"))
    assert plugins["problems"] == []
    assert environment.builds()["silo"] == build
