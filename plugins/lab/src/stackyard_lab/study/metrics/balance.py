"""Metrics of balance: the first player's advantage, draws, swaps."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.position import DRAW, ONGOING
from stackyard_engine.confidence import Estimate
from stackyard_engine.successors import points_of
from stackyard_lab.study.metrics.sample import GameMetric, Sample
from stackyard_lab.study.report import Figure, FirstMove, Group, Metric
from stackyard_lab.study.trace import GameTrace

JUDGED = "a longer search by the judge probably stays within these bounds"
PARTLY_JUDGED = "some first moves have not been judged; give the study more minutes"


def points(game: GameTrace) -> float:
    """The points of the first player."""
    return points_of(game.winner, 0)


ADVANTAGE = GameMetric(
    Metric(
        "first_seat",
        Group.BALANCE,
        "first player's score",
        "the first player's share of the points in games of the player against itself; a draw is "
        "half a point",
        "Ludii, AdvantageP1",
    ),
    points,
    "no game has ended",
)
DRAWS = GameMetric(
    Metric(
        "draws",
        Group.BALANCE,
        "draws",
        "the share of games that are drawn",
        "Ludii, Drawishness",
    ),
    lambda game: float(game.winner == DRAW),
    "no game has ended",
)
GAME_METRICS = (ADVANTAGE, DRAWS)

BALANCE = Metric(
    "balance",
    Group.BALANCE,
    "balance",
    "1 less the difference between the scores of the two players, from games of the player against "
    "itself: 1 is fair, 0 means that one seat always wins",
    "Ludii, Balance",
)
SWAPS = Metric(
    "swap",
    Group.BALANCE,
    "first moves to swap",
    "the share of first moves after which a second player who may swap sides would do so, since "
    "the first player's chance is above one half; images of one another count once",
    "pie rule; computed from the judged first moves",
)
PIE = Metric(
    "pie",
    Group.BALANCE,
    "first player's chance with a swap",
    "the first player's chance if the second may swap sides after the first move, and both judge "
    "as the study does: that of the best first move for a player who gets the worse side",
    "pie rule; computed from the judged first moves",
)
BEST_PLAY = Metric(
    "best_play",
    Group.BALANCE,
    "first player's result with best play",
    "the first player's points if both play best, where a proof has been found: "
    "1 is a win, 0 a loss",
    "game-theoretic value, Allis, 1994",
    "points",
)
MIRROR = Metric(
    "mirroring",
    Group.BALANCE,
    "best mirroring strategy",
    "the share of points of the best strategy that answers each move by its image under a symmetry "
    "of the board, against the player of the study",
    "Ai Ai, Mirroring Strategies",
)
METRICS = (ADVANTAGE.metric, BALANCE, DRAWS.metric, SWAPS, PIE, BEST_PLAY, MIRROR)


def balance(first_seat: Estimate) -> Estimate:
    """The balance for an estimate of the first player's share of points."""
    ends = [1 - abs(2 * end - 1) for end in (first_seat.low, first_seat.high)]
    even = first_seat.low <= 0.5 <= first_seat.high
    return Estimate(1 - abs(2 * first_seat.value - 1), min(ends), 1.0 if even else max(ends))


def balance_figure(samples: Sequence[Sample], seed: int) -> Figure:
    """The balance of the two seats."""
    found = ADVANTAGE.figure(samples, seed)
    if found.value is None or found.low is None or found.high is None:
        return Figure(BALANCE.name, None, None, None, found.samples, seed, note=found.note)
    estimate = balance(Estimate(found.value, found.low, found.high))
    return Figure(BALANCE.name, estimate.value, estimate.low, estimate.high, found.samples, seed)


def swap_figures(
    first_moves: Sequence[FirstMove], seed: int, whole: bool = True
) -> tuple[Figure, ...]:
    """The share of first moves that would be swapped, and the first player's chance with a swap.

    `whole` says whether `first_moves` are all that the game has. Bounds come from those of the
    judge, which are no confidence sequences; a note says so. The interval of the swaps counts the
    moves whose own interval lies on one side of one half.
    """
    number = len(first_moves)
    if not number:
        names = (SWAPS.name, PIE.name)
        missing = "no first move has been judged; give the study more minutes"
        return tuple([Figure(name, None, None, None, 0, seed, note=missing) for name in names])
    chances = [chance(move) for move in first_moves]
    proven = whole and all(move.proven != ONGOING for move in first_moves)
    value, low, high = [
        sum([found > 0.5 for found in column]) / number
        for column in zip(*[(c.value, c.low, c.high) for c in chances], strict=True)
    ]
    worse = [balance(c) for c in chances]  # twice the chance of who gets the worse side
    even = any(move.proven == DRAW for move in first_moves)  # no other move can be better
    pie = [
        max(column) / 2 for column in zip(*[(w.value, w.low, w.high) for w in worse], strict=True)
    ]
    note = JUDGED if whole else PARTLY_JUDGED
    return (
        Figure(SWAPS.name, value, low, high, number, seed, proven, "" if proven else note),
        Figure(
            *(PIE.name, pie[0], pie[1], pie[2], number, seed, proven or even),
            note="" if proven or even else note,
        ),
    )


def best_play_figure(winner: int, number: int, seed: int) -> Figure:
    """The result with best play, if the `winner` is proven; `number` first moves are known."""
    name = BEST_PLAY.name
    if winner == ONGOING:
        note = "no proof has been found; give the study more minutes, or a smaller board"
        return Figure(name, None, None, None, number, seed, note=note)
    points = points_of(winner, 0)
    note = {0: "the first player wins", 1: "the second player wins"}.get(winner, "a draw")
    return Figure(name, points, points, points, number, seed, True, note)


def chance(move: FirstMove) -> Estimate:
    """The first player's chance after a first move: for certain, if the winner is proven."""
    if move.proven == ONGOING:
        return Estimate(move.chance, move.low, move.high)
    proven = points_of(move.proven, 0)
    return Estimate(proven, proven, proven)
