"""A training that is interrupted anywhere, shared among workers, or on a full disk."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.conftest import PATIENCE, ROOT
from tests.full_disk import room_for

from stackyard import load_game
from stackyard.game import Game
from stackyard.processes import WorkerProcesses
from stackyard.workforce import Workforce
from stackyard_engine.betting import elo_of, share_of
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.weights import read_weights
from stackyard_engine.file_format import write_file
from stackyard_engine.train import fit, folder, shards, trainer
from stackyard_engine.train.doubling import Gain, best_of, gain_of, is_flat
from stackyard_engine.train.trainer import Trainer, schedule

GAMES = 40
SMALL = ("silo", "-o", "size=4", "-o", "height=1")


class Stopped(Exception):  # noqa: N818 - an event rather than an error
    """The program was killed."""


@pytest.fixture(autouse=True)
def weights_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr(trainer, "FIRST", 20)  # so that there is a doubling


def silo() -> Game[Any]:
    return load_game("silo", size=4, height=1)


def taught(path: Path, games: int = GAMES, workforce: Workforce | None = None) -> list[int]:
    return list(Trainer(silo(), games, path, 5, workforce=workforce).teach().weights.numbers)


@pytest.fixture
def undisturbed(tmp_path: Path) -> list[int]:
    return taught(tmp_path / "undisturbed")


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the training end as it writes this file of the many that it writes."""

    def stop_after(files: int) -> None:
        left = files

        def write(*given: Any) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stopped
            write_file(*given)

        for module in (folder, shards):
            monkeypatch.setattr(module, "write_file", write)

    return stop_after


def test_a_schedule_begins_with_that_of_half_as_many_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trainer, "FIRST", 2000)
    for games in (10, 1999, 2000, 2001, 18_000, 123_457):
        rounds = schedule(games)
        ends = [end for end, _ in rounds]
        assert ends == sorted(set(ends)), games
        assert ends[-1] == games
        twice = schedule(2 * games)
        if 2 * games > 2000:
            assert twice[: len(rounds)] == rounds, games


