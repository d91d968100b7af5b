"""`--no-plugin` and `--trace-hooks`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
UsePlugin = Callable[[str, str], Path]

WATCHER = """
from stackyard import hookimpl
@hookimpl(wrapper=True)
def stackyard_move_played(match, move):
    return (yield)
"""


def test_a_plugin_is_left_out_by_name(output: Text, run: Run) -> None:
    assert output("--no-plugin", "silo", "list").startswith("No game is installed.")
    refused = run("--no-plugin", "silo", "perft", "silo", "2")
    assert refused.exit_code == 2
    assert "plugin silo (stackyard-silo " in refused.stderr
    assert "is blocked by --no-plugin or STACKYARD_NO_PLUGINS" in refused.stderr


def test_what_is_left_out_is_not_imported(output: Text, use_plugin: UsePlugin) -> None:
    use_plugin("broken", "1 / 0")
    shown = output("--no-plugin", "broken", "plugins")
    assert "  blocked by --no-plugin or STACKYARD_NO_PLUGINS" in shown
    assert "Problems" not in shown


def test_a_program_reads_what_is_left_out(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_NO_PLUGINS", os.pathsep.join(["engine", "Silo"]))
    found = {plugin["name"]: plugin for plugin in answer("plugins")["plugins"]}
    assert {name for name, plugin in found.items() if plugin["blocked"]} == {"engine", "silo"}
    assert not found["silo"]["loaded"]
    assert found["silo"]["provides"] == {}


def test_names_add_up_with_those_of_the_environment(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_NO_PLUGINS", "engine")
    shown = output("--no-plugin", "silo", "plugins")
    assert shown.count("blocked by --no-plugin") == 2
    assert os.environ["STACKYARD_NO_PLUGINS"] == os.pathsep.join(["engine", "silo"])


def test_a_name_of_no_plugin_is_told(run: Run) -> None:
    shown = run("--no-plugin", "sloi", "plugins").stdout
    assert (
        "plugin sloi (STACKYARD_NO_PLUGINS): it is to be left out, but there is no plugin of that "
        "name (to mend it: correct the name given to --no-plugin or in STACKYARD_NO_PLUGINS)"
    ) in shown


def test_core_cannot_be_left_out(run: Run) -> None:
    refused = run("--no-plugin", "core", "list")
    assert refused.exit_code == 2
    assert "nothing works without core" in refused.stderr


PLAY = ("play", "silo", "--first", "random", "--second", "random", "--seed", "1", "--quiet")


def test_the_trace_shows_hooks_with_their_plugins_in_order(run: Run, use_plugin: UsePlugin) -> None:
    use_plugin("watcher", WATCHER)
    played = run("--trace-hooks", *PLAY)
    lines = played.stderr.splitlines()
    assert "hook stackyard_register_games(register=" in played.stderr
    moves = [line for line in lines if line.startswith("hook stackyard_move_played(")]
    assert moves[0].startswith("hook stackyard_move_played(match=<Match of silo after 1 plies>, ")
    assert all(line.endswith(": watcher (wrapper)") for line in moves)
    assert any(line.startswith("hook stackyard_match_finished(") for line in lines)
    assert "hook" not in played.stdout


def test_without_the_option_nothing_is_traced(run: Run) -> None:
    assert "hook " not in run(*PLAY).stderr


def test_other_processes_inherit_both(tmp_path: Path) -> None:
    program = (
        "from stackyard.plugins.registry import registry; import json;"
        "blocked = registry().manager.is_blocked;"
        "print(json.dumps([p.name for p in registry().providers if blocked(p.name)]))"
    )
    variables = {"STACKYARD_NO_PLUGINS": "silo", "STACKYARD_TRACE_HOOKS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == ["silo"]
    assert "hook stackyard_addhooks(" in done.stderr
