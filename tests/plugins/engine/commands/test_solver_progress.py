"""Checkpoints of `stackyard solve`: a run that is broken off goes on, and ends alike."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import PATIENCE
from tests.damaged_files import joined, split

import stackyard_engine.commands.solver_progress as watching
from stackyard import Course, Limit, load_game
from stackyard_engine import SolverEngine

SOLVE = ("solve", "silo", "-o", "size=4", "--json", "--method")
WORDS = (*SOLVE, "exhaustive")
# A program that solves some thousands of positions at once and then one by one.
SLOW = """
import sys, time
import stackyard_engine.solver.engine as solving
import stackyard_engine.commands.solver_progress as watching
solving.BATCH, solving.STEP_SECONDS = 3000, 0.0
watching.SAVE_SECONDS, watching.WORTH = 0.0, 100
told = watching.SolverWatch.__call__
watching.SolverWatch.__call__ = lambda self, share: time.sleep(0.05) or told(self, share)
from stackyard_cli.entry import run
run()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path))
    return tmp_path


def broken_off(
    folder: Path, number: signal.Signals, words: tuple[str, ...], before: str = ""
) -> tuple[int, str, Path]:
    """Start to solve, and send a signal once there is a checkpoint: how that ended."""
    environment = os.environ | {"STACKYARD_ARCHIVE": str(folder / "archive.sqlite3")}
    with subprocess.Popen(
        [sys.executable, "-c", before + SLOW, *words],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as program:
        until = time.monotonic() + PATIENCE
        while not list(folder.glob("*.checkpoint")):
            assert program.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)
        program.send_signal(number)
        _, errors = program.communicate(timeout=PATIENCE)
    (path,) = folder.glob("*.checkpoint")
    return program.returncode, errors, path


@pytest.mark.alone
@pytest.mark.parametrize(
    ("number", "method"),
    [
        (signal.SIGINT, "exhaustive"),
        (signal.SIGTERM, "proof"),
        (signal.SIGKILL, "exhaustive"),
        (signal.SIGKILL, "proof"),
    ],
)
def test_what_was_broken_off_goes_on_and_ends_alike(
    number: signal.Signals,
    method: str,
    folder: Path,
    answer: Callable[..., Any],
    output: Callable[..., str],
) -> None:
    words = (*SOLVE, method)
    whole = answer(*words)
    code, errors, path = broken_off(folder, number, words)
    if number != signal.SIGKILL:
        assert code == 128 + number
        assert errors.startswith("Stopped after ")
        assert errors.endswith("; the same command goes on from the last checkpoint.\n")
    else:
        assert code == -signal.SIGKILL
    copy = path.read_bytes()
    ended = answer(*words)
    assert ended["result"] == whole["result"]
    assert (ended == whole) == (method == "exhaustive")  # a proof that goes on visits more
    assert not path.exists()
    path.write_bytes(copy)
    shown = output(*[word for word in words if word != "--json"]).splitlines()
    assert shown[2].startswith("Going on with ")
    assert shown[2].endswith(f" positions from {path}")
    assert shown[-1].startswith("10,956 positions, ") == (method == "exhaustive")


@pytest.mark.alone
@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_the_checkpoint_is_written_leaves_a_whole_one(
    second: signal.Signals, folder: Path, answer: Callable[..., Any]
) -> None:
    again = f"""
import os, signal
sync, written = os.fsync, []
def fsync(number):
    written.append(number)
    sync(number)
    if len(written) > 4:  # each checkpoint is synced with its folder
        signal.raise_signal({int(second)})
os.fsync = fsync
"""
    code, errors, path = broken_off(folder, signal.SIGTERM, WORDS, again)
    assert code == 143
    assert errors.endswith("; the same command goes on from the last checkpoint.\n")
    assert sorted(folder.iterdir()) == [path]
    assert answer(*WORDS)["result"]


@pytest.mark.nightly
@pytest.mark.usefixtures("folder")
def test_more_memory_than_a_checkpoint_fills_already_is_advised(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "WORTH", 1000)
    words = ("--plugin", "stackyard_filo.plugin", "solve", "filo", "--method", "exhaustive")
    run(*words, "--memory", "3M")
    ended = run(*words, "--memory", "1M")
    assert "Not solved: 1.0 MB did not suffice after " in ended.stderr
    assert ended.stderr.endswith("; try --memory 5M or --method proof.\n")


@pytest.mark.alone
def test_a_checkpoint_of_no_use_is_refused(folder: Path, refusal: Callable[..., str]) -> None:
    _, _, path = broken_off(folder, signal.SIGKILL, WORDS)
    whole = path.read_bytes()
    magic, heading, data = split(whole)

    def changed(**changes: Any) -> bytes:
        return joined(magic, heading | changes, data)

    again = "; remove it to begin again"
    cases = [
        (b"stackyard table 3\n" + whole, f"is no checkpoint of this version of Stackyard{again}"),
        (whole[:-1], "is damaged: it has "),
        (whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], f"its checksum is wrong{again}"),
        (changed(rules_version=0), "was made for version 0 of the rules of silo"),
        (changed(game="splay"), "is a checkpoint of splay, not of silo"),
        (changed(code=7), f"was made with other codes of positions{again}"),
        (changed(position="rr/bb/-/rrbb r"), "is a checkpoint of another position: rr/bb/-/rrbb r"),
    ]
    for content, sentence in cases:
        path.write_bytes(content)
        assert sentence in refusal(*WORDS)
        assert path.read_bytes() == content


def shown_by(solver: SolverEngine, course: Course, run: Limit, width: str) -> list[str]:
    """The lines of progress of a run, on a terminal of this width."""
    written = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", width)
        patch.setattr(watching, "can_be_shown", lambda: True)
        patch.setattr(watching, "TELL_SECONDS", 0.0)
        patch.setattr(sys, "stderr", written)
        own = solver.own(course, run)
        watch = watching.SolverWatch(solver, course, None, 500, watching.StopsOnce(), own)
        solver.analyse(course, run, watch)
        watch.clear()
    lines = written.getvalue().split(watching.ERASE)
    assert lines[0] == lines[-1] == ""
    return lines[1:-1]


@pytest.mark.parametrize("width", ["60", "200"])
def test_progress_tells_no_time_that_is_not_known(width: str) -> None:
    course = Course(load_game("silo"))
    lines = shown_by(SolverEngine("exhaustive"), course, Limit(positions=6000), width)
    pattern = r"([0-9,]+) of ([0-9,]+) positions or more, time left unknown"
    numbers = []
    for line in lines:
        found = re.match(pattern, line)
        assert found
        numbers.append([int(number.replace(",", "")) for number in found.groups()])
        assert len(line) < int(width)
        assert line.endswith(" a second") == (width == "200")
    visited, expected = zip(*numbers, strict=True)
    assert visited[-1] == 6000
    assert [*expected] == sorted(expected)  # corrected upwards
    assert expected[-1] > 10_000
    (line, *_) = shown_by(SolverEngine("proof"), course, Limit(positions=600), width)
    assert re.match(r"[0-9,]+ positions for a proof, time left unknown", line)


def test_progress_of_a_solver_of_the_game_tells_the_time_left() -> None:
    course = Course(load_game("silo", size=4))
    lines = shown_by(SolverEngine(), course, Limit(), "100")
    assert len(lines) > 1
    for line in lines:
        assert re.match(r"[0-9,]+ of 10,910 positions, [0-9:]+ left, ", line)
