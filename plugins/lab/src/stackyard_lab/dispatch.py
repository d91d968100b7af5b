"""Having games played by an executor, also where some of its workers die."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice

from stackyard.errors import StackyardError
from stackyard.plugins.discovery import words_of
from stackyard_lab.errors import ArenaError
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.playing import Batch, PlayedGame, play, unplayed
from stackyard_lab.pool import MakeExecutor

TASK_SECONDS = 0.2  # about how long a task lasts; a much shorter one costs more than its games
MOST_IN_TASK = 100  # games
IN_FLIGHT = 64  # tasks, where the executor does not say how many it likes
MOST_DEATHS = 10  # of workers before any has played a game


def play_all(
    plan: Plan,
    pairings: Iterable[Pairing],
    make_executor: MakeExecutor,
    playable: bool = False,
) -> Generator[PlayedGame, None, None]:
    """Each of these games once, in the order in which they end.

    Where a worker dies, the games that it may have been playing are played again, one at a time;
    one that kills its worker then as well comes without a result. Closing this ends the workers.
    Raises ArenaError where the work cannot go on, such as when no worker lives to play a game and
    the plan is not known to be `playable`.
    """
    dispatcher = _Dispatcher(plan, make_executor, playable)
    try:
        yield from dispatcher.play(deque(pairings))
    finally:
        dispatcher.leave()


class _Dispatcher:
    """Hands out tasks to an executor and collects the games."""

    def __init__(self, plan: Plan, make_executor: MakeExecutor, playable: bool) -> None:
        self._plan = plan
        self._make_executor = make_executor
        self._executor = make_executor()
        self._in_flight: dict[Future[Batch], tuple[Pairing, ...]] = {}
        self._playable = playable  # whether a game is known to have been played
        self._games = 0
        self._seconds = 0.0
        self._deaths = 0

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

    def leave(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _send(self, todo: deque[Pairing]) -> None:
        """Keep the workers busy."""
        most = getattr(self._executor, "in_flight", IN_FLIGHT)
        while todo and len(self._in_flight) < most:
            size = int(TASK_SECONDS * self._games / self._seconds) if self._seconds else 1
            task = tuple(islice(todo, max(1, min(size, MOST_IN_TASK))))
            self._in_flight[self._executor.submit(play, self._plan, task)] = task
            for _ in task:
                todo.popleft()

    def _batch(self, future: Future[Batch]) -> Batch:
        """The games of a task; BrokenExecutor if its worker died."""
        try:
            batch = future.result()
        except (BrokenExecutor, StackyardError):
            raise
        except CancelledError as failure:
            raise ArenaError("the executor has given up its work") from failure
        except Exception as failure:
            raise ArenaError(f"a worker cannot play: {words_of(failure)}") from failure
        self._games += len(batch.games)
        self._seconds += batch.seconds
        return batch

    def _play_again(self, failure: BrokenExecutor) -> Iterator[PlayedGame]:
        """Play all games that were in flight, one at a time, to find the one that kills workers."""
        lost = [pairing for task in self._in_flight.values() for pairing in task]
        self._renew()
        for pairing in lost:
            try:
                games = self._batch(self._executor.submit(play, self._plan, (pairing,))).games
            except BrokenExecutor:
                self._deaths += 1
                if self._deaths == MOST_DEATHS and not (self._games or self._playable):
                    raise ArenaError(f"no worker lives to play a game: {failure}") from failure
                self._renew()
                games = [unplayed(self._plan, pairing, "it killed the worker that played it")]
            yield from games

    def _renew(self) -> None:
        """Go on with a new executor."""
        self.leave()
        self._in_flight.clear()
        self._executor = self._make_executor()
