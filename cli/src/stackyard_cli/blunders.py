"""The moves of a match that lost most, found by short analyses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stackyard.analysis import Limit, analyse
from stackyard.position import DRAW
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words
from stackyard_cli.progress import progress
from stackyard_cli.screen import Screen

SHOWN = 5  # moves
SHORT = Limit(simulations=1_000, seconds=0.5)  # for each position
MIN_LOSS = 0.1  # of a point


@dataclass(frozen=True)
class Blunder:
    """A move that lost a share of the points: its player's expectation before and after it."""

    ply: int
    words: str
    before: float
    after: float
    better: str

    @property
    def loss(self) -> float:
        """The share of points lost."""
        return self.before - self.after


def review_match(course: Course, screen: Screen, name: str, limit: Limit = SHORT) -> None:
    """Analyse each position of a match briefly, and show the moves that lost most.

    `name` is the number or file of the match, for the commands that look closer.
    """
    warnings: list[str] = []
    with progress("positions") as on_progress:
        found = find_blunders(course, limit, on_progress, warnings.append)
    for warning in warnings:
        screen.warn(warning)
    show_blunders(found, screen, name)


def find_blunders(
    course: Course,
    limit: Limit,
    on_progress: Callable[[int, int], object],
    on_warning: Callable[[str], object],
) -> list[Blunder]:
    """The moves that lost at least MIN_LOSS, worst first.

    `on_progress` is called with the number of positions done and the number of all, `on_warning`
    with the warning of an analysis, without the full stop.
    """
    found: list[Blunder] = []
    share, best = _evaluate(course.at(0), limit, on_warning)
    for ply in course.plies():
        on_progress(ply.number, course.ply)
        next_share, next_best = _evaluate(course.at(ply.number), limit, on_warning)
        if share is not None and next_share is not None and ply.text not in best:
            before, after = [s if ply.player == 0 else 1 - s for s in (share, next_share)]
            if before - after >= MIN_LOSS:
                found.append(Blunder(ply.number, move_words(ply), before, after, best[0]))
        share, best = next_share, next_best
    return sorted(found, key=lambda blunder: -blunder.loss)


def _evaluate(
    course: Course, limit: Limit, on_warning: Callable[[str], object]
) -> tuple[float | None, tuple[str, ...]]:
    """The first player's share of the points, None if it is unclear; the best move, its images."""
    if course.result is not None:
        return {0: 1.0, 1: 0.0, DRAW: 0.5}[course.result.winner], ()
    analysis = analyse(course, limit, seed=derive(1, course.ply))
    if analysis.warning:
        on_warning(analysis.warning)
    line = analysis.lines[0]
    return analysis.share if line.supported else None, line.texts


def show_blunders(found: list[Blunder], screen: Screen, name: str) -> None:
    """Show the worst moves, and the commands that look closer or play on."""
    if not found:
        screen.say("No move stands out as a mistake in a short search.")
        return
    screen.say("These moves lost most, by a short search:")
    for blunder in found[:SHOWN]:
        screen.say(
            f"  move {blunder.ply}: {blunder.words}: from {blunder.before:.0%} to "
            f"{blunder.after:.0%}; better {blunder.better}"
        )
    if name:
        ply = found[0].ply - 1
        screen.say(
            "To look closer at the first, or to play on from before it:\n"
            f"  stackyard analyse {name} --ply {ply}\n"
            f"  stackyard play --from {name}:{ply}"
        )
