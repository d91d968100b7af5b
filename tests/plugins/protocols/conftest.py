"""Programs that speak the protocols, well and badly, and a way to talk with ours."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent

import pytest
from tests.conftest import PATIENCE, ROOT

from stackyard_protocols import engine_process
from stackyard_protocols.external_player import ExternalPlayer

EXAMPLES = [*ROOT.glob("docs/authors/games/*/src"), *ROOT.glob("docs/researchers/peers/*/src")]
sys.path += map(str, sorted(EXAMPLES))


def engine_words(*words: str) -> list[str]:
    """The command line of `stackyard engine`, as this interpreter runs it."""
    return [sys.executable, "-P", "-m", "stackyard_cli", "engine", *words]


def engine_command(*words: str) -> str:
    return shlex.join(engine_words(*words))


class Conversation:
    """`stackyard engine`, running."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            engine_words(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hear(self, begin: str) -> list[str]:
        """The lines until one that begins so, which is the last of them."""
        assert self.process.stdout is not None
        heard: list[str] = []
        while not (heard and heard[-1].startswith(begin)):
            line = self.process.stdout.readline()
            assert line, heard
            heard.append(line.rstrip("\n"))
        return heard

    def end(self) -> tuple[int, str]:
        """Close the input; the exit code and what is still printed."""
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest


Converse = Callable[..., Conversation]
MakeProgram = Callable[[str], str]


@pytest.fixture
def converse() -> Iterator[Converse]:
    begun: list[Conversation] = []

    def begin(*words: str) -> Conversation:
        begun.append(Conversation(*words))
        return begun[-1]

    yield begin
    for conversation in begun:
        conversation.process.kill()
        conversation.process.communicate()


@pytest.fixture
def program(tmp_path: Path) -> MakeProgram:
    """`program(source)`: the command line of a Python program."""

    def make(source: str) -> str:
        file = tmp_path / f"program{len([*tmp_path.iterdir()])}.py"
        file.write_text(dedent(source), "utf-8")
        return shlex.join([sys.executable, "-P", "-u", str(file)])

    return make


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players wait for a program as short a time as they can."""
    for name, seconds in {"starting": 3.0, "move": 0.2, "late": 0.5}.items():
        monkeypatch.setattr(ExternalPlayer, name, seconds)
    monkeypatch.setattr(engine_process, "FLOOD", 100_000)


def said(lines: Sequence[str], begin: str) -> list[str]:
    """Those of the lines that begin so."""
    return [line for line in lines if line.startswith(begin)]
