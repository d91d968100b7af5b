"""Other people's plugins that are broken, all of them installed at once beside ours."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Environment, MakeEnvironment, WritePlugin

WORKING = """
import click
from stackyard import hookimpl

@click.command()
def wave():
    click.echo("hello")

@hookimpl
def stackyard_register_commands(commands):
    commands("wave", wave, "Wave to somebody.")
"""

RAISING = """
from stackyard import hookimpl

@hookimpl
def stackyard_register_games(register):
    raise RuntimeError("not today")
"""

DUPLICATE = """
from stackyard import GameInfo, hookimpl

@hookimpl
def stackyard_register_games(register):
    register(GameInfo("silo", "Another Silo", "nobody", 2000, "Is not Silo."), "nowhere:Game")
"""

SPOILSPORT = """
from stackyard import hookimpl

@hookimpl
def stackyard_turn_started(match):
    raise RuntimeError("no fun")
"""

FAILING = """
from stackyard import GameInfo, Game, hookimpl

class Failing(Game):
    about = GameInfo("failing", "Failing", "nobody", 2000, "Fails.")
    def prepare(self):
        print("not for standard output")
        raise ArithmeticError("no sums")

Failing.__abstractmethods__ = frozenset()

@hookimpl
def stackyard_register_games(register):
    register(Failing.about, Failing)
"""

HALF = """
from stackyard import GameInfo, Game, hookimpl

class Half(Game):
    about = GameInfo("half", "Half", "nobody", 2000, "Lacks much.")

@hookimpl
def stackyard_register_games(register):
    register(Half.about, Half)
"""

# Names, sources, what is reported of them and, where it is not the usual one, the remedy.
BROKEN = {
    "lost-import": (
        "import no_such_module",
        "cannot be loaded: ModuleNotFoundError: ",
        "python -m pip install --upgrade --force-reinstall lost-import",
    ),
    "bad-syntax": ("def (", "cannot be loaded: SyntaxError: ", ""),
    "early-leaver": ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3", ""),
    "raising-hook": (RAISING, "stackyard_register_games failed: RuntimeError: not today", ""),
    "misspelt-hook": (
        "def stackyard_register_gmaes(register): pass",
        "there is no hook stackyard_register_gmaes; did you mean stackyard_register_games?",
        "correct its name, or mark it @hookimpl(optionalhook=True) if a plugin that may be absent "
        "brings it",
    ),
    "unmarked-hook": (
        "def stackyard_register_games(register): pass",
        "stackyard_register_games is not marked with @stackyard.hookimpl",
        "",
    ),
    "a-duplicate": (DUPLICATE, "the game silo is already provided by silo (stackyard-silo ", ""),
    "half-a-game": (HALF, "game half lacks format_move, format_position, initial, ", ""),
    "failing-game": (
        FAILING,
        "game failing failed in prepare: ArithmeticError: no sums (failing_game.py, line 8)",
        "",
    ),
    "module-gone": (
        None,
        "cannot be loaded: ModuleNotFoundError: No module named 'module_gone'",
        "python -m pip install --upgrade --force-reinstall module-gone",
    ),
}


# failing-game is found out when it is played.
AT_LOAD = len(BROKEN) - 1
SILENT = {"STACKYARD_PLUGIN_WARNINGS": "0"}


@pytest.fixture(scope="module")
def strangers(write_plugin: WritePlugin) -> list[Path]:
    return [
        write_plugin("working", WORKING),
        *(write_plugin(name, source) for name, (source, _, _) in BROKEN.items()),
    ]


@pytest.fixture(scope="module")
def crowd(wheels: Path, strangers: list[Path], make_environment: MakeEnvironment) -> Environment:
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    environment.install("--no-deps", *strangers)
    return environment


@pytest.fixture(scope="module")
def problems(crowd: Environment) -> dict[str, dict[str, Any]]:
    """The problems that `plugins` reports, by the plugin's name."""
    done = crowd.run("plugins", "--json")
    assert done.returncode == 1
    assert done.stderr == "not for standard output\n"
    found = json.loads(done.stdout)["problems"]
    by_name = {problem["plugin"].split()[0]: problem for problem in found}
    assert len(by_name) == len(found)
    return by_name


def test_help_is_shown_as_ever(crowd: Environment) -> None:
    assert crowd.output("--help").count("Play a game against the computer") == 1


def test_a_plugin_that_works_goes_on_working(crowd: Environment) -> None:
    assert "Wave to somebody." in crowd.output("--help")
    assert crowd.output("wave", variables=SILENT) == "hello\n"


