"""Distributes games over the workers of an executor, and copes with crashing workers."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import words_of
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_runner import Batch, PlayedGame, failed_game, play_games
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.pool import MakeExecutor

log = logging.getLogger("stackyard")

TASK_SECONDS = 0.2  # the aimed duration of a task; the overhead dominates shorter ones
MOST_IN_TASK = 100  # games
IN_FLIGHT = 64  # tasks, for an executor without an `in_flight` of its own
MOST_DEATHS = 10  # crashes before the first game is played


def play_all(
    plan: Plan,
    pairings: Iterable[Pairing],
    make_executor: MakeExecutor,
    playable: bool = False,
) -> Generator[PlayedGame, None, None]:
    """Play each of these games, and yield them in the order in which they end.

    If a worker crashes, the games that it may have been playing are played again, one at a time; a
    game that crashes its worker again is yielded without a result. Closing the generator ends the
    workers. Raises ArenaError if the work cannot continue, as when every worker crashes and the
    plan is not known to be `playable`.
    """
    dispatcher = _Dispatcher(plan, make_executor, playable)
    try:
        yield from dispatcher.play(deque(pairings))
    finally:
        dispatcher.shutdown()


class _Dispatcher:
    """Submits tasks to an executor and collects their games."""

    def __init__(self, plan: Plan, make_executor: MakeExecutor, playable: bool) -> None:
        self._plan = plan
        self._make_executor = make_executor
        self._executor = make_executor()
        self._in_flight: dict[Future[Batch], tuple[Pairing, ...]] = {}
        self._playable = playable  # whether a game is known to have been played
        self._games = 0
        self._seconds = 0.0
        self._deaths = 0
        self._warned: set[str] = set()

    def play(self, todo: deque[Pairing]) -> Iterator[PlayedGame]:
        while todo or self._in_flight:
            try:
                self._send(todo)
                for future in wait(self._in_flight, return_when=FIRST_COMPLETED).done:
                    batch = self._batch(future)
                    del self._in_flight[future]
                    yield from batch.games
            except BrokenExecutor as failure:
                yield from self._play_again(failure)

    def shutdown(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _send(self, todo: deque[Pairing]) -> None:
        """Submit tasks until the workers are busy."""
        most = getattr(self._executor, "in_flight", IN_FLIGHT)
        while todo and len(self._in_flight) < most:
            size = int(TASK_SECONDS * self._games / self._seconds) if self._seconds else 1
            task = tuple(islice(todo, max(1, min(size, MOST_IN_TASK))))
            self._in_flight[self._executor.submit(play_games, self._plan, task)] = task
            for _ in task:
                todo.popleft()

    def _batch(self, future: Future[Batch]) -> Batch:
        """The games of a task; BrokenExecutor if its worker crashed."""
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
        self._games += len(batch.games)
        self._seconds += batch.seconds
        return batch

    def _play_again(self, failure: BrokenExecutor) -> Iterator[PlayedGame]:
        """Play all unfinished games again, one at a time, to find the one that crashes workers."""
        lost = [pairing for task in self._in_flight.values() for pairing in task]
        self._replace_executor()
        for pairing in lost:
            try:
                games = self._batch(self._executor.submit(play_games, self._plan, (pairing,))).games
            except BrokenExecutor:
                self._deaths += 1
                if self._deaths == MOST_DEATHS and not (self._games or self._playable):
                    raise ArenaError(
                        f"every worker crashes before it has played a game: {failure}"
                    ) from failure
                self._replace_executor()
                games = [failed_game(self._plan, pairing, "its worker crashed")]
            yield from games

    def _replace_executor(self) -> None:
        """Continue with a new executor."""
        self.shutdown()
        self._in_flight.clear()
        self._executor = self._make_executor()
