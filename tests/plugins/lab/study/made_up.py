"""Reports of studies whose figures are made up and whose games are random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from stackyard.options import Value
from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING
from stackyard.records.format import encode
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_lab.study.metrics import METRICS
from stackyard_lab.study.report import (
    Curve,
    Figure,
    FirstMove,
    Rung,
    StudyReport,
    VariantReport,
)


def random_match(game: str, options: Mapping[str, Value], seed: int) -> Match:
    """A finished match of random moves."""
    match = Match(load_game(game, **options))
    draw = Random(seed)
    while match.course.result is None:
        match.play(draw.choice(list(match.course.position.legal_moves())))
    return match


def variant(game: str, options: Mapping[str, Value], seed: int, games: int = 3) -> VariantReport:
    """A report of a variant with all that a study can have, games replayed by `games` seeds."""
    draw = Random(seed)
    loaded = load_game(game, **options)
    start = loaded.initial()
    first_moves = []
    for move in start.legal_moves():
        text = loaded.format_move(move, start)
        cells = tuple([name for name in loaded.scene(start).board.names if name in text])
        chance = draw.uniform(0.35, 0.65)
        low, high = chance - 0.06, chance + 0.07
        first_moves.append(FirstMove((text,), cells, chance, low, high, ONGOING, chance > 0.5))
    first_moves[0] = FirstMove(first_moves[0].texts, first_moves[0].cells, 1.0, 1.0, 1.0, 0)
    kinds = ("typical", "shortest", "most dramatic")
    matches = [random_match(game, options, seed + number % games) for number in range(len(kinds))]
    curves = []
    for kind, match in zip(kinds, matches, strict=True):
        chances = [0.5]
        for _ in match.course.turns:
            chances.append(min(0.95, max(0.05, chances[-1] + draw.uniform(-0.12, 0.12))))
        curves.append(Curve(kind, (*chances[:-1], 1.0)))
    rungs = [
        Rung(50 * 2**k, Figure("rung", 0.7 - 0.05 * k, 0.6 - 0.05 * k, 0.79 - 0.05 * k, 60, seed))
        for k in range(4)
    ]
    return VariantReport(
        loaded.name,
        loaded.title,
        loaded.settings,
        tuple(_figures(draw, seed)),
        tuple(first_moves),
        tuple(rungs),
        {turns: draw.randint(1, 30) for turns in range(31, 80)},
        tuple(curves),
        {
            kind: encode(record_of(match)).decode()
            for kind, match in zip(kinds, matches, strict=True)
        },
        312.5,
    )


def _figures(draw: Random, seed: int) -> list[Figure]:
    """Estimates of all metrics; that of draws is proven, that of a swap missing."""
    found = []
    for metric in METRICS:
        times = 1.0 if metric.unit == "share" else 60.0
        value, width = times * draw.uniform(0.3, 0.6), times * draw.uniform(0.02, 0.2)
        figure = Figure(metric.name, value, value - width, value + width, 214, seed)
        if metric.name == "draws":
            figure = Figure("draws", 0.0, 0.0, 0.0, 0, seed, True, "no position is a draw")
        elif metric.name == "pie":
            figure = Figure("pie", None, None, None, 0, seed, note="give the study more minutes")
        found.append(figure)
    return found


def report(game: str, *variants: Mapping[str, Value]) -> StudyReport:
    """A report of these variants."""
    found = tuple([variant(game, options, seed) for seed, options in enumerate(variants, 1)])
    return StudyReport(found, "mcts:400", 1, f"stackyard study {game} --minutes 10")