def test_the_games_are_listed_with_a_warning_of_the_problems(crowd: Environment) -> None:
    done = crowd.run("list")
    assert done.returncode == 0
    assert done.stdout.startswith("silo     Silo, Mark Steere 2021  ")
    assert done.stderr.startswith(f"Warning: {AT_LOAD} plugins have problems: ")
    assert done.stderr.count("\n") == 1


def test_a_game_is_played_to_its_end(crowd: Environment, compiled: Environment) -> None:
    words = ["play", "silo", "--first", "random", "--second", "mcts:20", "--seed", "1"]
    result = crowd.output(*words, "--quiet", variables=SILENT)
    assert result == compiled.output(*words, "--quiet")
    assert crowd.played(*words, variables=SILENT) == compiled.played(*words)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_named_with_its_version_and_its_remedy(
    name: str, problems: dict[str, dict[str, Any]], crowd: Environment
) -> None:
    plugin = name.replace("-", "_")
    _, sentence, remedy = BROKEN[name]
    remedy = remedy or f"tell its author, or leave it out by --no-plugin {plugin}"
    problem = problems[plugin]
    assert problem["plugin"] == f"{plugin} ({name} 1.2.3)"
    assert problem["sentence"].startswith(sentence)
    assert problem["remedy"] == remedy
    words = f"plugin {problem['plugin']}: {problem['sentence']} (to mend it: {remedy})"
    assert words in crowd.run("plugins").stdout


def test_nothing_else_is_reported(problems: dict[str, dict[str, Any]]) -> None:
    assert set(problems) == {name.replace("-", "_") for name in BROKEN}


def test_a_game_that_fails_is_named_with_what_to_do(crowd: Environment) -> None:
    done = crowd.run("show", "failing", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    _, printed, sentence, advice = done.stderr.splitlines()
    assert printed == "not for standard output"
    assert sentence == (
        "Error: plugin failing_game (failing-game 1.2.3) failed in prepare: ArithmeticError: "
        "no sums (failing_game.py, line 8)."
    )
    assert advice == (
        "What to do: tell its author, or leave it out by --no-plugin failing_game; "
        "STACKYARD_STRICT=1 shows the traceback."
    )


def test_plugins_that_are_left_out_are_no_problem(crowd: Environment) -> None:
    left_out = {"STACKYARD_NO_PLUGINS": os.pathsep.join(BROKEN)}
    shown = json.loads(crowd.output("plugins", "--json", variables=left_out))
    assert shown["problems"] == []
    assert crowd.output("wave", variables=left_out) == "hello\n"


def test_a_plugin_that_interrupts_itself_is_named_as_the_program_ends(
    crowd: Environment, tmp_path: Path
) -> None:
    (tmp_path / "stopper.py").write_text("raise KeyboardInterrupt", "utf-8")
    done = crowd.run("--plugin", tmp_path / "stopper.py", "list")
    assert (done.returncode, done.stdout) == (130, "")
    assert "It was loading plugin stopper (--no-plugin stopper leaves it out)." in done.stderr


def test_strict_makes_a_broken_plugin_a_failure(crowd: Environment) -> None:
    done = crowd.run("list", variables={"STACKYARD_STRICT": "1"})
    assert (done.returncode, done.stdout) == (2, "")
    sentence = done.stderr.splitlines()[-1]
    assert sentence.startswith("Error: plugin ")
    assert "1.2.3" in sentence


def test_a_hook_that_fails_in_a_game_is_switched_off_and_named(
    wheels: Path, make_environment: MakeEnvironment, write_plugin: WritePlugin
) -> None:
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    environment.install("--no-deps", write_plugin("spoilsport", SPOILSPORT))
    words = ["play", "silo", "--first", "random", "--second", "random", "--quiet"]
    done = environment.run(*words)
    assert done.returncode == 0
    assert " wins: all " in done.stdout
    assert done.stderr == (
        "plugin spoilsport (spoilsport 1.2.3): stackyard_turn_started failed: "
        "RuntimeError: no fun (spoilsport.py, line 6); it is switched off for this match "
        "(tell its author, or leave it out by --no-plugin spoilsport)\n"
    )
    strict = environment.run(*words, variables={"STACKYARD_STRICT": "1"})
    assert (strict.returncode, strict.stdout) == (2, "")
    assert strict.stderr.startswith("Traceback ")
    *_, sentence, way_on, _ = strict.stderr.splitlines()
    assert sentence.startswith("Error: plugin spoilsport ")
    assert way_on == "To go on from here:"
