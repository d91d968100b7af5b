"""Calls that take too long or never end: each is named, with the game and the position."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.plugins.kit.testing.faults import Fault, Made, Told, check_fault, numbers, sound

from stackyard_kit.testing import watchdog


def sleepy_moves(position: Any) -> Any:
    time.sleep(0.02)
    return numbers(*position.takes())


def sleepy_key(position: Any) -> Any:
    time.sleep(0.02)
    return sound(position).key(position)


def play_for_ever(position: Any, move: int) -> None:
    while position.left == 5:
        pass
    sound(position).play(position, move)


def moves_that_wait(position: Any) -> Any:
    if position.left == 5:
        Event().wait()
    return numbers(*position.takes())


def read_for_ever(game: Any, text: str) -> Any:
    while text.startswith("9" * 100):
        pass
    return sound(game).parse_position(game, text)


def describe_for_ever(game: Any, move: int, position: Any) -> str:
    while move == 2:
        pass
    return "takes"


FAULTS = {
    "legal moves that take 20 ms": Fault(
        "test_call_times", "legal_moves takes 2", {"legal_moves": sleepy_moves}
    ),
    "a key that takes 20 ms": Fault("test_call_times", "key takes 2", {"key": sleepy_key}),
    "a move that never ends": Fault(
        "test_legal_moves", "does not come back", {"play": play_for_ever}
    ),
    "legal moves that wait for ever": Fault(
        "test_keys", "moves_that_wait() in ", {"legal_moves": moves_that_wait}
    ),
    "a string that is read for ever": Fault(
        "test_nonsense", "read_for_ever('999", game={"parse_position": read_for_ever}
    ),
    "a description that never ends": Fault(
        "test_words", "describe_for_ever(2) in ", game={"describe": describe_for_ever}
    ),
}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "BEAT", 0.02)
    monkeypatch.setattr(watchdog, "ENDLESS", 0.05)
    monkeypatch.setattr(watchdog, "ASLEEP", 0.2)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)


def test_every_test_says_at_once_that_no_game_can_be_played(conformance: Made, told: Told) -> None:
    tests = conformance({"play": play_for_ever})()
    said = told(tests.test_keys)
    assert "play_for_ever(" in said
    begun = time.process_time()
    assert told(tests.test_copies) == said
    assert time.process_time() - begun < 0.05


def test_the_place_of_a_move_that_never_ends_is_the_position_before_it(
    conformance: Made, told: Told
) -> None:
    said = told(conformance({"play": play_for_ever})().test_records)
    assert " ply " in said
    assert ": 5 " in said


COMPILED = """
from itertools import repeat

from share import Share, ShareGame
from stackyard_kit.testing import GameConformance, watchdog

watchdog.COMPILED = 0.3


class Endless(Share):
    def play(self, move):
        if self.left == 5:
            sum(repeat(0))  # as in compiled code, no signal is handled any more
        super().play(move)


class EndlessGame(ShareGame):
    kind = Endless
    build = "compiled"


class TestEndless(GameConformance):
    game = EndlessGame
    longest = 40
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs the signals of Unix")
def test_a_compiled_move_that_never_ends_is_named_when_the_process_has_ended(
    share_source: str, tmp_path: Path
) -> None:
    (tmp_path / "share.py").write_text(share_source, "utf-8")
    (tmp_path / "test_endless.py").write_text(COMPILED, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "keys"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert ran.returncode != 0
    assert "play(" in ran.stderr
    assert ") does not come back; it is compiled, so the tests had to be ended" in ran.stderr
    assert "in EndlessGame(counters=12, few=False), seed 0, ply " in ran.stderr
    assert ": 5 " in ran.stderr
