from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.cli.conftest import OUR_COMMANDS

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

GREETER = """
import click
from stackyard import hookimpl

@click.command("greet-all")
@click.argument("name")
def greet(name):
    click.echo(f"good day, {name}")

@click.command()
def mine():
    click.echo("mine")

@hookimpl
def stackyard_register_commands(commands):
    commands("greet-all", greet, "Greet somebody.")
    commands("gone", "no_such_module:command", "Cannot be imported.")
    commands("leaves", "leaving_module:command", "Leaves when imported.")
    commands("number", "math:pi", "Is no command.")
    commands("list", mine, "Pretends to be ours.")
"""


@pytest.fixture
def greeter(use_plugin: UsePlugin) -> Path:
    return use_plugin("greeter", GREETER)


def test_a_command_of_a_plugin_is_listed_after_ours(greeter: Path, output: Text) -> None:
    ours, _, others = output("--help").partition("\n\nOthers:\n")
    listed = {line.split()[0] for line in ours.splitlines() if line.startswith("  ")}
    assert set(OUR_COMMANDS) < listed
    assert ["greet-all", "Greet somebody."] in [line.split(None, 1) for line in others.splitlines()]


@pytest.mark.parametrize("name", ["greet-all", "greet_all"])
def test_a_command_of_a_plugin_runs_under_its_name(name: str, greeter: Path, output: Text) -> None:
    assert output(name, "reader") == "good day, reader\n"


def test_misuse_of_a_command_of_a_plugin_is_refused(greeter: Path, refusal: Text) -> None:
    assert refusal("greet-all") == "Missing argument 'NAME'."


def test_a_command_that_cannot_be_imported_is_refused_in_one_sentence(
    greeter: Path, refusal: Text
) -> None:
    assert refusal("gone") == (
        f"plugin greeter ({greeter}): no_such_module:command cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_module' "
        f"(to mend it: mend {greeter}, or leave it out of --plugin and STACKYARD_PLUGINS)"
    )


def test_a_command_that_leaves_when_imported_is_refused_in_one_sentence(
    greeter: Path, refusal: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    (greeter.parent / "leaving_module.py").write_text("raise SystemExit(0)", "utf-8")
    monkeypatch.syspath_prepend(str(greeter.parent))
    assert refusal("leaves").startswith(
        f"plugin greeter ({greeter}): leaving_module:command cannot be imported: SystemExit: 0"
    )


def test_what_is_no_command_is_refused_in_one_sentence(greeter: Path, refusal: Text) -> None:
    assert refusal("number").startswith(
        f"plugin greeter ({greeter}): math:pi of command number is no click command ("
    )


def test_a_plugin_cannot_take_the_name_of_our_command_and_is_reported(
    greeter: Path, run: Run
) -> None:
    listed = run("list")
    assert listed.stdout.startswith("silo ")
    assert "the command list is already provided by" in run("plugins").stdout
