"""The plots of one variant: first moves, ladder, curves of chances, lengths."""

from __future__ import annotations

from html import escape

from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING
from stackyard.text import plural
from stackyard_lab import html, plots
from stackyard_lab.plots import FigureTable
from stackyard_lab.study import heat_map
from stackyard_lab.study.figure_text import interval_text, value_text
from stackyard_lab.study.metrics.depth import RUNG, elo
from stackyard_lab.study.report import Group, VariantReport


def drawings(group: Group, variant: VariantReport, name: str) -> list[str]:
    """The plots for a group as HTML with headings; `name` is empty for the only variant."""
    match group:
        case Group.BALANCE:
            return _first_moves(variant, name)
        case Group.DEPTH:
            return _ladder(variant, name)
        case Group.DRAMA:
            return _curves(variant, name)
        case Group.SIZE:
            return _lengths(variant, name)
    return []


def _first_moves(variant: VariantReport, name: str) -> list[str]:
    """The heat map of first moves and their table."""
    if not variant.first_moves:
        return []
    parts = [f"<h3>{escape(_titled('First moves', name))}</h3>"]
    game = load_game(variant.game, **dict(variant.options))
    found = heat_map.heat_map(game, variant.first_moves)
    if found is not None:
        ends = f"{100 * found.low:.0f} %", f"{100 * found.high:.0f} %"
        gradient = ", ".join([f"#{shade}" for shade in heat_map.SHADES])
        parts.append(
            f'<figure class="map">\n{found.svg}\n<figcaption>The first player’s chance in %, with '
            "its interval, after the best first move of each cell: "
            f'{ends[0]} <span class="shades" style="background: linear-gradient(to right, '
            f'{gradient})"></span> {ends[1]}</figcaption></figure>'
        )
    swaps = any(move.swap for move in variant.first_moves)
    rows = [
        (
            ", ".join(move.texts),
            heat_map.in_words(move),
            "yes" if move.proven != ONGOING else "no",
            *([("yes" if move.swap else "no")] if swaps else []),
        )
        for move in sorted(variant.first_moves, key=lambda move: -move.chance)
    ]
    header = ("first move", "first player’s chance (the judge’s bounds)", "proven")
    table = FigureTable(
        _titled("First moves", name), (*header, *(["swapped"] if swaps else [])), tuple(rows)
    )
    summary = f"<summary>{plural(len(rows), 'first move')} and their chances</summary>"
    return [*parts, f"<details>{summary}\n{html.table_element(table)}</details>"]


def _ladder(variant: VariantReport, name: str) -> list[str]:
    """The plot of the points that each doubling of the budget takes."""
    rungs = [rung for rung in variant.ladder if rung.score.value is not None]
    bars = []
    for rung in rungs:
        score = rung.score
        value, low, high = score.value or 0.0, score.low or 0.0, score.high or 0.0
        gain = f"{round(elo(value)):+,}" if 0 < value < 1 else "–"
        words = (
            value_text(RUNG, score),
            interval_text(RUNG, score),
            gain,
            f"{round(elo(low)):+,} to {round(elo(high)):+,}",
            str(score.samples),
        )
        title = f"{2 * rung.simulations:,} against {rung.simulations:,} simulations"
        bars.append(plots.Bar(title, "", 100 * value, 100 * low, 100 * high, words, score.proven))
    if not bars:
        return []
    header = ("budgets", "points", "95 % interval", "Elo", "Elo, interval", "pairs of games")
    plot = plots.intervals(
        _titled("Points gained by twice the effort", name),
        header,
        bars,
        "% of the points for the larger budget",
        ends=(0, 100),
        reference=50,
    )
    return _shown(plot)


def _curves(variant: VariantReport, name: str) -> list[str]:
    """The plot of the chances in single games."""
    if not variant.curves:
        return []
    series = {curve.title: [100 * chance for chance in curve.chances] for curve in variant.curves}
    plot = plots.lines(
        _titled("The first player’s chances during a game", name),
        series,
        "turn",
        (0, 100),
        {"even": 50},
        lambda value: f"{value:.0f} %",
        "The judge’s estimates before each turn, and the result.",
    )
    return [*_shown(plot), "<p>The chances are estimates of the judge; a game shows one case.</p>"]


def _lengths(variant: VariantReport, name: str) -> list[str]:
    """The plot of the lengths of games."""
    if not variant.lengths:
        return []
    title = _titled("Lengths of games", name)
    return _shown(plots.histogram(title, variant.lengths, "turns"))


def _shown(plot: plots.Plot) -> list[str]:
    return [f"<h3>{escape(plot.table.title)}</h3>", html.figure(plot)]


def _titled(title: str, name: str) -> str:
    return f"{title} ({name})" if name else title
