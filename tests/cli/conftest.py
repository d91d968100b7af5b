"""Running the command in this process, and plugins that are not installed."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stackyard.plugins import host
from stackyard_cli.main import main

Run = Callable[..., Result]


def leave_installed(monkeypatch: pytest.MonkeyPatch, *kept: str) -> None:
    """Hide every plugin but these distributions, whatever else is installed here."""
    finder = importlib.metadata.MetadataPathFinder
    real = finder.find_distributions

    def found(*context: Any) -> Iterable[importlib.metadata.PathDistribution]:
        for distribution in real(*context):
            is_plugin = "[stackyard]" in (distribution.read_text("entry_points.txt") or "")
            if not is_plugin or distribution.metadata["Name"] in kept:
                yield distribution

    monkeypatch.setattr(finder, "find_distributions", staticmethod(found))
    host.cache_clear()


@pytest.fixture(autouse=True)
def _own_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test finds core and Silo, adds what it needs, and leaves nothing behind."""
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    monkeypatch.delenv("STACKYARD_STRICT", raising=False)
    leave_installed(monkeypatch, "stackyard-core", "stackyard-silo")
    yield
    host.cache_clear()


@pytest.fixture
def run() -> Run:
    """Run `stackyard` with these words; the text or bytes of `typed` are its standard input."""

    def run(*words: str, typed: str | bytes = "") -> Result:
        result = CliRunner().invoke(main, list(words), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def output(run: Run) -> Callable[..., str]:
    """What a command that succeeds prints."""

    def output(*words: str, typed: str | bytes = "") -> str:
        result = run(*words, typed=typed)
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return output


@pytest.fixture
def answer(output: Callable[..., str]) -> Callable[..., Any]:
    """What a command that succeeds prints with --json, read."""

    def answer(*words: str, typed: str | bytes = "") -> Any:
        return json.loads(output(*words, "--json", typed=typed))

    return answer


@pytest.fixture
def refusal(run: Run) -> Callable[..., str]:
    """The one sentence with which a misuse is refused, exit code 2 and nothing else printed."""

    def refusal(*words: str) -> str:
        result = run(*words)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        *usage, sentence = result.stderr.splitlines()
        assert all(line.startswith(("Usage: ", "Try ")) for line in usage if line)
        assert sentence.startswith("Error: ")
        return sentence.removeprefix("Error: ")

    return refusal


@pytest.fixture
def way_on() -> Callable[[str], list[str]]:
    """The words of the command that a game that was left prints, without the program's name."""

    def way_on(printed: str) -> list[str]:
        announced, command = printed.splitlines()[-2:]
        assert announced.endswith("To go on from here:")
        program, *words = shlex.split(command)
        assert program == "stackyard"
        return words

    return way_on


@pytest.fixture
def toys() -> str:
    """The file of a plugin with small games and an unusual player."""
    return str(Path(__file__).with_name("toys.py"))


@pytest.fixture
def use_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Write a plugin file of this name and source, and name it in STACKYARD_PLUGINS."""

    def use_plugin(name: str, source: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(source, "utf-8")
        named = [*filter(None, os.environ["STACKYARD_PLUGINS"].split(os.pathsep)), str(path)]
        monkeypatch.setenv("STACKYARD_PLUGINS", os.pathsep.join(named))
        host.cache_clear()
        return path

    return use_plugin


@pytest.fixture
def _no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment with core and no game."""
    leave_installed(monkeypatch, "stackyard-core")
