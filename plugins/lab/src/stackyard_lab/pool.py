"""Where the work goes: processes of this machine, or any executor that a plugin registers."""

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


class Processes(ProcessPoolExecutor):
    """Worker processes that end at once when the pool is shut down or its program dies.

    They ignore Ctrl-C, which is for that program, and what they print goes to standard error.
    """

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")  # nothing is inherited that a fork would leave half done
        stays, self._stay = context.Pipe(duplex=False)
        super().__init__(workers, context, _begin, (stays,))
        self.in_flight = 2 * workers  # tasks; more would only be lost with a worker

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand out a task; it is this that starts the workers."""
        with ctrl_c_later():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what they have or, without waiting, end them."""
        if not wait and self._processes:
            for worker in list(self._processes.values()):
                worker.terminate()
            # A reader of half a result is told that its sender is gone only when the last copy of
            # the sending end is closed; the pool holds one, which it never uses.
            results: Any = self._result_queue
            results._writer.close()  # noqa: SLF001
        super().shutdown(cancel_futures=cancel_futures)
        self._stay.close()


def _begin(stays: Connection) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    os.dup2(2, 1)
    Thread(target=_leave, args=(stays,), daemon=True).start()


def _leave(stays: Connection) -> None:
    """Exit when the other end of a pipe is closed, also because its process was killed."""
    stays.poll(None)
    os._exit(0)


def processes(workers: str = "") -> Processes:
    """The executor `processes:WORKERS`."""
    number = int(workers[:40]) if workers.isdecimal() else 0 if workers else os.cpu_count() or 1
    if not 1 <= number <= 1024:
        raise ArenaError(f"processes:{workers:.40}: the number of workers is 1 to 1024")
    return Processes(number)


def executor_maker(described: str) -> MakeExecutor:
    """What makes the executor of a description `NAME[:ARGUMENT]`.

    Raises ArenaError if there is none of that name.
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
