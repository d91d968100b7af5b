"""Installed plugins that are broken or slow are named on standard error, and spoil nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result
from tests.toy_games import Yard, yard  # noqa: F401 - a fixture

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., object]

SEE = "(see `stackyard plugins`; STACKYARD_PLUGIN_WARNINGS=0 silences this).\n"
REMEDY = "(to mend it: tell its author, or leave it out by --no-plugin bad)"
WORDS = "cannot be loaded: RuntimeError: not today (bad.py, line 1)"
ONE = f"Warning: plugin bad (bad 1.0): {WORDS} {REMEDY} {SEE}"
BAD = "raise RuntimeError('not\\ntoday')"


@pytest.fixture
def bad(yard: Yard) -> Yard:  # noqa: F811
    yard.install("bad", BAD)
    return yard


@pytest.mark.parametrize("words", ["", "list", "list --json", "matches", "completion bash"])
def test_every_command_names_an_installed_plugin_that_fails_and_goes_on(
    words: str, bad: Yard, run: Run
) -> None:
    done = run(*words.split())
    assert (done.exit_code, done.stderr) == (0, ONE)


def test_a_command_that_is_misused_names_it_too(bad: Yard, run: Run) -> None:
    done = run("show", "nothing")
    assert done.exit_code == 2
    assert done.stderr.startswith(ONE)


@pytest.mark.parametrize("words", ["--help", "list --help", "show -h"])
def test_help_says_nothing_of_it(words: str, bad: Yard, run: Run) -> None:
    done = run(*words.split())
    assert (done.exit_code, done.stderr) == (0, "")


def test_the_warning_is_silenced_by_a_variable(
    bad: Yard, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_PLUGIN_WARNINGS", "0")
    assert run("list").stderr == ""


def test_leaving_the_plugin_out_silences_it_too(bad: Yard, run: Run) -> None:
    assert run("--no-plugin", "bad", "list").stderr == ""


def test_several_plugins_share_one_line(bad: Yard, run: Run) -> None:
    for number in range(4):
        bad.install(f"worse-{number}", "1 / 0\n")
    assert run("list").stderr == (
        "Warning: 5 plugins have problems: bad (bad 1.0), worse_0 (worse-0 1.0), "
        f"worse_1 (worse-1 1.0) and 2 more {SEE}"
    )


def test_a_game_that_is_refused_is_told_once(bad: Yard, refusal: Text) -> None:
    sentence = refusal("show", "bad")
    assert sentence.count("cannot be loaded: RuntimeError: not today") == 1


def test_plugins_with_problems_end_with_exit_code_1(bad: Yard, run: Run) -> None:
    done = run("plugins")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "plugin bad (bad 1.0): cannot be loaded: " in done.stdout
    done = run("plugins", "--json")
    assert (done.exit_code, len(json.loads(done.stdout)["problems"])) == (1, 1)
