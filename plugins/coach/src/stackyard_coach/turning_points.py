"""The turning points of a reviewed match: the mistakes that decided it, each told once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import groupby
from math import sqrt

from stackyard_coach.review import GRADES, JudgedMove, Review, Standing

MOST = 3  # turning points of a story
LEAST = 0.3  # of the weight of the weightiest one, below which none is told
GRADED = GRADES[-1][0]  # the least loss with a grade


@dataclass(frozen=True)
class TurningPoint:
    """A mistake that counted: `move`, and the standing `after` the turn in which it was made.

    `end` is the number of plies then, and `until` that after which the damage was undone, None if
    it never was. `earlier` are the numbers of moves at which the player had just overlooked the
    same better move.
    """

    move: JudgedMove
    after: Standing
    end: int
    until: int | None = None
    earlier: tuple[int, ...] = ()

    @property
    def before(self) -> Standing:
        """The standing before the move."""
        assert self.move.before is not None
        return self.move.before

    @property
    def loss(self) -> float:
        """The share of points that the turn lost from the move on."""
        return _value(self.move) - self.after.value(self.move.player)


def turning_points(review: Review) -> list[TurningPoint]:
    """The turning points of a review, at most MOST, in the order of the match.

    They weigh what was lost, and how long it stayed lost: what the other player gives back at once
    has turned little.
    """
    total = len(review.moves)

    def weight(point: TurningPoint) -> float:
        until = total if point.until is None else point.until
        return point.loss * sqrt((until - point.move.number + 1) / total)

    found = sorted(_told_once(_mistakes(review)), key=weight, reverse=True)
    told = [point for point in found[:MOST] if weight(point) >= LEAST * weight(found[0])]
    return sorted(told, key=lambda point: point.move.number)


def bad_turns(review: Review, player: int, bad: Collection[JudgedMove]) -> list[JudgedMove]:
    """One of a player's bad moves for each turn: the last before which all was still well."""
    chosen = []
    for _, moves in groupby(review.moves, key=lambda move: move.player):
        turn = [move for move in moves if move.player == player and move in bad]
        if turn:
            least = _value(turn[0]) - GRADED
            chosen.append([move for move in turn if _value(move) >= least][-1])
    return chosen


def _value(move: JudgedMove) -> float:
    """The value, for its player, of the position before a bad move."""
    assert move.before is not None
    return move.before.value(move.player)


def _mistakes(review: Review) -> list[TurningPoint]:
    """The sure mistakes and the lost results, one for each turn, without those made good in it."""
    points = []
    for player in (0, 1):
        for move in bad_turns(review, player, review.questions((player,))):
            end = move.number
            while end < len(review.moves) and review.moves[end].player == player:
                end += 1
            after = review.standings[end]
            if after is not None and _value(move) - after.value(player) >= GRADED:
                point = TurningPoint(move, after, end)
                points.append(replace(point, until=_undone(review, point)))
    return sorted(points, key=lambda point: point.move.number)


def _undone(review: Review, point: TurningPoint) -> int | None:
    """The number of plies after which a player has got back more than half of what was lost."""
    player = point.move.player
    middle = _value(point.move) - point.loss / 2
    for ply in range(point.end + 1, len(review.standings)):
        standing = review.standings[ply]
        if standing is not None and standing.value(player) > middle:
            return ply
    return None


def _told_once(points: list[TurningPoint]) -> list[TurningPoint]:
    """The same points; of a better move overlooked turn after turn only the last time."""
    told: list[TurningPoint] = []
    last: dict[int, TurningPoint] = {}  # of each player
    for point in points:
        player = point.move.player
        before = last.get(player)
        if before is not None and _is_same_chance(before, point):
            told.remove(before)
            earlier = (*before.earlier, before.move.number)
            last[player] = replace(point, earlier=earlier)
        else:
            last[player] = point
        told.append(last[player])
    return told


def _is_same_chance(one: TurningPoint, other: TurningPoint) -> bool:
    """Tell if a player's next turn after the first mistake overlooks the same better move."""
    is_next = one.until is not None and other.move.number == one.until + 1
    return is_next and bool({*one.move.best} & {*other.move.best})
