"""A real scheduler and two real worker processes, as somebody would start them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import PATIENCE

from stackyard.errors import StackyardError
from stackyard.plugins.executors import executor_maker
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Plan

pytestmark = pytest.mark.xdist_group("dask")  # one cluster for those that leave it whole
PLAYERS = ("mcts:30", "random")
OPTIONS = {"size": 4, "height": 2}


class Cluster:
    """A scheduler and its workers, which write what they have to say into a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[subprocess.Popen[bytes]] = []
        log = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self.find(log, r"Scheduler at: +(tcp://\S+)")

    def start(self, kind: str, *words: str) -> Path:
        path = self.folder / f"{kind}-{len(self.programs)}.log"
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
        settings = {
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
            "DASK_TEMPORARY_DIRECTORY": str(self.folder),
            "STACKYARD_PLUGINS": "",
        }
        with path.open("wb") as log:
            self.programs.append(
                subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | settings)
            )
        return path

    def add_worker(self) -> subprocess.Popen[bytes]:
        """A worker of one thread that is not started again when it dies."""
        words = (self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
        self.find(self.start("worker", *words), r"(?m)^.*Registered to: +(\S+)")
        return self.programs[-1]

    def find(self, log: Path, pattern: str) -> str:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, log.read_text("utf-8"))):
            assert time.monotonic() < end, log.read_text("utf-8")
            time.sleep(0.02)
        return found[1]

    def close(self) -> None:
        for program in reversed(self.programs):
            program.kill()
            program.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def executor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    """An executor of a cluster with one worker, which no test breaks."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.add_worker()
    executor = executor_maker(f"dask:{made.address}")()
    yield executor
    executor.shutdown()
    made.close()


@pytest.fixture(autouse=True)
def _no_other_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    registry.cache_clear()
    yield
    registry.cache_clear()


def plan(*players: str, games: int = 150) -> Plan:
    return Plan("silo", players or PLAYERS, OPTIONS, games=games)


def moves_of(arena: Arena, archive: Archive) -> dict[str, Any]:
    """The moves and the ending of each game that is kept."""
    found = {}
    for entry in archive.entries(label=arena.label):
        record = archive.record(entry.number)
        assert record.comment not in found
        found[record.comment] = ([turn.moves for turn in record.turns], record.result)
    return found


@pytest.mark.nightly
def test_a_cluster_plays_the_games_that_processes_play_though_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    victim, _ = cluster.add_worker(), cluster.add_worker()
    here = Archive(tmp_path / "here.sqlite3")
    there = Archive(tmp_path / "there.sqlite3")
    arena = Arena(plan(games=50), there)
    with Workforce(executor_maker(f"dask:{cluster.address}")) as workforce:
        rest = arena.play(workforce)
        assert len(list(islice(rest, 15))) == 15
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        assert len(list(rest)) == 35
    alone = Arena(plan(games=50), here)
    alone.run("processes:2")
    assert len(moves_of(arena, there)) == 50
    assert moves_of(arena, there) == moves_of(alone, here)
    assert arena.outcomes == alone.outcomes


@pytest.mark.nightly
def test_a_task_that_kills_its_workers_is_a_broken_executor(cluster: Cluster) -> None:
    cluster.add_worker()
    cluster.add_worker()
    executor: Executor = executor_maker(f"dask:{cluster.address}")()
    killing = executor.submit(os._exit, 3)
    with pytest.raises(BrokenExecutor, match="died"):
        killing.result(PATIENCE)
    cluster.add_worker()
    assert executor.submit(pow, 2, 10).result(PATIENCE) == 1024
    executor.shutdown()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("victim", "words"),
    [(0, "the Dask scheduler at tcp:.* is gone"), (1, "has had no worker for 0.5 s")],
)
def test_an_arena_that_loses_its_cluster_says_so_and_goes_on_with_another(
    victim: int,
    words: str,
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("stackyard_dask.cluster.WORKERLESS", 0.5)
    cluster.add_worker()
    archive = Archive(tmp_path / "archive.sqlite3")
    with Workforce(executor_maker(f"dask:{cluster.address}")) as workforce:
        rest = Arena(plan(), archive).play(workforce)
        next(rest)
        cluster.programs[victim].kill()
        with pytest.raises(StackyardError, match=words):
            list(rest)
    assert capfd.readouterr() == ("", "")
    kept = len(list(archive.entries(label="")))
    assert 0 < kept < 150
    again = Arena(plan(games=kept + 4 - kept % 2), archive)
    again.run("processes:1")
    assert again.finished


def test_equal_calls_are_made_each_on_its_own(executor: Executor) -> None:
    calls = [executor.submit(time.perf_counter) for _ in range(3)]
    assert len({call.result(PATIENCE) for call in calls}) == 3


def test_what_a_task_raises_is_raised_here(executor: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(PATIENCE)


def test_a_connection_that_breaks_under_a_result_is_a_lost_scheduler(executor: Executor) -> None:
    lost = executor.submit(exec, "from distributed.comm import CommClosedError as c; raise c")
    with pytest.raises(StackyardError, match="the Dask scheduler at tcp:.* is gone"):
        lost.result()


@pytest.mark.nightly
def test_a_task_that_is_withdrawn_does_not_hold_up_the_others(cluster: Cluster) -> None:
    executor = executor_maker(f"dask:{cluster.address}")()
    waiting = executor.submit(time.sleep, 1000)  # there is no worker yet
    assert waiting.cancel()
    cluster.add_worker()
    assert executor.submit(pow, 2, 3).result(PATIENCE) == 8
    executor.shutdown(wait=False)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "name the scheduler's address, as in dask:tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("nonsense://here", "no Dask scheduler answers at nonsense://here"),
    ],
)
def test_an_address_where_nobody_answers_is_refused(
    address: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stackyard_dask.cluster.PATIENCE", 0.5)
    with pytest.raises(StackyardError, match=words):
        executor_maker(f"dask:{address}")()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1", "missing port number"),
        pytest.param("http://x:1", "unknown address", marks=pytest.mark.nightly),
    ],
)
def test_a_text_that_is_no_address_is_refused_in_one_line(
    address: str, words: str, tmp_path: Path
) -> None:
    arena = ("arena", "silo", "random", "random", "--executor", f"dask:{address}")
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "stackyard_cli", *arena],
        env=os.environ | {"STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    (line,) = ran.stderr.splitlines()
    assert f"no Dask scheduler answers at {address}: {words}" in line
