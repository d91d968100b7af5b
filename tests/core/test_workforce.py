"""Tasks that are shared out to workers, some of which die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import pytest
from tests.core import jobs

from stackyard.errors import StackyardError
from stackyard.processes import WorkerProcesses
from stackyard.workforce import Workforce

Make = Callable[[], Executor]

MAKERS = [
    partial(WorkerProcesses, 2),
    partial(ProcessPoolExecutor, 2, get_context("spawn")),  # breaks as a whole
]


@pytest.mark.alone
@pytest.mark.parametrize("make", MAKERS, ids=["isolated", "whole"])
def test_a_task_that_kills_its_worker_is_told_from_others(make: Make) -> None:
    tasks = [3, 2, -1, 1, -2, 0]
    with Workforce(make) as workforce:
        found = dict(workforce.run(jobs.square, tasks, on_death=lambda task: 100 + task))
    assert found == {3: 9, 2: 4, 1: 1, 0: 0, -1: 99, -2: 98}


@pytest.mark.alone
def test_a_task_is_repeated_but_not_without_end(tmp_path: Path) -> None:
    few, many = (tuple([tmp_path / f"{n} of {number}" for n in range(number)]) for number in (4, 9))
    with Workforce(partial(WorkerProcesses, 1)) as workforce:
        assert [*workforce.run(_die_in_time, [few])] == [(few, 4)]
        with pytest.raises(StackyardError, match="the workers keep dying"):
            list(workforce.run(_die_in_time, [many]))


def _die_in_time(paths: tuple[Path, ...]) -> int:
    return jobs.die_in_time(*paths)


class Frail(Executor):
    """Calls at once, in this process; what is in `orders` happens to its calls instead."""

    in_flight = 4

    def __init__(self, orders: Iterator[str]) -> None:
        self.orders = orders
        self.broken = False
        self.waiting: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        order = "refuse" if self.broken else next(self.orders, "do")
        if order == "refuse":
            self.fall("broken before")
            raise BrokenExecutor("broken before")
        future: Future[Any] = Future()
        if order in {"wait", "die"}:
            self.waiting.append(future)
        if order == "die":
            self.fall("died")
        if order == "do":
            future.set_result(fn(*args, **kwargs))
        return future

    def fall(self, words: str) -> None:
        """Break, and fail all calls that are waiting."""
        self.broken = True
        while self.waiting:
            self.waiting.pop().set_exception(BrokenExecutor(words))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.fall("shut down")


@pytest.mark.parametrize(
    "orders",
    [
        (),
        ("die",),
        ("do", "do", "die"),
        ("do", "refuse", "do", "refuse"),
        ("wait", "do", "wait", "die"),
        ("wait", "wait", "refuse"),
        ("wait", "wait", "wait", "die", "do", "do", "do", "do", "die"),
    ],
    ids="-".join,
)
def test_no_task_is_lost_or_done_twice(orders: tuple[str, ...]) -> None:
    left = iter(orders)
    done: list[int] = []

    def do(task: int) -> int:
        done.append(task)
        return task

    with Workforce(lambda: Frail(left)) as workforce:
        assert sorted(workforce.run(do, range(6))) == [(task, task) for task in range(6)]
    assert sorted(done) == [*range(6)]


def test_an_executor_that_takes_no_task_is_told() -> None:
    calls = Workforce(lambda: Frail(iter(["refuse"]))).run(jobs.square, [1])
    with pytest.raises(StackyardError, match="the executor takes no task: broken before"):
        next(calls)


def test_what_another_worker_would_not_mend_is_told() -> None:
    with Workforce(partial(ThreadPoolExecutor, 1)) as workforce:
        with pytest.raises(StackyardError, match="a worker cannot do its task: ValueError: inv"):
            [*workforce.run(int, ["x"])]
        assert [*workforce.run(int, ["1"])] == [("1", 1)]


def test_tasks_are_taken_when_they_are_needed_and_workers_kept_from_run_to_run() -> None:
    taken: list[int] = []
    made: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    def make() -> Executor:
        made.append(1)
        return Frail(iter(()))

    with Workforce(make) as workforce:
        run = workforce.run(jobs.square, tasks())
        assert len([*islice(run, 3)]) == 3
        assert len(taken) <= 8
        assert len([*run]) == 97
        assert len([*workforce.run(jobs.square, range(3))]) == 3
    assert len(made) == 1


@pytest.mark.alone
def test_workers_end_when_nobody_wants_the_rest(tmp_path: Path) -> None:
    workforce = Workforce(partial(WorkerProcesses, 2))
    run = workforce.run(_obey_but_one, [None, tmp_path / "one"])
    assert next(run) == (None, "")
    run.close()
    assert not active_children()


def _obey_but_one(path: Path | None) -> str:
    return jobs.obey(path) if path else ""


def test_results_come_in_the_order_of_the_tasks_if_that_is_asked_for() -> None:
    left = iter(["wait", "do", "do", "die"])
    ran = list(range(9))
    with Workforce(lambda: Frail(left)) as workforce:
        assert list(workforce.run_in_order(jobs.square, ran)) == [number**2 for number in ran]
    left = iter(["wait", "do", "do", "die"])
    with Workforce(lambda: Frail(left)) as workforce:
        assert [task for task, _ in workforce.run(jobs.square, ran)] != ran


def test_workers_use_the_plugins_that_are_named_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").touch()
    names = "STACKYARD_PLUGINS"
    with Workforce(partial(WorkerProcesses, 1)) as workforce:
        for named in ("own.py", "", "stackyard_clock"):
            monkeypatch.setenv(names, named)
            (found,) = workforce.run(jobs.variable, [names])
            assert found[1] == (str(tmp_path / named) if named == "own.py" else named)


def test_it_ticks_while_there_is_nothing() -> None:
    ticks: list[int] = []

    def tick() -> None:
        ticks.append(1)
        if len(ticks) == 3:
            executor.fall("died")
            executor.broken = False

    executor = Frail(iter(["wait"]))
    with Workforce(lambda: executor) as workforce:
        assert [*workforce.run(jobs.square, [2], tick)] == [(2, 4)]
    assert len(ticks) >= 3
