"""Metrics of depth: what more thinking gains, how much there is to choose, restricted players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from stackyard_engine.betting import RISK, elo_of, share_of
from stackyard_engine.confidence import MeanSequence
from stackyard_lab.study.metrics.sample import GameMetric, figure
from stackyard_lab.study.report import Figure, Group, Metric, Rung
from stackyard_lab.study.trace import GameTrace

BEATEN = 0.6  # a level of play scores this against the one below
MOST_ELO = 1000
JAFFE = "restricted play, Jaffe et al., 2012"
UNPLAYED = "no match of two efforts has been played; give the study more minutes"


def branching(game: GameTrace) -> float | None:
    """The mean number of legal moves at a ply."""
    return fmean([ply.choices for ply in game.plies]) if game.plies else None


def forced(game: GameTrace) -> float | None:
    """The share of plies at which there was one legal move."""
    return fmean([ply.choices == 1 for ply in game.plies]) if game.plies else None


def skips(game: GameTrace) -> float | None:
    """The share of turns that a player had to skip."""
    turns = game.turns + game.skips
    return game.skips / turns if turns else None


def _per_game(
    name: str,
    title: str,
    definition: str,
    source: str,
    of: Callable[[GameTrace], float | None],
) -> GameMetric:
    return GameMetric(
        Metric(name, Group.DEPTH, title, definition, source), of, "no game has a ply or a turn"
    )


GAME_METRICS = (
    GameMetric(
        Metric(
            "branching",
            Group.DEPTH,
            "legal moves",
            "the mean number of legal moves at a ply of a game; the median of games",
            "Ludii, BranchingFactor",
            "moves",
        ),
        branching,
        "no game has a ply",
        quantile=0.5,
    ),
    _per_game(
        "forced",
        "forced moves",
        "the share of plies at which only one move is legal; the mean of games",
        "Ludii, DecisionMoves, the rest of it",
        forced,
    ),
    _per_game(
        "skips",
        "skipped turns",
        "the share of turns that a player skips because no move is legal; the mean of games",
        "Stackyard",
        skips,
    ),
)
ELO = Metric(
    "elo_per_doubling",
    Group.DEPTH,
    "Elo per doubling of effort",
    "the Elo that the player gains when its simulations are doubled, averaged over the steps of "
    f"the ladder; a step counts {MOST_ELO:,} at most",
    "Ludii, SkillTrace",
    "Elo",
)
LEVELS = Metric(
    "levels",
    Group.DEPTH,
    "levels of play",
    "the number of steps of the ladder, each a doubling of simulations, at which the larger effort "
    f"scores {BEATEN:.0%} or more against the smaller",
    "Ai Ai, levels of play",
    "levels",
)
RUNG = Metric(
    "rung",
    Group.DEPTH,
    "score of twice the effort",
    "the share of points of the player against itself with half the simulations, colours swapped "
    "over each opening",
    "Ludii, SkillTrace",
)
GREEDY = Metric(
    "greedy",
    Group.DEPTH,
    "greedy player",
    "the share of points, against the player of the study, of one that looks a single move ahead",
    JAFFE,
)
NO_CAPTURES = Metric(
    "no_captures",
    Group.DEPTH,
    "player that never captures",
    "the share of points, against the player of the study, of the same player that captures only "
    "if it must",
    JAFFE,
)
RANDOM_HALF = Metric(
    "random_half",
    Group.DEPTH,
    "half-random player",
    "the share of points, against the player of the study, of the same player with every other "
    "move chosen at random",
    JAFFE,
)
METRICS = (
    ELO,
    LEVELS,
    RUNG,
    *[metric.metric for metric in GAME_METRICS],
    GREEDY,
    NO_CAPTURES,
    RANDOM_HALF,
)


def score_figure(name: str, points: Sequence[float], seed: int, risk: float = RISK) -> Figure:
    """The score of a player in games whose colours are swapped: 2n and 2n + 1 are one sample.

    `points` are the player's points in the games, in order; a single last one waits for its pair.
    """
    score = MeanSequence(risk=risk)
    for number in range(0, len(points) - 1, 2):
        score.add((points[number] + points[number + 1]) / 2)
    if not score.samples:
        note = "no pair of games has been played; give the study more minutes"
        return Figure(name, None, None, None, 0, seed, note=note)
    return figure(name, score.interval(), score.samples, seed)


def rung(simulations: int, points: Sequence[float], rungs: int, seed: int) -> Rung:
    """A step of a ladder of `rungs` steps, from the larger effort's points in order of the games.

    The risk is shared among the steps, so that all of their intervals hold together.
    """
    return Rung(simulations, score_figure(RUNG.name, points, seed, RISK / rungs))


def elo(score: float) -> float:
    """The difference in Elo for an expected score."""
    return elo_of(min(max(score, share_of(-MOST_ELO)), share_of(MOST_ELO)))


def ladder_figures(ladder: Sequence[Rung], seed: int) -> tuple[Figure, Figure]:
    """The Elo per doubling, and the number of levels of play."""
    played = [
        (score.value, score.low, score.high)
        for score in [step.score for step in ladder]
        if score.value is not None and score.low is not None and score.high is not None
    ]
    samples = sum([step.score.samples for step in ladder])
    if not played:
        gain = Figure(ELO.name, None, None, None, 0, seed, note=UNPLAYED)
        return gain, Figure(LEVELS.name, None, None, None, 0, seed, note=UNPLAYED)
    columns = [*zip(*played, strict=True)]
    value, low, high = [fmean([elo(score) for score in column]) for column in columns]
    levels = [float(sum([score >= BEATEN for score in column])) for column in columns]
    return (
        Figure(ELO.name, value, low, high, samples, seed),
        Figure(LEVELS.name, levels[0], levels[1], levels[2], samples, seed),
    )
