"""The move that is hardest to refute in a position where every move loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.analysis import Limit, Line, analyse
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch

ANSWERED = Limit(simulations=300)  # effort for the replies to a move
TRIED = 6  # moves that are compared
WINNING = 0.5  # chance above which a reply that is not proven counts as one that wins


@dataclass(frozen=True)
class Resistance:
    """A move of a lost position, and how many of the replies to it win.

    `longest` says that it was chosen because it holds out longest; then replies are not counted.
    """

    line: Line
    winning: int = 0
    replies: int = 0
    longest: bool = False


def hardest(lines: Sequence[Line], watch: Watch, seed: int) -> Resistance | None:
    """The losing move that holds out longest, or else leaves the fewest winning replies.

    None if nothing tells the moves apart.
    """
    known = [line.plies for line in lines]
    if len(lines) > 1 and all(known):
        return Resistance(max(lines, key=lambda line: line.plies or 0), longest=True)
    found = []
    for line in sorted(lines, key=lambda line: -line.visits)[:TRIED]:
        after = line.course.advance(line.move)
        if after.result is None and after.player != line.course.player:
            found.append(_resistance(line, after, watch, seed))
    if len({(each.winning, each.replies) for each in found}) < 2:
        return None
    return min(found, key=lambda each: (each.winning, -each.replies))


def _resistance(line: Line, after: Course, watch: Watch, seed: int) -> Resistance:
    """The replies to a move, counted by a short analysis."""
    replies = analyse(after, ANSWERED, watch, seed=seed).lines
    wins = [len(each.moves) for each in replies if each.value > WINNING]
    return Resistance(line, sum(wins), sum([len(each.moves) for each in replies]))
