from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]


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
    other.write_text("", "utf-8")
    shown = output("--plugin", toys, "--plugin", str(other), "plugins")
    assert f"toys ({toys})" in shown
    assert f"other ({other})" in shown


def test_a_named_plugin_is_handed_on_to_worker_processes(toys: str, output: Text) -> None:
    output("--plugin", toys, "list")
    assert os.environ["STACKYARD_PLUGINS"] == toys


def test_a_plugin_named_in_the_environment_stays_beside_one_on_the_command_line(
    toys: str, output: Text, use_plugin: UsePlugin
) -> None:
    first = use_plugin("first", "")
    shown = output("--plugin", toys, "plugins")
    assert f"first ({first})" in shown
    assert f"toys ({toys})" in shown


def test_a_file_that_does_not_exist_spoils_nothing_and_is_named(run: Run, output: Text) -> None:
    listed = run("--plugin", "nowhere.py", "list")
    assert listed.exit_code == 0
    assert listed.stdout.startswith("silo ")
    assert listed.stderr == "Some plugins have problems: see `stackyard plugins`.\n"
    assert (
        "plugin nowhere (nowhere.py): cannot be loaded: FileNotFoundError: there is no file "
        "nowhere.py (to mend it: mend nowhere.py, or leave it out of --plugin and "
        "STACKYARD_PLUGINS)" in output("plugins")
    )


def test_a_game_whose_plugin_cannot_be_loaded_is_refused_with_the_reason(
    refusal: Text, use_plugin: UsePlugin
) -> None:
    path = use_plugin("chequers", "raise RuntimeError('not today')")
    assert refusal("info", "chequers") == (
        "no game 'chequers' is installed (installed: silo); plugin "
        f"chequers ({path}): cannot be loaded: RuntimeError: not today (to mend it: mend {path}, "
        "or leave it out of --plugin and STACKYARD_PLUGINS)"
    )


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
        f"Error: plugin broken ({path}): cannot be loaded: SystemExit: 3 (to mend it: "
    )
