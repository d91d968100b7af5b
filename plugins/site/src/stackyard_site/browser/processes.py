"""A stand-in for `stackyard.processes` in a browser, which has no processes.

Installed in its place, before anything imports it. Jobs go to one more worker of the browser with a
Python of its own, the engine, one after the other. `connect` names what sends them there and what
starts the engine anew. In the engine, `answer` does a job; short ones are done by the pages' own
Python until the engine has started.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from math import inf
from time import monotonic
from traceback import format_exc
from typing import Any, ParamSpec, Protocol, TypeVar

LOOK_SECONDS = 0.1  # between two questions whether a job was stopped: each costs a request

P = ParamSpec("P")
T = TypeVar("T")


class Engine(Protocol):
    """The other worker, as JavaScript offers it."""

    def begin(self, task: bytes, is_short: bool) -> None:
        """Send it a task; it answers with `answered`."""

    def stop(self) -> None:
        """Let `stopped` be true there."""

    def restart(self) -> None:
        """End it whatever it does, and start another one."""

    def later(self, call: Callable[[], None], seconds: float) -> None:
        """Call something after a time."""


class Job(Future[T]):
    """A call in the engine; see `stackyard.processes.Job`."""

    progress = (0.0, 0.0)

    def __init__(self, task: bytes, is_short: bool) -> None:
        super().__init__()
        self.task = task
        self.is_short = is_short
        self.stopped = False
        self.end = inf

    def stop(self, grace: float = inf) -> None:
        """Ask the task to stop; after `grace` seconds the engine is started anew."""
        self.end = min(self.end, monotonic() + grace)
        self.stopped = True
        if not self.cancel():
            _stop(self)


class WorkerProcesses(Executor):
    """An executor whose calls go to the engine; all share the one that there is."""

    isolated = True

    def __init__(self, workers: int) -> None:
        self.in_flight = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Job[T]:
        """Submit a call to the engine."""
        is_short = _is_short is not None and _is_short(fn, args)
        job = Job[T](pickle.dumps((fn, args, kwargs)), is_short)
        _waiting.append(job)
        _start()
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """There is nothing to end: the engine ends with its tab."""


_engine: Engine | None = None
_is_short: Callable[..., bool] | None = None
_waiting = deque[Job[Any]]()
_running: Job[Any] | None = None


def connect(engine: Engine, is_short: Callable[..., bool]) -> None:
    """Name the engine that does the jobs, and what tells which calls take little time."""
    global _engine, _is_short
    _engine, _is_short = engine, is_short


def answered(packed: bytes) -> None:
    """Take the answer of the engine to the running job."""
    job = _end()
    if job is None:
        return
    succeeded, result = pickle.loads(packed)  # noqa: S301 - of our own engine
    if succeeded:
        job.set_result(result)
    else:
        job.set_exception(result)


def progressed(done: float, total: float) -> None:
    """Note how much of the running job is done."""
    if _running is not None:
        _running.progress = done, total


def died() -> None:
    """Note that the engine has ended without an answer; another one is there."""
    job = _end()
    if job is not None:
        job.set_exception(BrokenExecutor("the engine has ended"))


def _start() -> None:
    global _running
    while _running is None and _waiting and _engine is not None:
        job = _waiting.popleft()
        if job.set_running_or_notify_cancel():
            _running = job
            _engine.begin(job.task, job.is_short)
            if job.stopped:
                _stop(job)


def _end() -> Job[Any] | None:
    global _running
    job, _running = _running, None
    if _engine is not None:
        _engine.later(_start, 0.0)  # after the caller that waits for the answer
    return job


def _stop(job: Job[Any]) -> None:
    if job is not _running or _engine is None:
        return
    engine = _engine
    engine.stop()

    def end() -> None:
        if job is _running and monotonic() >= job.end:
            engine.restart()
            died()

    if job.end < inf:
        engine.later(end, max(0.0, job.end - monotonic()))


# In the engine.

_asks: Callable[[], bool] | None = None
_tells: Callable[[float, float], object] | None = None
_looked, _found = 0.0, False


def stopped() -> bool:
    """Tell if the current task was asked to stop; false outside the engine."""
    global _looked, _found
    if _asks is not None and not _found and monotonic() - _looked >= LOOK_SECONDS:
        _found, _looked = _asks(), monotonic()
    return _found


def report(done: float, total: float = 1.0) -> None:
    """Tell the progress of the current task; nothing happens outside the engine."""
    if _tells is not None:
        _tells(done, total)


def answer(task: bytes, asks: Callable[[], bool], tells: Callable[[float, float], object]) -> bytes:
    """Do a task, and return its packed result or the exception that it raised.

    `asks()` is whether it was stopped, `tells` is called with its progress.
    """
    global _asks, _tells, _looked, _found
    _asks, _tells, _looked, _found = asks, tells, monotonic(), False
    try:
        function, args, kwargs = pickle.loads(task)  # noqa: S301 - of our own page
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as failure:
        try:
            packed = pickle.dumps((False, failure))
            pickle.loads(packed)  # noqa: S301 - fails for an exception with arguments of its own
        except Exception:
            words = f"{type(failure).__name__}: {failure}\n{format_exc()}"
            packed = pickle.dumps((False, RuntimeError(words)))
        return packed
    finally:
        _asks = _tells = None
        _found = False


def install() -> None:
    """Take the place of `stackyard.processes`, which cannot be imported in a browser."""
    sys.modules["stackyard.processes"] = sys.modules[__name__]
