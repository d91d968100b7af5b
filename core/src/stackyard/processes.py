"""Worker processes, and Ctrl-C while they start.

They work where compiled loops hold Python's global lock, so that threads would not help.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any


class WorkerProcesses(ProcessPoolExecutor):
    """Worker processes that end at once when the pool is shut down or its program ends.

    They ignore Ctrl-C, which the program handles, and print to standard error.
    """

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")  # a fork would inherit locks and threads
        stays, self._stay = context.Pipe(duplex=False)
        super().__init__(workers, context, _init_worker, (stays,))
        self.in_flight = 2 * workers  # tasks; a crash loses all submitted ones

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task; the first one starts the workers."""
        with ctrl_c_later():
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
        self._stay.close()


def _init_worker(stays: Connection) -> None:
    """Set up a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    os.dup2(2, 1)
    Thread(target=_exit_with_parent, args=(stays,), daemon=True).start()


def _exit_with_parent(stays: Connection) -> None:
    """Exit when the other end of the pipe is closed, or its process was killed."""
    stays.poll(None)
    os._exit(0)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Defer Ctrl-C while processes are started, and have them ignore it.

    Ctrl-C in a process that is starting or reading its task would print a traceback.
    """
    if current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    heard = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard = True

    handler = signal.signal(signal.SIGINT, hear)  # another thread may take the signal
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # processes inherit it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)
