"""Level games: a player meets itself, from the game's start."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import pairwise

from stackyard.errors import StackyardError
from stackyard.plugins.executors import MakeExecutor
from stackyard.records.archive import Archive
from stackyard.records.reader import GameCache, course_of
from stackyard.turnloop.history import Course
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.study.trace import GameTrace, PlyTrace


class LevelGames:
    """The games of a plan in which both players are equal, and their traces."""

    def __init__(self, plan: Plan, archive: Archive) -> None:
        self._plan = plan
        self._archive = archive
        self._arena = Arena(plan, archive)
        self._games = GameCache()
        self._traces: dict[Pairing, GameTrace] = {}

    @property
    def processor_seconds(self) -> float:
        """The work of this object, not of earlier ones."""
        return self._arena.processor_seconds

    def play(self, make_executor: MakeExecutor, seconds: float) -> Generator[float, None, None]:
        """Play for so many processor seconds, and yield after each game how many have passed."""
        begin = self._arena.processor_seconds
        with closing(self._arena.play(make_executor)) as games:
            for _ in games:
                yield (spent := self._arena.processor_seconds - begin)
                if spent >= seconds:
                    return

    def traces(self) -> tuple[GameTrace, ...]:
        """The traces of the first games of the plan, up to one that is not finished yet.

        Later games that are finished already are left out: short games are finished first, so
        counting them would make the games look shorter than they are.
        """
        self._read_new()
        found = []
        for pairing in self._plan.pairings():
            if pairing not in self._arena.outcomes:
                break
            if pairing in self._traces:  # no result if its worker died
                found.append(self._traces[pairing])
        return tuple(found)

    def _read_new(self) -> None:
        """Read the games that were finished since the last call."""
        new = {
            self._plan.name_of(pairing): pairing
            for pairing, outcome in self._arena.outcomes.items()
            if pairing not in self._traces and outcome.winner is not None
        }
        numbers = [
            entry.number
            for entry in self._archive.entries(label=self._arena.label, finished=True)
            if not isinstance(entry.record, StackyardError) and entry.record.id in new
        ]
        for _, record in self._archive.records(numbers):
            if isinstance(record, StackyardError):
                raise record
            pairing = new[record.id]
            course = course_of(record, self._games.load)
            self._traces[pairing] = trace_of(course, pairing.number)


def trace_of(course: Course, number: int) -> GameTrace:
    """The trace of a finished course, which was not judged."""
    turns = course.so_far
    assert course.result is not None
    return GameTrace(
        number=number,
        winner=course.result.winner,
        turns=len(turns),
        plies=tuple(
            [
                PlyTrace(ply.player, ply.turn, len(ply.before.legal_moves()))
                for ply in course.plies()
            ]
        ),
        skips=sum([one.player == two.player for one, two in pairwise(turns)]),
        first_move=",".join([ply.text for ply in turns[0].plies]),
    )
