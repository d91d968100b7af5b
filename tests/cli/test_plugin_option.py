from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stackyard_cli.main import main

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

NOTHING = """
from stackyard import hookimpl

@hookimpl
def stackyard_match_started(match):
    pass
"""


def test_a_plugin_file_adds_its_games(toys: str, output: Text) -> None:
    listed = output("--plugin", toys, "list")
    assert [line.split()[0] for line in listed.splitlines()] == ["silo", "pairs", "shuttle"]


def test_a_plugin_module_adds_its_games(
    output: Text, use_plugin: UsePlugin, toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(toys).parent))
    assert "pairs" in output("--plugin", "toys", "list")


def test_several_plugins_may_be_named(toys: str, tmp_path: Path, output: Text) -> None:
    other = tmp_path / "other.py"
    other.write_text(NOTHING, "utf-8")
    shown = output("--plugin", toys, "--plugin", str(other), "plugins")
    assert f"toys ({toys})" in shown
    assert f"other ({other})" in shown


def test_a_named_plugin_is_handed_on_to_worker_processes(toys: str, output: Text) -> None:
    output("--plugin", toys, "list")
    assert os.environ["STACKYARD_PLUGINS"] == toys


def test_a_plugin_named_in_the_environment_stays_beside_one_on_the_command_line(
    toys: str, output: Text, use_plugin: UsePlugin
) -> None:
    first = use_plugin("first", NOTHING)
    shown = output("--plugin", toys, "plugins")
    assert f"first ({first})" in shown
    assert f"toys ({toys})" in shown


COMMANDS = [["list"], ["play", "silo"], ["show", "silo", "--help"], ["--help"], ["nothing"], []]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_named_file_that_does_not_exist_ends_every_command(
    words: list[str], refusal: Text
) -> None:
    assert refusal("--plugin", "nowhere.py", *words) == (
        "plugin nowhere (nowhere.py): cannot be loaded: FileNotFoundError: there is no file "
        "nowhere.py (to mend it: correct the name given to --plugin or in STACKYARD_PLUGINS; "
        "that of a file ends in .py)"
    )


@pytest.mark.parametrize("words", COMMANDS)
def test_a_plugin_named_in_the_environment_that_fails_ends_every_command(
    words: list[str], refusal: Text, use_plugin: UsePlugin
) -> None:
    path = use_plugin("chequers", "raise RuntimeError('not today')")
    assert refusal(*words) == (
        f"plugin chequers ({path}): cannot be loaded: RuntimeError: not today "
        "(chequers.py, line 1) (to mend it: mend "
        f"{path}, or leave it out of --plugin and STACKYARD_PLUGINS)"
    )


def test_a_named_plugin_whose_hook_fails_ends_a_command(
    refusal: Text, use_plugin: UsePlugin
) -> None:
    use_plugin(
        "late", NOTHING.replace("match_started(match)", "register_games(register)") + "    1/0"
    )
    assert "stackyard_register_games failed: ZeroDivisionError" in refusal("list")


def test_a_named_plugin_with_the_name_of_an_installed_one_ends_a_command(
    refusal: Text, use_plugin: UsePlugin
) -> None:
    use_plugin("silo", NOTHING)
    assert "there is a plugin of that name already: silo (stackyard-silo " in refusal("list")


def test_the_plugins_are_listed_although_a_named_one_cannot_be_loaded(run: Run) -> None:
    done = run("--plugin", "nowhere.py", "plugins")
    assert (done.exit_code, done.stderr) == (2, "")
    assert "silo (stackyard-silo " in done.stdout
    assert "plugin nowhere (nowhere.py): cannot be loaded: " in done.stdout


def test_the_version_is_shown_and_words_are_completed_although_a_plugin_cannot_be_loaded(
    run: Run, use_plugin: UsePlugin
) -> None:
    use_plugin("broken", "1 / 0")
    assert run("--version").exit_code == 0
    asked = {
        "_STACKYARD_COMPLETE": "bash_complete",
        "COMP_WORDS": "stackyard li",
        "COMP_CWORD": "1",
    }
    done = CliRunner().invoke(main, [], env=asked, prog_name="stackyard")
    assert (done.stdout, done.stderr) == ("plain,list\n", "")


@pytest.mark.parametrize("words", [["list"], ["show", "silo"], ["--help"], ["nothing"]])
def test_strict_makes_a_broken_plugin_a_failure_with_its_traceback(
    words: list[str], run: Run, use_plugin: UsePlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = use_plugin("broken", "raise SystemExit(3)")
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    first, *trace, sentence = done.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert f'  File "{path}", line 1, in <module>' in trace
    assert sentence.startswith(
        f"Error: plugin broken ({path}): cannot be loaded: SystemExit: 3 "
        "(broken.py, line 1) (to mend it: "
    )
