"""Executors: worker processes on this machine, and executors registered by plugins."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import normalize_name, words_of
from stackyard.plugins.registry import registry
from stackyard.text import quoted
from stackyard_engine.workers import ctrl_c_later
from stackyard_lab.errors import ArenaError

MakeExecutor = Callable[[], Executor]


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
