from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.cli.conftest import leave_installed

from stackyard import load_game
from stackyard_cli.common import compiled_words

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
UsePlugin = Callable[[str, str], Path]

CORE_HOOKS = [
    "stackyard_addhooks",
    "stackyard_register_exporters",
    "stackyard_register_players",
]
ENGINE_HOOKS = [
    "stackyard_addhooks",
    "stackyard_analyse",
    "stackyard_register_commands",
    "stackyard_register_players",
]
SILO_HOOKS = [
    "stackyard_register_claims",
    "stackyard_register_games",
    "stackyard_register_knowledge",
]

UNMAKEABLE = """
from stackyard import GameInfo, Game, hookimpl

class Lost(Game):
    about = GameInfo("lost", "Lost", "nobody", 2000, "Fails.")
    def prepare(self):
        1 // 0

Lost.__abstractmethods__ = frozenset()

@hookimpl
def stackyard_register_games(register):
    register(GameInfo("unmade", "Unmade", "nobody", 2000, "Is not there."), "no_such_module:Game")
    register(GameInfo("abstract", "Abstract", "nobody", 2000, "Lacks much."), "stackyard:Game")
    register(Lost.about, Lost)
"""


@pytest.fixture(autouse=True)
def _three_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Core, the engine and Silo are installed, and nothing else until a test adds it."""
    leave_installed(monkeypatch, "stackyard-core", "stackyard-engine", "stackyard-silo")


def test_each_plugin_is_named_with_its_version_its_build_and_what_it_provides(
    output: Text,
) -> None:
    build = compiled_words(load_game("silo").build, load_game("silo").processor)
    lines = output("plugins").splitlines()
    assert lines[:11] == [
        f"core (stackyard-core {version('stackyard-core')}), {build}",
        "  players: human, random",
        "  exporters: json, jsonl",
        f"  hooks: {', '.join(CORE_HOOKS)}",
        f"engine (stackyard-engine {version('stackyard-engine')}), {build}",
        "  players: mcts, alphabeta, level, perfect, mirror",
        "  commands: analyse, solve, train, tune, tables, regret, certify, bench",
        f"  hooks: {', '.join(ENGINE_HOOKS)}",
        f"silo (stackyard-silo {version('stackyard-silo')}), {build}",
        "  games: silo",
        f"  hooks: {', '.join(SILO_HOOKS)}",
    ]


def test_a_pure_build_comes_with_the_command_that_compiles_it(output: Text) -> None:
    build = load_game("silo").build
    command = (
        "STACKYARD_COMPILE=1 python -m pip install --force-reinstall --no-deps "
        "./core ./plugins/engine ./plugins/silo"
    )
    assert (command in output("plugins")) == (build == "pure")


def test_a_program_reads_the_same(answer: Answer) -> None:
    build, processor = load_game("silo").build, load_game("silo").processor or None
    shown = answer("plugins")
    seconds = [plugin.pop("seconds") for plugin in shown["plugins"]]
    assert all(0 <= each < 60 for each in seconds)
    assert shown == {
        "plugins": [
            {
                "name": "core",
                "source": f"stackyard-core {version('stackyard-core')}",
                "loaded": True,
                "blocked": False,
                "build": build,
                "processor": processor,
                "provides": {
                    "player": ["human", "random"],
                    "exporter": ["json", "jsonl"],
                },
                "hooks": CORE_HOOKS,
            },
            {
                "name": "engine",
                "source": f"stackyard-engine {version('stackyard-engine')}",
                "loaded": True,
                "blocked": False,
                "build": build,
                "processor": processor,
                "provides": {
                    "player": ["mcts", "alphabeta", "level", "perfect", "mirror"],
                    "command": [
                        "analyse",
                        "solve",
                        "train",
                        "tune",
                        "tables",
                        "regret",
                        "certify",
                        "bench",
                    ],
                },
                "hooks": ENGINE_HOOKS,
            },
            {
                "name": "silo",
                "source": f"stackyard-silo {version('stackyard-silo')}",
                "loaded": True,
                "blocked": False,
                "build": build,
                "processor": processor,
                "provides": {"game": ["silo"]},
                "hooks": SILO_HOOKS,
            },
        ],
        "problems": [],
    }


def test_a_plugin_that_is_slow_to_load_is_named_with_its_time(
    run: Run, use_plugin: UsePlugin
) -> None:
    use_plugin("slow", "import time\ntime.sleep(0.6)")
    slow = [line for line in run("plugins").stdout.splitlines() if "slow:" in line]
    assert len(slow) == 1
    assert re.match(r"  slow: it takes \d\.\d s to load, and each command waits for it", slow[0])


def test_a_program_reads_what_is_broken_and_how_to_mend_it(run: Run, use_plugin: UsePlugin) -> None:
    path = use_plugin("broken", "import no_such_module")
    shown = json.loads(run("plugins", "--json").stdout)
    assert [plugin["loaded"] for plugin in shown["plugins"]] == [True, True, True, False]
    assert shown["problems"] == [
        {
            "plugin": f"broken ({path})",
            "kind": "not-loaded",
            "subject": "",
            "sentence": "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module' "
            "(broken.py, line 1)",
            "remedy": f"mend {path}, or leave it out of --plugin and STACKYARD_PLUGINS",
        }
    ]


def test_a_misspelt_hook_is_named_with_the_one_that_was_meant(
    run: Run, use_plugin: UsePlugin
) -> None:
    path = use_plugin("typist", "def stackyard_register_gmaes(register): pass")
    done = run("plugins")
    assert (done.exit_code, done.stderr) == (1, "")
    problem = done.stdout.partition("Problems:\n")[2]
    assert problem.startswith(
        f"  plugin typist ({path}): there is no hook stackyard_register_gmaes; "
        "did you mean stackyard_register_games? (to mend it: "
    )
    assert problem.count("\n") == 1


def test_games_that_cannot_be_played_are_named_once_each(run: Run, use_plugin: UsePlugin) -> None:
    path = use_plugin("dreams", UNMAKEABLE)
    done = run("plugins")
    assert done.exit_code == 1
    unmade, abstract, lost = done.stdout.partition("Problems:\n")[2].splitlines()
    assert "ModuleNotFoundError: No module named 'no_such_module'" in unmade
    assert "game abstract lacks format_move, format_position, initial, parse_position," in abstract
    assert (
        "game lost failed in prepare: ZeroDivisionError: integer division or modulo by zero "
        "(dreams.py, line 7) (to mend it: "
    ) in lost
    for problem in (unmade, abstract, lost):
        assert problem.count(f"plugin dreams ({path})") == 1
        assert problem.count("to mend it") == 1


def test_a_plugin_that_takes_an_installed_name_hides_nothing_of_the_installed_one(
    run: Run, output: Text, use_plugin: UsePlugin
) -> None:
    installed = output("plugins").splitlines()[3]
    path = use_plugin("silo", "")
    shown = run("plugins").stdout
    assert shown.splitlines()[3] == installed
    (problem,) = shown.partition("Problems:\n")[2].splitlines()
    assert f"silo ({path})" in problem
    assert "<module" not in problem
