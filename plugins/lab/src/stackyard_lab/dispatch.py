"""Shares out games and other work to a workforce, several in a task where they are short."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import closing
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from stackyard.workforce import Workforce
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import DIED
from stackyard_lab.game_runner import Batch, PlayedGame, failed_game, play_games
from stackyard_lab.plan import Pairing, Plan

log = logging.getLogger("stackyard")

TASK_SECONDS = 0.2  # the aimed duration of a task; the overhead dominates shorter ones
MOST_IN_TASK = 100  # games
MOST_DEATHS = 10  # before the first game is played
ALONE = 2  # deaths of a game's workers while it is played alone
RETRY_SECONDS = 10.0  # until lost games are played again, unless nothing else is left

Item = TypeVar("Item", bound=Hashable)  # a piece of work, such as a game to play
Done = TypeVar("Done")


def play_all(
    plan: Plan, pairings: Iterable[Pairing], workforce: Workforce, playable: bool = False
) -> Generator[PlayedGame, None, None]:
    """Play each of these games, and yield them in the order in which they end.

    The games of a worker that dies are played again, each alone, a little later since something
    else may kill workers now. One whose workers die twice then is yielded without a result. Closing
    the generator ends busy workers. Raises StackyardError if the work cannot continue, as when
    every worker dies and the plan is not known to be `playable`.
    """
    fail = partial(failed_game, plan, why=DIED)
    return distribute(partial(play_games, plan), fail, pairings, workforce, playable)


def distribute(
    run: Callable[[tuple[Item, ...]], Batch[Done]],
    fail: Callable[[Item], Done],
    items: Iterable[Item],
    workforce: Workforce,
    playable: bool = False,
) -> Generator[Done, None, None]:
    """Do each piece of work in a worker as `play_all` plays games.

    `fail` gives the outcome of one whose workers die.
    """
    work = _Work(fail, items, playable)
    while work.is_left:
        with closing(workforce.run(run, work.tasks(), on_death=work.lose)) as batches:
            for _, batch in batches:
                work.count(batch)
                yield from batch.done


class _Work(Generic[Item, Done]):
    """Work in tasks, whose size depends on the time that it takes."""

    def __init__(self, fail: Callable[[Item], Done], items: Iterable[Item], playable: bool) -> None:
        self._fail = fail
        self._todo = deque(items)
        self._lost = deque[Item]()  # their workers died; each becomes a task
        self._retry = 0.0  # the time to begin with these
        self._alone = Counter[Item]()  # deaths of the workers of lost items
        self._playable = playable
        self._deaths = 0
        self._done = 0
        self._seconds = 0.0
        self._warned: set[str] = set()

    @property
    def is_left(self) -> bool:
        """True if there is something to do."""
        return bool(self._lost or self._todo)

    def tasks(self) -> Iterator[tuple[Item, ...]]:
        """The tasks, to be taken when they can begin."""
        while self.is_left:
            if self._lost and (not self._todo or monotonic() >= self._retry):
                yield (self._lost.popleft(),)
                continue
            size = int(TASK_SECONDS * self._done / self._seconds) if self._seconds else 1
            size = min(max(1, size), MOST_IN_TASK, len(self._todo))
            yield tuple([self._todo.popleft() for _ in range(size)])

    def count(self, batch: Batch[Done]) -> None:
        """Note what a task took, and tell its warnings, each once."""
        self._done += len(batch.done)
        self._seconds += batch.seconds
        for warning in batch.warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                log.warning(warning)

    def lose(self, task: tuple[Item, ...]) -> Batch[Done]:
        """Note the death of a worker; the results of its task are those of items to give up."""
        self._deaths += 1
        if self._deaths == MOST_DEATHS and not (self._done or self._playable):
            raise ArenaError("every worker dies before it has played a game")
        if len(task) == 1 and task[0] in self._alone:
            self._alone[task[0]] += 1
            if self._alone[task[0]] == ALONE:
                return Batch([self._fail(task[0])], 0.0)
        if not self._lost:
            self._retry = monotonic() + RETRY_SECONDS
        self._alone.update(dict.fromkeys(task, 0))
        self._lost.extend(task)
        return Batch([], 0.0)
