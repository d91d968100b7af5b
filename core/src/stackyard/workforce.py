"""Shares out many tasks to an executor whose workers may die."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from stackyard.errors import StackyardError
from stackyard.plugins.executors import named_plugins, use_plugins

TICK_SECONDS = 0.2  # between two calls of `tick`
MOST_DEATHS = 5  # of the workers of one task
IN_FLIGHT = 64  # tasks, for an executor without an `in_flight` of its own

A = TypeVar("A")
T = TypeVar("T")


@dataclass
class _Task(Generic[A]):
    content: A
    alone: bool = False  # whether no other task shares the blame if its worker dies
    deaths: int = 0  # while it was alone


class Workforce:
    """Shares out tasks to an executor, which is made when it is needed and after it has broken.

    A context manager, which ends the executor.
    """

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None
        self.begun = False  # whether an executor was made

    def run(
        self,
        function: Callable[[A], T],
        tasks: Iterable[A],
        tick: Callable[[], object] | None = None,
        on_death: Callable[[A], T] | None = None,
    ) -> Generator[tuple[A, T], None, None]:
        """The results of a function for tasks, each as soon as it is there.

        The workers use the plugins that are named here (`STACKYARD_PLUGINS`). `tick` is called now
        and then. A task whose worker died is repeated, alone where another one may be to blame. One
        that was alone has the result `on_death(task)` instead, if that is given. Raises
        StackyardError if a task's workers die MOST_DEATHS times, or if a worker cannot do it.
        """
        coming = (_Task(content) for content in tasks)
        again, running = deque[_Task[A]](), dict[Future[T], _Task[A]]()
        try:
            while True:
                self._hand_out(function, coming, again, running)
                if not running:
                    return
                for future in wait(running, TICK_SECONDS, FIRST_COMPLETED).done:
                    task = running.pop(future)
                    try:
                        found = future.result()
                    except StackyardError:
                        raise
                    except BrokenExecutor as failure:
                        task.deaths += task.alone
                        if task.deaths == MOST_DEATHS:
                            raise StackyardError(f"the workers keep dying: {failure}") from failure
                        if on_death is None or not task.alone:
                            again.append(task)
                            continue
                        found = on_death(task.content)
                    except Exception as failure:
                        words = f"{type(failure).__name__}: {failure}"
                        raise StackyardError(f"a worker cannot do its task: {words}") from failure
                    yield task.content, found
                if tick is not None:
                    tick()
        finally:
            if running:  # an exception, or nobody wants the rest
                self.close()

    def run_in_order(
        self,
        function: Callable[[A], T],
        tasks: Iterable[A],
        tick: Callable[[], object] | None = None,
    ) -> Generator[T, None, None]:
        """The results of `run` in the order of the tasks."""
        found: dict[int, T] = {}
        following = 0
        with closing(self.run(partial(_of_numbered, function), enumerate(tasks), tick)) as done:
            for (number, _), result in done:
                found[number] = result
                while following in found:
                    yield found.pop(following)
                    following += 1

    def _hand_out(
        self,
        function: Callable[[A], T],
        coming: Iterator[_Task[A]],
        again: deque[_Task[A]],
        running: dict[Future[T], _Task[A]],
    ) -> None:
        """Submit tasks until the workers are busy."""
        while True:
            is_new = self._executor is None
            if self._executor is None:
                self._executor = self._make()
                self.begun = True
            executor = self._executor
            isolated = getattr(executor, "isolated", False)
            suspected = bool(again) or any(task.alone for task in running.values())
            single = suspected and not isolated
            if len(running) >= (1 if single else getattr(executor, "in_flight", IN_FLIGHT)):
                return
            task = again.popleft() if again else next(coming, None)
            if task is None:
                return
            task.alone = isolated or single
            try:
                running[executor.submit(_call, named_plugins(), function, task.content)] = task
            except BrokenExecutor as failure:
                if is_new:
                    raise StackyardError(f"the executor takes no task: {failure}") from failure
                again.appendleft(task)
                if running:
                    return
                self.close()

    def close(self) -> None:
        """End the workers; the next call of `run` starts new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def __enter__(self) -> Workforce:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _of_numbered(function: Callable[[A], T], numbered: tuple[int, A]) -> T:
    return function(numbered[1])


def _call(plugins: str, function: Callable[[A], T], task: A) -> T:
    """In a worker: a task."""
    use_plugins(plugins)
    return function(task)
