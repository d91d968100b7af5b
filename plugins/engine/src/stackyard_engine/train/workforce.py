"""Calls that run in this process, in worker processes, or on an executor of a plugin."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from types import TracebackType
from typing import Any, Final, TypeVar

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import words_of
from stackyard.plugins.executors import MakeExecutor
from stackyard.processes import WorkerProcesses

LOOK_SECONDS: Final = 0.2  # between two reports of progress
IN_FLIGHT: Final = 64  # calls, for an executor without an `in_flight` of its own
MOST_DEATHS: Final = 5  # in a row, of workers

A = TypeVar("A")
R = TypeVar("R")


class Workforce:
    """An executor that is made when it is first needed; a context manager that ends it."""

    def __init__(self, make: MakeExecutor) -> None:
        self._make = make
        self._executor: Executor | None = None

    def run(
        self, function: Callable[[A], R], tasks: Iterable[A], tick: Callable[[], object]
    ) -> Iterator[tuple[A, R]]:
        """The results of a function for some tasks, each as soon as it is there.

        `tick` is called while there is none. The tasks of a worker that dies are given to others.
        Raises StackyardError if workers keep dying, or if a worker cannot do a task.
        """
        todo, waiting, deaths = deque(tasks), dict[Future[R], A](), 0
        try:
            while todo or waiting:
                try:
                    while todo and len(waiting) < getattr(self._started(), "in_flight", IN_FLIGHT):
                        waiting[self._started().submit(function, todo[0])] = todo[0]
                        todo.popleft()
                    for future in wait(waiting, LOOK_SECONDS, FIRST_COMPLETED).done:
                        found = _result(future)
                        deaths = 0
                        yield waiting.pop(future), found
                except BrokenExecutor as failure:
                    deaths += 1
                    if deaths == MOST_DEATHS:
                        raise StackyardError(f"the workers keep dying: {failure}") from failure
                    todo.extendleft(reversed(waiting.values()))
                    waiting.clear()
                    self.close()
                tick()
        finally:
            if waiting:  # an exception, or nobody wants the rest
                self.close()

    def close(self) -> None:
        """End the workers; the next call starts new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _started(self) -> Executor:
        if self._executor is None:
            self._executor = self._make()
        return self._executor

    def __enter__(self) -> Workforce:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def processes(number: int) -> Workforce | None:
    """That many worker processes; None, which is this process alone, for one."""
    return None if number == 1 else Workforce(lambda: WorkerProcesses(number, _prepare))


def _prepare() -> None:
    """Import what plays the games, which takes long, before the first one."""
    import stackyard_engine.train.self_play  # noqa: F401


def _result(future: Future[Any]) -> Any:
    """The result of a call; BrokenExecutor if its worker died, otherwise StackyardError."""
    try:
        return future.result()
    except (BrokenExecutor, StackyardError):
        raise
    except CancelledError as failure:
        raise StackyardError("the executor has cancelled its tasks") from failure
    except Exception as failure:
        raise StackyardError(f"a worker cannot play: {words_of(failure)}") from failure
