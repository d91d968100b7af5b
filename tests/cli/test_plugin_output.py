"""Output of plugins goes to standard error, so that answers stay answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result
from tests.cli.conftest import OUR_COMMANDS
from tests.core.plugins.ladder import ladder

from stackyard.turnloop.hooks import TURN_LOOP
from stackyard_cli.main import main
from stackyard_cli.output import OurCommand

Run = Callable[..., Result]
UsePlugin = Callable[[str, str], Path]

CHATTY = """
import click
from stackyard import load_game

@click.command()
def talk():
    print("answer")

@click.command()
def look():
    print(load_game("ladder").title)

@hookimpl
def stackyard_register_commands(commands):
    print("hook")
    commands("talk", talk, "Talks.")
    commands("look", look, "Looks at a game.")

@hookimpl
def stackyard_turn_started(match):
    print("turn")
"""


@pytest.fixture
def chatty(use_plugin: UsePlugin) -> Path:
    """A plugin that prints wherever it can."""
    source = f"print('module'){ladder()}{CHATTY}"
    for method in ("prepare(self):", "legal_moves(self):", "pieces(self, position):"):
        name = method.partition("(")[0]
        source = source.replace(f"def {method}\n", f"def {method}\n        print('{name}')\n")
    return use_plugin("chatty", source)


def leaves(command: click.Command) -> Iterator[click.Command]:
    """The commands that do something."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from leaves(inner)
    else:
        yield command


@pytest.mark.parametrize("name", OUR_COMMANDS)
def test_every_command_of_ours_keeps_standard_output_for_its_answers(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert [kind for kind in leaves(command) if not isinstance(kind, OurCommand)] == []


@pytest.mark.parametrize(
    "words",
    [
        "list",
        "plugins",
        "info ladder",
        "show ladder",
        "perft ladder 2",
        "perft ladder 2 --divide",
        "bench ladder --seconds 0.01",
        "analyse ladder --simulations 9",
        "play ladder --first random --second mcts:9 --no-keep",
    ],
)
def test_an_answer_in_json_stays_json_whatever_plugins_print(
    words: str, chatty: Path, run: Run
) -> None:
    done = run(*words.split(), "--json")
    assert done.exit_code == 0
    json.loads(done.stdout)
    heard = set(done.stderr.split())
    assert {"module", "hook"} <= heard
    assert ("prepare" in heard) == ("ladder" in words or words == "plugins")
    assert ("turn" in heard) == words.startswith("play")
    assert heard <= {"module", "hook", "prepare", "legal_moves", "pieces", "turn"}


def test_a_picture_on_standard_output_is_a_picture(chatty: Path, run: Run) -> None:
    done = run("show", "ladder", "--svg", "-")
    assert done.stdout.startswith("<svg ")
    assert done.stdout.endswith("</svg>\n")
    assert "pieces" in done.stderr


def test_a_record_on_standard_output_is_a_record(chatty: Path, run: Run) -> None:
    played = run("play", "ladder", "--first", "random", "--second", "random", "--keep", "--quiet")
    assert played.stdout.count("\n") == 1
    json.loads(run("export", "1").stdout)
    assert run("replay", "1", "--check").stdout.count("\n") == 1
    assert json.loads(run("records", "check", "--json").stdout) == {"records": 1, "refused": []}


def test_help_holds_no_prints(chatty: Path, run: Run) -> None:
    done = run("--help")
    assert done.stdout.startswith("Usage: ")
    assert done.stderr.split() == ["module", "hook"]
    assert run("list", "--help").stdout.startswith("Usage: ")


def test_a_command_of_a_plugin_has_standard_output_for_itself(chatty: Path, run: Run) -> None:
    done = run("talk")
    assert (done.stdout, done.stderr.split()) == ("answer\n", ["module", "hook"])


def test_a_game_that_is_loaded_by_a_command_of_a_plugin_keeps_off_standard_output(
    chatty: Path, run: Run
) -> None:
    done = run("look")
    assert done.stdout == "Ladder\n"
    assert {"prepare", "legal_moves", "pieces"} <= set(done.stderr.split())


def test_standard_output_is_as_it_was_afterwards(chatty: Path, run: Run, capsys: Any) -> None:
    run("info", "ladder")
    run("info", "nothing")
    print("here")
    assert capsys.readouterr().out == "here\n"


WRITES = {
    "a descriptor": "import os; os.write(1, b'loud\\n')",
    "a child process": "import subprocess; subprocess.run(['echo', 'loud'], check=True)",
    "the first stream": "import sys; sys.__stdout__.write('loud\\n'); sys.__stdout__.flush()",
}
LOUD = """
from stackyard import hookimpl
{module}

def loud(match):
    {hook}

for name in TURN_LOOP:
    globals()[name] = hookimpl(specname=name)(type(loud)(loud.__code__, globals(), name))
"""


@pytest.mark.parametrize("way", WRITES)
@pytest.mark.parametrize("place", ["module", "hook"])
def test_what_a_plugin_writes_past_python_spoils_no_answer(
    way: str, place: str, tmp_path: Path
) -> None:
    plugin = tmp_path / "loud.py"
    written = {"module": "", "hook": "pass", place: WRITES[way]}
    plugin.write_text(f"TURN_LOOP = {TURN_LOOP}{LOUD.format(**written)}", "utf-8")
    words = "play silo -o size=4 --first random --second random --seed 1 --no-keep --json"
    done = subprocess.run(
        [sys.executable, "-m", "stackyard_cli", "--plugin", str(plugin), *words.split()],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["game"] == "silo"
    assert "loud" in done.stderr
