from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Environment, MakeEnvironment

HOW = 'python -m pip install "stackyard[silo]"'


def assert_no_game(environment: Environment) -> None:
    assert HOW in environment.output("list")
    assert json.loads(environment.output("list", "--json")) == []
    refused = environment.run("play", "silo")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"Error: no game 'silo' is installed (installed: none); to install it: {HOW}\n"
    )
    assert "play" in environment.output("--help")
    assert environment.output("plugins").startswith("core (stackyard-core ")


def test_core_and_cli_work_without_a_game_and_silo_comes_and_goes(
    wheels: Path, make_environment: MakeEnvironment
) -> None:
    environment = make_environment(wheels)
    environment.install("stackyard-cli")
    assert_no_game(environment)
    environment.install("stackyard-silo")
    assert environment.output("list").startswith("silo  Silo, Mark Steere 2021  ")
    assert environment.output("perft", "silo", "5") == "403\n"
    environment.pip("uninstall", "--yes", "stackyard-silo")
    assert_no_game(environment)


def test_silo_and_core_are_a_library_without_the_cli(
    wheels: Path, make_environment: MakeEnvironment
) -> None:
    environment = make_environment(wheels)
    environment.install("stackyard-silo")
    assert not environment.program.exists()
    script = "import stackyard as s; print(s.perft(s.load_game('silo').initial(), 5))"
    assert environment.python_output("-c", script) == "403\n"


def test_a_player_s_install_holds_neither_the_kit_nor_a_plugin_of_pytest(
    compiled: Environment,
) -> None:
    script = (
        "from importlib.metadata import distributions, entry_points as points;"
        "from importlib.util import find_spec;"
        "own = [p.value for p in points(group='pytest11') if p.value.startswith('stackyard')];"
        "print(find_spec('stackyard_kit'), own,"
        " sorted(d.name for d in distributions() if d.name.startswith('stackyard')))"
    )
    installed = ["stackyard-cli", "stackyard-core", "stackyard-engine", "stackyard-silo"]
    assert compiled.python_output("-c", script) == f"None [] {installed}\n"
    words = ["--first", "level:1", "--second", "random", "--seed", "1", "--quiet"]
    assert " wins: " in compiled.output("play", "silo", *words)


def test_the_module_is_the_same_program(compiled: Environment) -> None:
    version = compiled.output("--version")
    assert version.startswith("stackyard, version ")
    assert compiled.python_output("-m", "stackyard_cli", "--version") == version
    assert compiled.python_output("-m", "stackyard_cli", "list") == compiled.output("list")


def test_what_is_installed_fits_together(compiled: Environment, pure: Environment) -> None:
    assert "No broken requirements" in compiled.pip("check")
    assert "No broken requirements" in pure.pip("check")
