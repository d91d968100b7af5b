"""The real program, killed or interrupted in the middle."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import PATIENCE

from stackyard.records.archive import Archive
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Plan

pytestmark = pytest.mark.alone
WORDS = ("arena", "silo", "mcts:20", "random", "-o", "size=4", "--games", "60", "--workers", "2")
PLAN = Plan("silo", ("mcts:20", "random"), {"size": 4}, games=60)

Records = Callable[[Arena, Archive], dict[str, Any]]
Program = subprocess.Popen[str]


def start(*words: str) -> Program:
    return subprocess.Popen(
        [sys.executable, "-m", "stackyard_cli", *words],
        env={**os.environ, "STACKYARD_PLUGINS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(happened: Callable[[], object], program: Program | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        assert program is None or program.poll() is None, "it has ended already"
        time.sleep(0.01)


def kept(archive: Archive) -> int:
    return len(list(archive.entries(label="arena")))


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def group(program: Program) -> list[int]:
    """The processes of the program's session that are alive."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == program.pid and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def kill_after(games: int, archive: Archive) -> None:
    """Start the arena and kill it when that many games are kept."""
    program = start(*WORDS)
    wait_for(lambda: kept(archive) >= games, program)
    program.kill()
    program.communicate()
    assert program.returncode == -signal.SIGKILL
    wait_for(lambda: group(program) == [])  # its workers leave with it


@pytest.fixture
def whole(tmp_path: Path, records: Records) -> dict[str, Any]:
    """The games of an arena that is not interrupted."""
    archive = Archive(tmp_path / "whole.sqlite3")
    arena = Arena(PLAN, archive)
    arena.run("processes:2")
    return records(arena, archive)


@pytest.mark.nightly
def test_a_killed_arena_goes_on_and_nothing_is_lost_or_counted_twice(
    archive: Archive, records: Records, whole: dict[str, Any]
) -> None:
    for games in (1, 20, 40):
        kill_after(games, archive)
    there = kept(archive)
    assert 40 <= there < 60
    out, err = start(*WORDS).communicate(timeout=PATIENCE)
    assert out.startswith(f"{there} of 60 games are in the archive already\nSilo: 60 of 60 games")
    assert err == ""
    assert records(Arena(PLAN), archive) == whole


@pytest.mark.parametrize(
    ("number", "everybody"),
    [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGHUP, True)],
)
def test_a_signal_prints_what_there_is_and_how_to_go_on(
    archive: Archive, number: int, everybody: bool
) -> None:
    program = start(*WORDS)
    wait_for(lambda: kept(archive) >= 10, program)
    if everybody:  # as a terminal does
        os.killpg(program.pid, number)
    else:
        program.send_signal(number)
    out, err = program.communicate(timeout=PATIENCE)
    there = kept(archive)
    assert (program.returncode, err) == (128 + number, "")
    assert out.startswith(f"Silo: {there} of 60 games")
    assert out.splitlines()[-1] == (
        f"Interrupted: {there} of 60 games are kept, and the same command continues"
    )
    wait_for(lambda: group(program) == [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_external_program_outlives_the_arena(number: int, tmp_path: Path) -> None:
    script, pid = tmp_path / "script.py", tmp_path / "pid"
    script.write_text(
        "import os, sys, time\n"
        "for line in sys.stdin:\n"
        "    if line == 'go movetime 1000\\n':\n"
        f"        open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
        "        time.sleep(600)\n"
        "    print({'ugi\\n': 'ugiok'}.get(line, 'readyok'), flush=True)\n"
    )
    spec = f"ugi:{shlex.join([sys.executable, str(script)])}"
    program = start("arena", "silo", spec, "random", "--games", "4", "--workers", "1")
    wait_for(lambda: pid.exists() and pid.read_text(), program)
    program.send_signal(number)
    program.communicate(timeout=PATIENCE)
    wait_for(lambda: not is_running(int(pid.read_text())))


def test_ctrl_c_while_the_workers_start_is_no_error_of_theirs(archive: Archive) -> None:
    program = start(*WORDS)
    # The program, its resource tracker and a worker.
    wait_for(lambda: len(group(program)) >= 3, program)
    os.killpg(program.pid, signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (130, "")
    wait_for(lambda: group(program) == [])


def test_ctrl_c_leaves_json_clean(archive: Archive) -> None:
    program = start(*WORDS, "--json")
    wait_for(lambda: kept(archive) >= 10, program)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert out.startswith('{\n  "game": "silo",')
    assert out.endswith("}\n")
    assert err.startswith("Interrupted: ")


@pytest.mark.nightly
def test_two_equal_arenas_at_once_end_well_and_tell_the_same(
    archive: Archive, records: Records, whole: dict[str, Any]
) -> None:
    programs = [start(*WORDS), start(*WORDS)]
    (one, errors), (other, more) = (program.communicate(timeout=PATIENCE) for program in programs)
    assert (errors, more) == ("", "")
    assert [program.returncode for program in programs] == [0, 0]
    assert one.partition("Silo:")[2] == other.partition("Silo:")[2] != ""
    assert len(list(archive.entries(label="arena"))) == 60
    assert records(Arena(PLAN), archive) == whole
