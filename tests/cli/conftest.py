"""Running the command in this process or in a terminal, and plugins that are not installed."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest
from click.testing import CliRunner, Result
from tests.conftest import PATIENCE

from stackyard.plugins import discovery
from stackyard.plugins.entry_points import Package, packages
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard_cli.commands import COMMANDS
from stackyard_cli.main import main
from stackyard_coach import plugin as coach
from stackyard_engine import plugin as engine
from stackyard_silo.game import SiloGame

Run = Callable[..., Result]

# The commands of the command line, the engine and the coach, with their sentences.
OUR_COMMANDS = dict(COMMANDS)
for plugin in (engine, coach):
    plugin.stackyard_register_commands(
        lambda name, target, sentence: OUR_COMMANDS.update({name: sentence})
    )

HEIGHT = 120  # lines of the terminal, so that nothing scrolls away


class Terminal:
    """The program in a pseudo-terminal, and the screen as a person would see it."""

    def __init__(
        self,
        words: tuple[str, ...],
        folder: Path,
        columns: int,
        lines: int = HEIGHT,
        shell: str = "",
        **env: str,
    ) -> None:
        known = {n: v for n, v in os.environ.items() if n not in {"NO_COLOR", "COLUMNS", "LINES"}}
        program, arguments = sys.executable, ["-m", "stackyard_cli", *words]
        if shell:  # a line for it, with {} for the command
            arguments = ["-c", shell.format(shlex.join([program, *arguments]))]
            program = "/bin/sh"
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            program,
            arguments,
            dimensions=(lines, columns),
            cwd=str(folder),
            env=known | {"TERM": "xterm-256color"} | env,
        )
        self.raw = b""
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)

    def read(self) -> bool:
        """Draw what has come; False when the program has ended."""
        try:
            got = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += got
        self.stream.feed(got)
        if b"\x1b[6n" in got:  # the program asks where the cursor is
            self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        return True

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join([line.rstrip() for line in self.screen.display]).rstrip()

    def wait(self, pattern: str) -> str:
        """The screen once it matches."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            assert self.read() or re.search(pattern, self.text), f"ended: {self.text}"
            assert time.monotonic() < end, f"no {pattern!r} on: {self.text}"
        return self.text

    def type(self, line: str) -> None:
        """Type a line at the next empty prompt."""
        self.wait(r" >\Z")
        self.child.send(line + "\r")
        self.wait(rf" > {re.escape(line)}")

    def end(self) -> int | None:
        """Wait for the end of the program; its exit code."""
        end = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < end, f"it goes on: {self.text}"
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Run `stackyard` with these words in a terminal: `open_terminal("play", "silo")`."""
    terminals: list[Terminal] = []

    def begin(*words: str, columns: int = 80, **settings: Any) -> Terminal:
        terminals.append(Terminal(words, tmp_path, columns, **settings))
        return terminals[-1]

    yield begin
    for begun in terminals:
        if begun.child.isalive():
            begun.child.kill(signal.SIGKILL)
            begun.child.wait()
        begun.child.close()


def leave_installed(monkeypatch: pytest.MonkeyPatch, *kept: str) -> None:
    """Hide every plugin but these distributions, whatever else is installed here."""
    finder = importlib.metadata.MetadataPathFinder
    real = finder.find_distributions

    def found(*context: Any) -> Iterable[importlib.metadata.PathDistribution]:
        for distribution in real(*context):
            is_plugin = "[stackyard]" in (distribution.read_text("entry_points.txt") or "")
            if not is_plugin or distribution.metadata["Name"] in kept:
                yield distribution

    def listed() -> Iterable[Package]:
        for package in packages():
            if package.name in kept:
                yield package

    monkeypatch.setattr(finder, "find_distributions", staticmethod(found))
    monkeypatch.setattr(discovery, "packages", listed)
    registry.cache_clear()


@pytest.fixture(autouse=True)
def _own_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test finds some of our packages, adds what it needs, and leaves nothing."""
    for name in ("STACKYARD_PLUGINS", "STACKYARD_NO_PLUGINS", "STACKYARD_TRACE_HOOKS"):
        monkeypatch.setenv(name, "")
    monkeypatch.delenv("STACKYARD_STRICT", raising=False)
    brought = ("core", "cli", "coach", "engine", "notations", "pictures", "silo")
    leave_installed(monkeypatch, *[f"stackyard-{name}" for name in brought])
    yield
    registry.cache_clear()


@pytest.fixture(autouse=True)
def _own_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins without a match in the archive."""
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))


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
    """The output of a command that succeeds."""

    def output(*words: str, typed: str | bytes = "") -> str:
        result = run(*words, typed=typed)
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return output


@pytest.fixture
def answer(output: Callable[..., str]) -> Callable[..., Any]:
    """The output of a command that succeeds with --json, read."""

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
def keep(run: Run) -> Callable[..., int]:
    """Two people play a small game of Silo, a whole one unless told; its number in the archive."""

    def keep(typed: str = "a d b c", *words: str) -> int:
        small = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human", "--keep"]
        run(*small, *words, typed=typed)
        return next(Archive().entries()).number

    return keep


@pytest.fixture
def small(answer: Callable[..., Any]) -> dict[str, Any]:
    """The record of a small game of Silo, which is in no archive."""
    words = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human", "--no-keep"]
    record: dict[str, Any] = answer(*words, "--seed", "1", typed="a d b c")
    return record


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Write records, one a line, or a text into a file of this name; the working folder is its."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, *content: dict[str, Any] | str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [part if isinstance(part, str) else json.dumps(part) for part in content]
        path.write_text("\n".join(lines), "utf-8")
        return name

    return write


@pytest.fixture
def outdated(
    small: dict[str, Any], write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """A file with a match by other rules of Silo, of which two moves can be played; the warning."""
    small["turns"][2]["check"] = "00000000"
    monkeypatch.setattr(SiloGame, "rules_version", 2)
    return write("old.json", small), (
        "move 3, b by red: it leads to another position now; the record follows version 1 of the "
        "rules of Silo, those installed are version 2"
    )


@pytest.fixture
def lasting() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The part of a record that does not change when its match is played: neither times nor id."""

    def lasting(record: dict[str, Any]) -> dict[str, Any]:
        kept = {k: v for k, v in record.items() if k not in {"id", "began", "changed"}}
        turns = [{k: v for k, v in turn.items() if k != "seconds"} for turn in record["turns"]]
        return kept | {"turns": turns}

    return lasting


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
def drop_plugins(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Forget the plugins that --plugin has named so far."""

    def drop_plugins() -> None:
        monkeypatch.setenv("STACKYARD_PLUGINS", "")
        registry.cache_clear()

    return drop_plugins


@pytest.fixture
def use_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Write a plugin file of this name and source, and name it in STACKYARD_PLUGINS."""

    def use_plugin(name: str, source: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(source, "utf-8")
        named = [*filter(None, os.environ["STACKYARD_PLUGINS"].split(os.pathsep)), str(path)]
        monkeypatch.setenv("STACKYARD_PLUGINS", os.pathsep.join(named))
        registry.cache_clear()
        return path

    return use_plugin


@pytest.fixture
def _no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment with core, the engine and no game."""
    leave_installed(monkeypatch, "stackyard-core", "stackyard-engine")