@pytest.mark.nightly
@pytest.mark.parametrize("files", [0, 1, 7, 30, 61, 102])
def test_a_training_goes_on_wherever_it_was_stopped(
    tmp_path: Path, undisturbed: list[int], stop_after: Callable[[int], None], files: int
) -> None:
    stop_after(files)
    with pytest.raises(Stopped):
        taught(tmp_path / "run")
    stop_after(files // 2)  # and once more on the way
    with suppress(Stopped):
        taught(tmp_path / "run")
    stop_after(10**6)
    again = Trainer(silo(), GAMES, tmp_path / "run", 5)
    assert again.kept > 0 or files < 4
    assert list(again.teach().weights.numbers) == undisturbed


def test_no_game_is_played_twice(tmp_path: Path, stop_after: Callable[[int], None]) -> None:
    stop_after(40)
    with pytest.raises(Stopped):
        taught(tmp_path / "run")
    stop_after(10**6)
    again = Trainer(silo(), GAMES, tmp_path / "run", 5)
    kept, told = again.kept, list[int]()

    again.teach(lambda done, total: told.append(done))
    assert 10 < kept < GAMES
    assert min(told) >= kept


def test_a_training_of_fewer_games_that_is_done_leaves_the_games_of_another(
    tmp_path: Path,
) -> None:
    def stop(done: int, total: int) -> None:
        if done == 7:
            raise Stopped

    taught(tmp_path / "run", 5)
    with pytest.raises(Stopped):
        Trainer(silo(), 10, tmp_path / "run", 5).teach(stop)
    assert Trainer(silo(), 5, tmp_path / "run", 5).kept == 5  # as --until-flat begins
    assert Trainer(silo(), 10, tmp_path / "run", 5).kept == 7


def test_twice_as_many_games_continue_a_training(tmp_path: Path, undisturbed: list[int]) -> None:
    path = tmp_path / "run"
    half = taught(path, GAMES // 2)
    assert Trainer(silo(), GAMES, path, 5).kept == GAMES // 2
    assert taught(path) == undisturbed
    assert taught(path, GAMES // 2) == half  # which is kept


@pytest.mark.parametrize("number", [pytest.param(-6, marks=pytest.mark.nightly), -1])
def test_a_damaged_shard_is_told_and_its_games_are_played_again(
    tmp_path: Path, undisturbed: list[int], stop_after: Callable[[int], None], number: int
) -> None:
    stop_after(50)
    with pytest.raises(Stopped):
        taught(tmp_path / "run")
    path = sorted((tmp_path / "run").glob("*.examples"))[number]
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    stop_after(10**6)
    told: list[object] = []
    again = Trainer(silo(), GAMES, tmp_path / "run", 5, on_problem=told.append)
    assert list(again.teach().weights.numbers) == undisturbed
    assert told == [
        f"{path} is damaged: its checksum is wrong; the same command plays its games again"
    ]


@pytest.mark.parametrize(
    "name", [pytest.param("state", marks=pytest.mark.nightly), "round-003.weights"]
)
def test_a_training_that_cannot_go_on_begins_again(
    tmp_path: Path, undisturbed: list[int], stop_after: Callable[[int], None], name: str
) -> None:
    stop_after(25)
    with pytest.raises(Stopped):
        taught(tmp_path / "run")
    path = tmp_path / "run" / name
    path.write_bytes(path.read_bytes()[:-3])
    stop_after(10**6)
    told: list[object] = []
    again = Trainer(silo(), GAMES, tmp_path / "run", 5, on_problem=told.append)
    assert list(again.teach().weights.numbers) == undisturbed
    assert str(told[0]).startswith(f"{path} is damaged: its ")


def test_two_workers_teach_what_one_does(tmp_path: Path, undisturbed: list[int]) -> None:
    with Workforce(partial(WorkerProcesses, 2)) as workforce:
        assert taught(tmp_path / "run", workforce=workforce) == undisturbed


class Breaking(Executor):
    """Threads, of which each executor dies at its third call."""

    in_flight = 2

    def __init__(self) -> None:
        self._threads, self._calls = ThreadPoolExecutor(1), 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._calls += 1
        if self._calls > 2:
            raise BrokenExecutor("killed")
        return self._threads.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


def test_the_games_of_workers_that_die_are_played_by_others(
    tmp_path: Path, undisturbed: list[int]
) -> None:
    assert taught(tmp_path / "run", workforce=Workforce(Breaking)) == undisturbed


@pytest.mark.nightly
@pytest.mark.parametrize("room", [250, 700, 100_000])  # for weights, a shard, and the state
def test_a_full_disk_is_a_sentence_and_the_training_goes_on_later(
    tmp_path: Path, undisturbed: list[int], room: int
) -> None:
    with room_for(room), pytest.raises(WeightsError, match=r"run/\S+ cannot be written: File too"):
        taught(tmp_path / "run")
    assert not list((tmp_path / "run").glob(".*"))  # nothing half-written
    assert taught(tmp_path / "run") == undisturbed


@pytest.mark.nightly
def test_a_killed_command_goes_on_and_says_so(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "stackyard_cli", "train", *SMALL, "--games", "200"]
    paths = [tmp_path / name for name in ("killed", "whole")]
    with subprocess.Popen([*program, "--output", str(paths[0])]) as first:
        until = time.monotonic() + PATIENCE
        while len(list(tmp_path.glob("killed.training/*.examples"))) < 30:
            assert first.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)
        first.send_signal(signal.SIGKILL)
    shown = [
        subprocess.run(
            [*program, "--output", str(path)], capture_output=True, text=True, check=True
        ).stdout
        for path in paths
    ]
    assert ["of an earlier run are kept" in text for text in shown] == [True, False]
    game = silo()
    killed, whole = [list(read_weights(path, game).numbers) for path in paths]
    assert killed == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["killed", "whole"]


def test_a_fit_holds_few_of_its_examples_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    class Source:
        positions = 10_000

        def read(self, held_out: bool = False) -> tuple[Any, Any]:
            return np.zeros((10_000, 50), np.uint16), np.zeros(10_000, np.float32)

    monkeypatch.setattr(fit, "MIXED", 500_000)
    tracemalloc.start()
    try:
        fit.Fit(100).learn([Source() for _ in range(60)], (1,))  # 60 MB
        assert tracemalloc.get_traced_memory()[1] < 15_000_000
    finally:
        tracemalloc.stop()


def gain(elo: float, games: int = 2000) -> Gain:
    return Gain(games, 20, 20 * share_of(elo), elo, (elo - 50, elo + 50), False, elo >= 20)


@pytest.mark.parametrize(
    ("gains", "flat", "best"),
    [
        ([], False, 0),
        ([5], False, 1),
        ([90, 5, 30], False, 3),
        ([90, 5, 3], True, 3),
        ([90, -30, 10], True, 1),
        ([-10, -10], True, 0),
    ],
)
def test_two_doublings_that_do_not_pay_end_it(gains: list[float], flat: bool, best: int) -> None:
    found = [gain(elo) for elo in gains]
    assert is_flat(found) == flat
    assert best_of(found) == best


def test_a_match_of_doublings_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, played = silo(), list[int]()

    def pair(*given: Any) -> float:
        played.append(1)
        if len(played) == 4:
            raise KeyboardInterrupt
        return 0.75

    monkeypatch.setattr("stackyard_engine.train.match_test.play_pair", pair)
    first = Trainer(game, 10, tmp_path / "run", 5)
    former, weights = first.teach().weights, Trainer(game, 20, tmp_path / "run", 5).teach().weights

    def measured() -> Gain:
        return gain_of(game, weights, former, 20, 1, lambda done, of: None, first.folder, None)

    with pytest.raises(KeyboardInterrupt):
        measured()
    found = measured()
    assert len(played) == 11  # ten pairs, and the one that was stopped
    assert (found.games, found.played, found.points, found.pays) == (20, 20, 15.0, True)
    assert found.interval[0] < elo_of(0.75) < found.interval[1]
    assert not first.folder.scores(weights, former).scores  # of the match that decides


def test_the_shipped_weights_stay_small() -> None:
    files = list(ROOT.glob("plugins/*/src/*/weights/*.weights"))
    assert len(files) > 20
    assert sum([path.stat().st_size for path in files]) <= 3_000_000
