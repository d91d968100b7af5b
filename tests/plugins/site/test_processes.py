"""Jobs in the engine of a browser, which is played here by an object."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor

import pytest

import stackyard.processes
from stackyard_site.browser import processes


class Engine:
    """An engine that does a job when it is told to."""

    def __init__(self) -> None:
        self.tasks: list[bytes] = []
        self.short: list[bool] = []
        self.calls: list[Callable[[], None]] = []
        self.was_stopped = False
        self.restarts = 0

    def begin(self, task: bytes, is_short: bool) -> None:
        self.tasks.append(task)
        self.short.append(is_short)

    def stop(self) -> None:
        self.was_stopped = True

    def restart(self) -> None:
        self.restarts += 1

    def later(self, call: Callable[[], None], seconds: float) -> None:
        self.calls.append(call)

    def work(self) -> None:
        task = self.tasks.pop(0)
        processes.answered(processes.answer(task, lambda: self.was_stopped, processes.progressed))

    def wait(self) -> None:
        """Let the time of all calls come."""
        for call in self.calls[:]:
            self.calls.remove(call)
            call()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    made = Engine()
    monkeypatch.setattr(processes, "LOOK_SECONDS", -1.0)
    processes.connect(made, lambda function, given: function is max and given == (1, 2))
    yield made
    made.wait()
    assert not made.tasks


def looking() -> bool:
    processes.report(1, 4)
    return processes.stopped()


def failing() -> None:
    raise ValueError("a fault")


def test_it_offers_what_takes_its_place() -> None:
    names = {"Job", "WorkerProcesses", "report", "stopped"}
    for module in (processes, stackyard.processes):
        assert names <= {*vars(module)}
    job = {name for name in vars(stackyard.processes.Job) if not name.startswith("_")}
    assert job <= {name for name in dir(processes.Job) if not name.startswith("_")}


def test_jobs_follow_one_another(engine: Engine) -> None:
    workers = processes.WorkerProcesses(1)
    first, second = workers.submit(max, 1, 2), workers.submit(failing)
    assert len(engine.tasks) == 1
    engine.work()
    engine.wait()
    assert first.result(0) == 2
    engine.work()
    assert engine.short == [True, False]
    with pytest.raises(ValueError, match="a fault"):
        second.result(0)


def test_a_job_is_asked_to_stop_and_tells_its_progress(engine: Engine) -> None:
    job = processes.WorkerProcesses(1).submit(looking)
    job.stop()
    engine.work()
    assert job.result(0)
    assert job.progress == (1, 4)
    assert engine.restarts == 0
    assert not processes.stopped()


def test_a_job_that_does_not_stop_ends_with_the_engine(engine: Engine) -> None:
    job = processes.WorkerProcesses(1).submit(looking)
    job.stop(0.0)
    engine.wait()
    assert engine.restarts == 1
    with pytest.raises(BrokenExecutor):
        job.result(0)
    engine.tasks.clear()


def test_a_job_that_waits_can_be_cancelled(engine: Engine) -> None:
    workers = processes.WorkerProcesses(1)
    workers.submit(looking)
    waiting = workers.submit(looking)
    waiting.stop(1.0)
    assert waiting.cancelled()
    engine.work()


def test_a_failure_that_cannot_be_packed_is_told_in_words() -> None:
    packed = processes.answer(pickle.dumps((eval, ("1/0",), {})), bool, lambda *told: None)
    succeeded, failure = pickle.loads(packed)
    assert not succeeded
    assert isinstance(failure, ZeroDivisionError)
