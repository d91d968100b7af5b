"""Worker processes, and Ctrl-C and the like while they start.

They work where compiled loops hold Python's global lock, so that threads would not help.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Lock, current_thread, local, main_thread
from typing import Any, ParamSpec, TypeVar
from weakref import finalize

from stackyard.errors import StackyardError
from stackyard.interrupts import SIGNALS, caught
from stackyard.worker import Worker, block_interrupts, end, packed

MOST_STARTS = 100  # workers in a row that are killed while they start

P = ParamSpec("P")
T = TypeVar("T")


class WorkerProcesses(Executor):
    """Worker processes, each with one task at a time.

    The death of a worker raises BrokenProcessPool for its own task only; another worker takes its
    place. The workers end at once when the pool is shut down without waiting, or its program ends.
    They call `prepare` before their first task.
    """

    isolated = True  # see stackyard.plugins.hookspecs

    def __init__(self, workers: int, prepare: Callable[[], None] | None = None) -> None:
        self._prepare = prepare
        self.in_flight = 2 * workers  # tasks, so that no worker waits for its next one
        self._threads = ThreadPoolExecutor(workers, "stackyard-worker", block_interrupts)
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
        except BrokenProcessPool:
            self._drop(worker)
            self._local.worker = None
            raise

    def _started(self) -> Worker:
        """A new worker that is ready for a task; its death before is no task's fault."""
        for _ in range(MOST_STARTS):
            try:
                with self._lock:
                    if self._closed:
                        raise BrokenProcessPool("the workers have been ended")
                    worker = Worker(self._prepare)
                    self._workers.add(worker)
                worker.wait_until_ready()
            except BrokenPipeError:  # killed before its process could be told what to do
                continue
            except BrokenProcessPool as died:
                if self._closed:
                    raise
                code = self._drop(worker)
                if code is not None and code >= 0:
                    raise StackyardError(
                        f"a worker process has ended with exit code {code} while it started"
                    ) from died
            else:
                return worker
        raise StackyardError(f"{MOST_STARTS} worker processes in a row were killed as they started")

    def _drop(self, worker: Worker) -> int | None:
        """Forget a worker that died; return its exit code."""
        with self._lock:
            self._workers.discard(worker)
        return worker.end()


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Defer Ctrl-C and the like while processes are started, and keep these from receiving them.

    A signal to a process that is starting or reading its task would print a traceback. A process
    must call `stackyard.worker.obey_parent`.
    """
    if current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    received: list[int] = []
    try:
        with caught(lambda number, _: received.append(number)):  # another thread may take a signal
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # processes inherit it
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    finally:
        for number in dict.fromkeys(received):
            signal.raise_signal(number)
