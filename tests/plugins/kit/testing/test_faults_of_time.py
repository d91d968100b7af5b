"""Calls that take too long or never end: each is named, with the game and the position."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import PATIENCE
from tests.plugins.kit.testing.faults import Fault, Made, Told, check_fault, numbers, sound


def sleepy_moves(position: Any) -> Any:
    time.sleep(0.02)
    return numbers(*position.takes())


def sleepy_key(position: Any) -> Any:
    time.sleep(0.02)
    return sound(position).key(position)


Run = Callable[[str], "subprocess.CompletedProcess[str]"]

FAULTS = {
    "legal moves that take 20 ms": Fault(
        "test_call_times",
        (
            "legal_moves takes 20 ms, and at most 10 ms are allowed; make it faster, or "
            "say in `slowest` how many seconds a call of a position may take"
        ),
        {"legal_moves": sleepy_moves},
    ),
    "a key that takes 20 ms": Fault(
        "test_call_times",
        (
            "key takes 20 ms, and at most 10 ms are allowed; make it faster, or say in "
            "`slowest` how many seconds a call of a position may take"
        ),
        {"key": sleepy_key},
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)


def test_a_game_that_stops_before_its_end_is_no_fault_of_time(
    conformance: Made, told: Told
) -> None:
    stuck = conformance({"legal_moves": lambda p: numbers(*(p.takes() if p.left > 3 else []))})
    assert told(stuck().test_call_times) == ""


ENDLESS = """
from itertools import repeat
from threading import Event

from share import Share, ShareGame
from stackyard_kit.testing import GameConformance, plugin

plugin.MORE = 0.1


class Plays(Share):
    def play(self, move):
        while self.left == 5:
            pass
        super().play(move)


class Waits(Share):
    def legal_moves(self):
        if self.left == 5:
            Event().wait()
        return super().legal_moves()


class Compiled(Share):
    def play(self, move):
        if self.left == 5:
            sum(repeat(0))  # as in compiled code, no signal is handled any more
        super().play(move)


class PlaysGame(ShareGame):
    kind = Plays


class WaitsGame(ShareGame):
    kind = Waits


class CompiledGame(ShareGame):
    kind = Compiled


class ReadsGame(ShareGame):
    def parse_position(self, text):
        while text.startswith("9" * 100):
            pass
        return super().parse_position(text)


class TestPlays(GameConformance):
    game = PlaysGame
    longest = 40


class TestWaits(TestPlays):
    game = WaitsGame


class TestReads(TestPlays):
    game = ReadsGame


class TestCompiled(TestPlays):
    game = CompiledGame
"""


@pytest.fixture
def run(share_source: str, tmp_path: Path) -> Run:
    """Run chosen tests of the endless games, of which each may take a second."""
    (tmp_path / "share.py").write_text(share_source, "utf-8")
    (tmp_path / "test_endless.py").write_text(ENDLESS, "utf-8")

    def run(chosen: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--timeout=1", "-k", chosen],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=PATIENCE,
        )

    return run


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="needs the signals of Unix")
@pytest.mark.parametrize(
    ("game", "test", "call"),
    [
        ("Plays", "records", "play"),
        ("Waits", "records", "legal_moves"),
        ("Reads", "nonsense", "parse_position"),
    ],
)
def test_a_call_that_never_ends_fails_its_test_with_the_place(
    game: str, test: str, call: str, run: Run
) -> None:
    said = run(f"Test{game} and (test_{test} or test_description)").stdout
    assert "Timeout (>1" in said
    assert f"raised by {call} in " in said
    assert re.search(rf"in {game}Game\(counters=\d+, few=\w+\), seed 0, ply ", said)
    assert re.search(r"2 failed|1 failed, 1 passed", said)  # the run goes on


@pytest.mark.nightly
def test_every_test_says_at_once_that_no_game_can_be_played(run: Run) -> None:
    begun = time.monotonic()
    said = run("TestPlays").stdout
    assert said.count("raised by play in ") > 20
    assert time.monotonic() - begun < 20


def test_a_call_of_compiled_code_that_never_ends_ends_the_run_with_the_stack(run: Run) -> None:
    ran = run("TestCompiled and keys")
    assert ran.returncode == 1
    assert "Timeout (0:00:01" in ran.stderr
    assert re.search(r'test_endless.py", line \d+ in play', ran.stderr)
