"""A worker process, and the side of it that gives it tasks, one at a time."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.pool import ExceptionWithTraceback  # type: ignore[attr-defined]
from multiprocessing.reduction import ForkingPickler
from threading import Thread
from typing import Any

from stackyard.interrupts import SIGNALS

LOOK_SECONDS = 1.0  # between two checks of a worker that does not answer
GRACE_SECONDS = 1.0  # for a worker to end when it is asked to


class Worker:
    """A process that is started for one thread of this program.

    It ignores Ctrl-C, which the program handles, and prints to standard error.
    """

    def __init__(self, prepare: Callable[[], None] | None) -> None:
        context = get_context("spawn")  # a fork would inherit locks and threads
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, prepare))
        try:
            self._process.start()
        finally:
            theirs.close()

    def wait_until_ready(self) -> None:
        """Wait for the start; BrokenProcessPool if the process dies before."""
        self._answer()

    def is_alive(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.is_alive()

    def call(self, task: bytes) -> Any:
        """Run a packed call and return its result, or raise its exception.

        Raises BrokenProcessPool if the process dies.
        """
        try:
            self._pipe.send_bytes(task)
        except OSError as closed:
            raise BrokenProcessPool("a worker process has died") from closed
        succeeded, result = pickle.loads(self._answer())  # noqa: S301 - of our own process
        if not succeeded:
            raise result
        return result

    def terminate(self) -> None:
        """Ask the process to end, whatever it is doing."""
        self._process.terminate()

    def end(self) -> int | None:
        """Wait until the process has ended, and not for long; return its exit code.

        The code is negative if a signal has killed the process, None if it cannot be known.
        """
        self._process.join(GRACE_SECONDS)
        self._process.kill()  # it may ignore that it was asked
        self._process.join()
        return self._process.exitcode

    def _answer(self) -> bytes:
        try:
            # A process that the worker started may hold the pipe open after the worker's death.
            while not self._pipe.poll(LOOK_SECONDS):
                if not self._process.is_alive() and not self._pipe.poll():
                    raise EOFError
            return self._pipe.recv_bytes()
        except (EOFError, OSError) as closed:
            raise BrokenProcessPool("a worker process has died") from closed


def end(workers: Iterable[Worker]) -> None:
    """End these processes."""
    ending = list(workers)
    for worker in ending:
        worker.terminate()
    for worker in ending:
        worker.end()


def packed(content: object) -> bytes:
    """An object for the other side of a pipe."""
    return bytes(ForkingPickler.dumps(content))


def block_interrupts() -> None:
    """Keep Ctrl-C and the like from this thread and the processes that it starts."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        resource_tracker.ensure_running()  # starting it admits some of them again
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def _work(pipe: Connection, prepare: Callable[[], None] | None) -> None:
    """Run tasks until the other end of the pipe is closed."""
    obey_parent()
    sys.stdout.flush()
    os.dup2(2, 1)
    if prepare is not None:
        prepare()
    pipe.send_bytes(b"ready")
    while True:
        try:
            task = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_result(task))


def _result(task: bytes) -> bytes:
    """The packed result of a call, or the exception that it raised."""
    try:
        function, args, kwargs = pickle.loads(task)  # noqa: S301 - of our own program
        return packed((True, function(*args, **kwargs)))
    except Exception as failure:
        try:
            answer = packed((False, ExceptionWithTraceback(failure, failure.__traceback__)))
            pickle.loads(answer)  # noqa: S301 - fails for an exception with arguments of its own
        except Exception:
            answer = packed((False, RuntimeError(f"{type(failure).__name__}: {failure}")))
        return answer


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
