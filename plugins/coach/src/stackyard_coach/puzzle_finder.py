"""Search games for puzzles, here or on many workers, with the same result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from stackyard.game import Game
from stackyard.position import Position
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard.workforce import Workforce
from stackyard_coach.errors import PuzzleError
from stackyard_coach.game_puzzles import GamePuzzles
from stackyard_coach.puzzle_likeness import SeenPuzzles
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Puzzle, begin_puzzle
from stackyard_coach.turns import played_on

GAMES = 700  # games played for each puzzle wanted before the search is given up
SHARE = 4  # of the puzzles, this part at most begin with the same move, or FEW
FEW = 3

Examined = tuple[bool, Iterable[Puzzle]]  # whether a position of the game was solved; its puzzles


@dataclass(frozen=True)
class _Task:
    """A game to examine: its number, and its course if it was played already."""

    search: PuzzleSearch
    number: int
    course: Course | None


class _StoppedError(Exception):
    """The watch ends a search by workers."""


class PuzzleFinder:
    """Finds puzzles for one search; `found` holds them, each another up to symmetry."""

    def __init__(
        self,
        search: PuzzleSearch,
        watch: Watch | None = None,
        workforce: Workforce | None = None,
    ) -> None:
        self.search = search
        self.found: list[Puzzle] = []
        self._watch = watch
        self._workforce = workforce
        self._seen = SeenPuzzles()
        self._firsts: Counter[str] = Counter()  # of the puzzles by their first move
        for puzzle in search.known:
            self._seen.add(*self._own(puzzle))

    def run(self) -> None:
        """Search until there are enough, the games end, or the watch ends the search.

        An interrupt ends it, too, once a puzzle was found. Raises PuzzleError if no position was
        solved, and StackyardError if the workers are lost.
        """
        any_solved, examined = False, 0
        try:
            with closing(self._examined()) as games:
                for solved, puzzles in games:
                    examined += 1
                    any_solved = any_solved or solved
                    self._take(puzzles)
                    if len(self.found) >= self.search.number:
                        return
        except KeyboardInterrupt as pressed:
            if not self.found:
                looked = f"No puzzle was found in {plural(examined, 'game')}"
                pressed.add_note(f"{looked}; those of a smaller board take less time.")
                raise
            return
        if not (self.found or any_solved or self._stopped()):
            smaller = "choose" if self.search.courses is None else "play on"
            raise PuzzleError(
                f"no position was solved within {self.search.positions:,} positions: allow more by "
                f"--positions {10 * self.search.positions}, or {smaller} a smaller board"
            )

    def _examined(self) -> Generator[Examined, None, None]:
        """The games of the search, examined one after another."""
        if self._workforce is not None:
            there = self._workforce.run_in_order(_examined_there, self._tasks(), self._tick)
            with suppress(_StoppedError), closing(there):
                yield from there
            return
        for task in self._tasks():
            if self._stopped():
                return
            yield _examine(task, self._stopped)

    def _take(self, puzzles: Iterable[Puzzle]) -> None:
        """Keep the first of a game's puzzles that is new."""
        for puzzle in puzzles:
            if self._is_new(puzzle):
                self._seen.add(*self._own(puzzle))
                self._firsts[_first(puzzle)] += 1
                self.found.append(puzzle)
                return

    def _tasks(self) -> Iterator[_Task]:
        """The games to examine: those given, or games that computer players will play."""
        search = replace(self.search, courses=None, known=())
        courses: Sequence[Course | None] = [None] * (GAMES * search.number)
        if self.search.courses is not None:
            courses = self.search.courses
        for number, course in enumerate(courses):
            yield _Task(search, number, course)

    def _is_new(self, puzzle: Puzzle) -> bool:
        """Tell if few others begin with the same move, and none is nearly the same."""
        most = max(FEW, self.search.number // SHARE)
        return self._firsts[_first(puzzle)] < most and self._seen.is_new(*self._own(puzzle))

    def _own(self, puzzle: Puzzle) -> tuple[Game, list[tuple[Position, int]]]:
        """The game of a puzzle, and the solver's positions, each with the right move."""
        attempt = begin_puzzle(puzzle, type(self.search.game))
        line = played_on(attempt.course, attempt.line)
        own = [(ply.before, ply.move) for ply in line.plies() if ply.player == attempt.learner]
        return line.game, own

    def _stopped(self) -> bool:
        """Tell if the watch ends the search."""
        return self._watch is not None and self._watch(len(self.found) / self.search.number)

    def _tick(self) -> None:
        """Let the watch end a search by workers."""
        if self._stopped():
            raise _StoppedError


def _first(puzzle: Puzzle) -> str:
    """The first move of the solution."""
    return puzzle.line.split()[0]


def _examine(task: _Task, stopped: Callable[[], bool]) -> Examined:
    """Examine a game here; each puzzle is made when it is asked for."""
    game = GamePuzzles(task.search, task.number, task.course, stopped)
    return game.solved, game.puzzles


def _examined_there(task: _Task) -> Examined:
    """Examine a game in a worker."""
    solved, puzzles = _examine(task, lambda: False)
    return solved, list(puzzles)


def find_puzzles(
    search: PuzzleSearch, watch: Watch | None = None, workforce: Workforce | None = None
) -> list[Puzzle]:
    """The puzzles that a search finds, the easiest first; there may be fewer than wanted.

    The games are examined here, or by a `workforce`, with the same result. `watch` is called now
    and then with the share of the puzzles found; returning True ends the search with those found so
    far. The errors are those of PuzzleFinder.run.
    """
    finder = PuzzleFinder(search, watch, workforce)
    finder.run()
    return sorted(finder.found, key=lambda puzzle: puzzle.rating)
