"""Worker processes, and Ctrl-C and the like while they start.

They work where compiled loops hold Python's global lock, so that threads would not help.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any

from stackyard.interrupts import SIGNALS, caught


class WorkerProcesses(ProcessPoolExecutor):
    """Worker processes that end at once when the pool is shut down or its program ends.

    They ignore Ctrl-C, which the program handles, and print to standard error.
    """

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")  # a fork would inherit locks and threads
        with interrupts_later():  # Python's own helper process starts here
            super().__init__(workers, context, _init_worker)
        self.in_flight = 2 * workers  # tasks; a crash loses all submitted ones

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task; the first one starts the workers."""
        with interrupts_later():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish their tasks, or end them if `wait` is false."""
        if not wait and self._processes:
            for worker in list(self._processes.values()):
                worker.terminate()
            # The reader of a partial result sees its end only when every copy of the sending end is
            # closed; the pool holds one that it never uses.
            results: Any = self._result_queue
            results._writer.close()  # noqa: SLF001
        super().shutdown(cancel_futures=cancel_futures)


def _init_worker() -> None:
    """Set up a worker process."""
    obey_parent()
    sys.stdout.flush()
    os.dup2(2, 1)


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Defer Ctrl-C and the like while processes are started, and keep these from receiving them.

    A signal to a process that is starting or reading its task would print a traceback. A process
    must call `obey_parent`.
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


def obey_parent() -> None:
    """In a worker process: leave Ctrl-C and a closed terminal to the parent, which may end it."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Exit when the parent has ended, however that came about."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
