"""One executor for many short arenas, since starting its workers takes longer than their games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

from stackyard.plugins.executors import MakeExecutor

P = ParamSpec("P")
T = TypeVar("T")


class SharedExecutor:
    """Makes executors that share the workers of one, which `close` ends.

    An executor that is shut down with tasks left, as after a death of a worker, ends the workers;
    the next one gets fresh workers.
    """

    def __init__(self, make: MakeExecutor) -> None:
        self._make = make
        self._shared: Executor | None = None

    def __call__(self) -> Executor:
        """An executor for an arena."""
        if self._shared is None:
            self._shared = self._make()
        return _Lent(self._shared, self.close)

    def close(self) -> None:
        """End the workers."""
        if self._shared is not None:
            self._shared.shutdown(wait=False, cancel_futures=True)
            self._shared = None


class _Lent(Executor):
    """An executor that submits to another one, whose other attributes it has."""

    def __init__(self, shared: Executor, close: Callable[[], None]) -> None:
        self._shared = shared
        self._close = close
        self._failed = False
        self._tasks: list[Future[Any]] = []  # those that were not done at the last look

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shared, name)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call."""
        task = self._shared.submit(fn, *args, **kwargs)
        self._look()
        self._tasks.append(task)
        return task

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers if a task is left or has failed, else leave them to the next executor."""
        self._look()
        if self._tasks or self._failed:
            self._close()

    def _look(self) -> None:
        done = [task for task in self._tasks if task.done()]
        self._failed |= any(task.cancelled() or task.exception() is not None for task in done)
        self._tasks = [task for task in self._tasks if task not in done]
