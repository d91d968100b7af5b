"""Looking back at a match: which moves cost most, as far as short searches tell."""

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

SLIPS = 5  # moves shown
SHORT = Limit(simulations=1_000, seconds=0.5)  # for each position
WORTH_TELLING = 0.1  # of a point that a move has cost


@dataclass(frozen=True)
class Slip:
    """A move that cost its maker something: the share of points expected before and after it."""

    ply: int
    words: str
    before: float
    after: float
    better: str

    @property
    def cost(self) -> float:
        """How much was lost."""
        return self.before - self.after


def review(course: Course, screen: Screen, name: str, limit: Limit = SHORT) -> None:
    """Search each position of a match a little, and tell which moves cost most."""
    with progress("positions") as tell:
        found = slips(course, limit, tell)
    show_slips(found, screen, name)


def slips(course: Course, limit: Limit, tell: Callable[[int, int], object]) -> list[Slip]:
    """The moves that cost most, the dearest first; `tell` hears how many positions are done."""
    found: list[Slip] = []
    share, best = _judged(course.at(0), limit)
    for ply in course.plies():
        tell(ply.number, course.ply)
        next_share, next_best = _judged(course.at(ply.number), limit)
        if share is not None and next_share is not None and best != ply.text:
            before, after = [s if ply.player == 0 else 1 - s for s in (share, next_share)]
            if before - after >= WORTH_TELLING:
                found.append(Slip(ply.number, move_words(ply), before, after, best))
        share, best = next_share, next_best
    return sorted(found, key=lambda slip: -slip.cost)


def _judged(course: Course, limit: Limit) -> tuple[float | None, str]:
    """What the first player may expect, None if too little was tried to tell; the best move."""
    if course.result is not None:
        return {0: 1.0, 1: 0.0, DRAW: 0.5}[course.result.winner], ""
    analysis = analyse(course, limit, seed=derive(1, course.ply))
    line = analysis.lines[0]
    return analysis.share if line.supported else None, line.text


def show_slips(found: list[Slip], screen: Screen, name: str) -> None:
    """Tell of the dearest moves, and how to go on from before each; `name` is the match's."""
    if not found:
        screen.say("No move stands out as a mistake, as far as so short a search can tell.")
        return
    screen.say("These moves cost most, as far as a short search can tell:")
    for slip in found[:SLIPS]:
        screen.say(
            f"  move {slip.ply}: {slip.words}: from {slip.before:.0%} to {slip.after:.0%}; "
            f"better {slip.better}"
        )
    if name:
        ply = found[0].ply - 1
        screen.say(
            "To look closer at the first, or to play on from before it:\n"
            f"  stackyard analyse {name} --ply {ply}\n"
            f"  stackyard play --from {name}:{ply}"
        )
