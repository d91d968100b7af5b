"""Executors: worker processes on this machine, and executors registered by plugins."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from threading import Lock, local
from typing import Any, ParamSpec, TypeVar
from weakref import finalize

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import normalize_name, words_of
from stackyard.plugins.registry import registry
from stackyard.text import quoted
from stackyard_lab.errors import ArenaError
from stackyard_lab.worker import Worker, block_ctrl_c, end, packed

MOST_STARTS = 100  # workers in a row that are killed while they start

MakeExecutor = Callable[[], Executor]
P = ParamSpec("P")
T = TypeVar("T")


class WorkerProcesses(Executor):
    """Worker processes, each with one task at a time.

    The death of a worker raises BrokenExecutor for its own task only; another worker takes its
    place. The workers end at once when the pool is shut down without waiting, or its program ends.
    """

    isolated = True  # see stackyard_lab.dispatch

    def __init__(self, workers: int) -> None:
        self.in_flight = 2 * workers  # tasks, so that no worker waits for its next one
        self._threads = ThreadPoolExecutor(workers, "stackyard-worker", block_ctrl_c)
        self._local = local()  # the worker of each thread
        self._workers: set[Worker] = set()
        self._lock = Lock()
        self._closed = False
        self._end = finalize(self, end, self._workers)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call to the workers, which start when they are needed."""
        return self._threads.submit(self._call, packed((fn, args, kwargs)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish their tasks, or end them if `wait` is false."""
        if wait:
            self._threads.shutdown(cancel_futures=cancel_futures)
        with self._lock:
            self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        self._end()
        self._threads.shutdown()

    def _call(self, task: bytes) -> Any:
        """Run a task in the worker of this thread."""
        worker: Worker | None = getattr(self._local, "worker", None)
        if worker is not None and not worker.is_alive():  # it was killed while it had no task
            self._drop(worker)
            worker = None
        if worker is None:
            worker = self._local.worker = self._started()
        try:
            return worker.call(task)
        except BrokenExecutor:
            self._drop(worker)
            self._local.worker = None
            raise

    def _started(self) -> Worker:
        """A new worker that is ready for a task; its death before is no task's fault."""
        for _ in range(MOST_STARTS):
            try:
                with self._lock:
                    if self._closed:
                        raise BrokenExecutor("the workers have been ended")
                    worker = Worker()
                    self._workers.add(worker)
                worker.wait_until_ready()
            except BrokenPipeError:  # killed before its process could be told what to do
                continue
            except BrokenExecutor as died:
                if self._closed:
                    raise
                code = self._drop(worker)
                if code is not None and code >= 0:
                    raise ArenaError(
                        f"a worker process has ended with exit code {code} while it started"
                    ) from died
            else:
                return worker
        raise ArenaError(f"{MOST_STARTS} worker processes in a row were killed while they started")

    def _drop(self, worker: Worker) -> int | None:
        """Forget a worker that died; return its exit code."""
        with self._lock:
            self._workers.discard(worker)
        return worker.end()


def processes(workers: str = "") -> WorkerProcesses:
    """Make the executor `processes:WORKERS`."""
    number = int(workers[:40]) if workers.isdecimal() else 0 if workers else os.cpu_count() or 1
    if not 1 <= number <= 1024:
        raise ArenaError(f"processes:{workers:.40}: the number of workers is 1 to 1024")
    return WorkerProcesses(number)


def executor_maker(described: str) -> MakeExecutor:
    """A factory of the executor described by `NAME[:ARGUMENT]`.

    Raises ArenaError if no executor has that name.
    """
    name, _, argument = described.partition(":")
    registered = registry().executors.get(normalize_name(name))
    if registered is None:
        known = ", ".join(registry().executors)
        raise ArenaError(f"there is no executor {quoted(name)}; the executors are {known}")
    load = registered.load

    def make() -> Executor:
        try:
            executor: Executor = load()(argument)
        except StackyardError:
            raise
        except Exception as failure:
            raise ArenaError(f"executor {described}: {words_of(failure)}") from failure
        return executor

    return make
