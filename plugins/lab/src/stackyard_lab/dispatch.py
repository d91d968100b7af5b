"""Distributes games and other work over an executor's workers, and copes with those that die.

Two attributes of an executor are read. `in_flight` is the number of tasks to submit at a time.
`isolated` says that a worker has one task at a time, and that its death breaks this task only.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import words_of
from stackyard.plugins.executors import MakeExecutor
from stackyard_lab.deaths import Deaths
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_runner import Batch, PlayedGame, failed_game, play_games
from stackyard_lab.plan import Pairing, Plan

log = logging.getLogger("stackyard")

TASK_SECONDS = 0.2  # the aimed duration of a task; the overhead dominates shorter ones
MOST_IN_TASK = 100  # games
IN_FLIGHT = 64  # tasks, for an executor without an `in_flight` of its own
MOST_DEATHS = 10  # before the first game is played
MOST_REFUSALS = 10  # of executors in a row
RETRY_SECONDS = 10.0  # until lost games are played again, unless nothing else is left

Item = TypeVar("Item", bound=Hashable)  # a piece of work, such as a game to play
Done = TypeVar("Done")
Run = Callable[[tuple[Item, ...]], Batch[Done]]  # called in a worker
Fail = Callable[[Item, str], Done]  # the outcome of an item whose workers die, and why


def play_all(
    plan: Plan,
    pairings: Iterable[Pairing],
    make_executor: MakeExecutor,
    playable: bool = False,
) -> Generator[PlayedGame, None, None]:
    """Play each of these games, and yield them in the order in which they end.

    If a worker dies, its games are played again, each alone in a worker. A game is yielded without
    a result if its worker has died each time it was played alone; see `Deaths`. Closing the
    generator ends the workers. Raises ArenaError if the work cannot continue, as when every worker
    dies and the plan is not known to be `playable`.
    """
    play = partial(play_games, plan)
    return distribute(play, partial(failed_game, plan), pairings, make_executor, playable)


def distribute(
    run: Run[Item, Done],
    fail: Fail[Item, Done],
    items: Iterable[Item],
    make_executor: MakeExecutor,
    playable: bool = False,
) -> Generator[Done, None, None]:
    """Do each piece of work in a worker as `play_all` plays games."""
    dispatcher = _Dispatcher(run, fail, make_executor, playable)
    try:
        yield from dispatcher.play(deque(items))
    finally:
        dispatcher.shutdown()


class _Dispatcher(Generic[Item, Done]):
    """Submits tasks to an executor and collects what is done, in most cases games."""

    def __init__(
        self,
        run: Run[Item, Done],
        fail: Fail[Item, Done],
        make_executor: MakeExecutor,
        playable: bool,
    ) -> None:
        self._run = run
        self._fail = fail
        self._make_executor = make_executor
        self._executor = make_executor()
        self._in_flight: dict[Future[Batch[Done]], tuple[Item, ...]] = {}
        self._playable = playable  # whether a game is known to have been played
        self._games = 0
        self._seconds = 0.0
        self._most = MOST_IN_TASK  # 1 after a death, then doubled by each task that is finished
        self._refusals = 0  # in a row
        self._deaths = Deaths[Item]()
        self._lost: deque[Item] = deque()  # to be played alone
        self._retry = 0.0  # the time to begin with that
        self._warned: set[str] = set()

    def play(self, todo: deque[Item]) -> Iterator[Done]:
        while todo or self._lost:
            yield from self._play(todo, alone=False)
            if self._lost:
                lost, self._lost = self._lost, deque()
                self._replace_executor()  # with fresh workers
                yield from self._play(lost, alone=True)
                for item in [*self._lost]:
                    if why := self._deaths.verdict(item):
                        self._lost.remove(item)
                        yield self._fail(item, why)

    def shutdown(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _play(self, todo: deque[Item], alone: bool) -> Iterator[Done]:
        """Play these games, each `alone` in a worker, or until it is time to play lost games."""
        while True:
            if alone or not self._lost or time.monotonic() < self._retry:
                self._send(todo, alone)
            if not self._in_flight:
                return
            for future in wait(self._in_flight, return_when=FIRST_COMPLETED).done:
                task = self._in_flight.pop(future)
                try:
                    batch = self._batch(future)
                except BrokenExecutor as failure:
                    self._lose(task, alone, failure)
                else:
                    self._deaths.survived(task, self._is_alone(task, alone))
                    yield from batch.done

    def _send(self, todo: deque[Item], alone: bool) -> None:
        """Submit tasks until the workers are busy."""
        while todo and len(self._in_flight) < self._most_in_flight(alone):
            size = int(TASK_SECONDS * self._games / self._seconds) if self._seconds else 1
            task = tuple(islice(todo, 1 if alone else max(1, min(size, self._most))))
            try:
                future = self._executor.submit(self._run, task)
            except BrokenExecutor as failure:
                self._refused(failure)
                continue
            self._refusals = 0
            self._in_flight[future] = task
            for _ in task:
                todo.popleft()

    def _most_in_flight(self, alone: bool) -> int:
        if alone and not self._isolated:
            return 1
        most: int = getattr(self._executor, "in_flight", IN_FLIGHT)
        return most

    def _is_alone(self, task: tuple[Item, ...], alone: bool) -> bool:
        """Whether the death of a task's worker points at one game: no other game shared it."""
        return alone or (self._isolated and len(task) == 1)

    @property
    def _isolated(self) -> bool:
        return getattr(self._executor, "isolated", False)

    def _batch(self, future: Future[Batch[Done]]) -> Batch[Done]:
        """The games of a task; BrokenExecutor if its worker died."""
        try:
            batch = future.result()
        except (BrokenExecutor, StackyardError):
            raise
        except CancelledError as failure:
            raise ArenaError("the executor has cancelled its tasks") from failure
        except Exception as failure:
            raise ArenaError(f"a worker cannot play: {words_of(failure)}") from failure
        for warning in batch.warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                log.warning(warning)
        self._games += len(batch.done)
        self._seconds += batch.seconds
        self._most = min(2 * self._most, MOST_IN_TASK)
        return batch

    def _lose(self, task: tuple[Item, ...], alone: bool, failure: BrokenExecutor) -> None:
        """Have the games of a task whose worker died played again."""
        self._most = 1
        if not self._lost:
            self._retry = time.monotonic() + RETRY_SECONDS
        self._lost.extend(task)
        self._deaths.died(task, self._is_alone(task, alone))
        if self._deaths.alone >= MOST_DEATHS and not (self._games or self._playable):
            raise ArenaError(
                f"every worker dies before it has played a game: {failure}"
            ) from failure

    def _refused(self, failure: BrokenExecutor) -> None:
        """Continue with another executor after one has broken as a whole."""
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            raise ArenaError(f"the executor takes no task: {failure}") from failure
        for task in self._in_flight.values():
            self._lose(task, False, failure)
        self._replace_executor()

    def _replace_executor(self) -> None:
        """Continue with a new executor."""
        self.shutdown()
        self._in_flight.clear()
        self._executor = self._make_executor()
