from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import Result
from tests.cli.conftest import OUR_COMMANDS

from stackyard import Match, load_game
from stackyard_cli.commands import COMMANDS, GROUPS
from stackyard_cli.post_game import PostGame
from stackyard_cli.prompt_commands import PROMPT_COMMANDS
from stackyard_cli.registered_commands import registered_names
from stackyard_cli.screen import Screen
from stackyard_cli.session import Session

Run = Callable[..., Result]
Text = Callable[..., str]

NAMES = [f"seat-{'a' * number}" for number in range(1, 20)]
SEATS = f"""
from stackyard import hookimpl

@hookimpl
def stackyard_register_commands(commands):
    for name in {NAMES}:
        commands(name, "seats:command", "Sits.")
"""

LOADED = """
import sys
from stackyard_cli.main import main
main(sys.argv[1:], standalone_mode=False)
prefixes = ("stackyard_cli.commands.", "stackyard_silo.", "stackyard_engine.mcts.search", "librt")
print(*[name for name in sys.modules if name.startswith(prefixes)], sep="\\n")
"""


def test_the_version_is_that_of_the_distribution(output: Text) -> None:
    assert output("--version") == f"stackyard, version {version('stackyard-cli')}\n"


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_lists_every_command_with_a_sentence(word: str, output: Text) -> None:
    _, _, listed = output(word).partition("\n\nPlay:\n")
    commands = [line.split(maxsplit=1) for line in listed.splitlines() if line.startswith("  ")]
    names = [name for group in GROUPS.values() for name in group]
    assert commands == [[n, OUR_COMMANDS[n]] for n in names if n in OUR_COMMANDS]
    assert set(COMMANDS) < set(OUR_COMMANDS) < set(names)


@pytest.mark.parametrize("name", OUR_COMMANDS)
def test_every_command_has_help_that_begins_with_a_sentence(name: str, output: Text) -> None:
    usage, _, sentence, *rest = output(name, "--help").splitlines()
    assert usage.startswith(f"Usage: main {name} ")
    assert sentence[:3] == "  " + sentence[2].upper()
    assert any(line.startswith("Options:") for line in rest)


def test_without_a_command_a_screen_shows_how_to_begin_and_every_command(run: Run) -> None:
    shown = run()
    assert shown.exit_code == 0
    assert "stackyard play silo" in shown.output
    lines = shown.output.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 60
    assert set(OUR_COMMANDS) < set(shown.output.replace(",", " ").split())


def test_no_name_of_a_command_is_broken_in_two(
    run: Run, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("seats", SEATS)
    assert set(NAMES) < set(run().output.replace(",", " ").split())


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("plya", "Did you mean play?"),
        ("anal", "Did you mean analyse?"),
        ("silo", "To play silo: stackyard play silo"),
        ("sillo", "Did you mean play silo?"),
        ("hint", "Type hint at the prompt of a game: stackyard play"),
        ("chess", "To see all: stackyard --help"),
    ],
)
def test_an_unknown_command_is_refused_with_advice(typed: str, advice: str, refusal: Text) -> None:
    assert refusal(typed) == f"There is no command '{typed}'. {advice}"


def test_advice_names_the_plugin_of_a_game_in_a_file(toys: str, refusal: Text) -> None:
    words = shlex.join(["stackyard", "--plugin", toys, "play", "pairs"])
    assert refusal("--plugin", toys, "pairs").endswith(f"To play pairs: {words}")


def test_advice_on_words_of_the_prompt_covers_them_all() -> None:
    match, screen = Match(load_game("silo"), ("human", "human")), Screen()
    prompts = [Session(match, screen), PostGame(match, screen, False, [])]
    words = {command.name for prompt in prompts for command in prompt.list_commands()}
    assert words - set(OUR_COMMANDS) - {"?"} <= {*PROMPT_COMMANDS, *registered_names()}


def test_help_imports_no_command_and_no_rules() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", LOADED, "--help"], capture_output=True, text=True, check=True
    )
    assert "Show a game's options" in shown.stdout
    modules = [line for line in shown.stdout.splitlines() if line.startswith(("stackyard", "lib"))]
    assert modules == ["stackyard_silo.plugin"]


NEEDLESS = """
import sys
import click
before = set(sys.modules)
from stackyard_cli.entry import run
sys.argv[0] = "stackyard"
try:
    run()
finally:
    print("imported:", *sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        ([], {"importlib.metadata", "importlib.util", "email", "pathlib", "shlex", "difflib"}),
        (["play"], {"importlib.metadata", "importlib.resources", "multiprocessing", "statistics"}),
    ],
)
def test_help_imports_nothing_that_takes_long_and_is_not_needed(
    words: list[str], needless: set[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NEEDLESS, *words, "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.rpartition("imported:")[2].split())
    assert "stackyard.plugins.registry" in imported
    assert imported & needless == set()


def test_list_imports_its_own_command_and_no_rules() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", LOADED, "list"], capture_output=True, text=True, check=True
    )
    assert "Mark Steere" in shown.stdout
    modules = {line for line in shown.stdout.splitlines() if line.startswith("stackyard_")}
    assert modules == {"stackyard_silo.plugin", "stackyard_cli.commands.list"}
