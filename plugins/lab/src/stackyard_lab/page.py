"""The report as one self-contained page with tables and plots."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from io import StringIO

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from stackyard.text import printable
from stackyard_lab.arena import Arena
from stackyard_lab.report import FigureTable, Report, heading, sentences, tables

INK = "#010203"  # becomes the colour of the text around the plot, light or dark
DOTS = "#c2600c"  # distinct on light and dark, and from LINES for every kind of vision
LINES = "#2f86c1"
SETTINGS = {
    "svg.fonttype": "none",  # letters stay letters
    "svg.hashsalt": "stackyard",  # the same figures give the same page
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fdfdfb; --line: #c9c9c2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e3; --paper: #1b1c1e; --line: #4a4b4f; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2rem; font-size: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; font-weight: normal; }
svg { max-width: 100%; height: auto; }
footer { margin-top: 2rem; font-size: 0.9rem; }
"""

Draw = Callable[[Axes], None]


def page(arena: Arena, report: Report) -> str:
    """The page as HTML."""
    title = f"Arena of {report.title}"
    parts = [f"<p>{escape(heading(report))}</p>"]
    for table in tables(report):
        parts.append(_table(table))
    parts += [f"<p>{escape(sentence)}</p>" for sentence in sentences(report)]
    parts += _plots(arena, report)
    options = ", ".join([f"{name}={value}" for name, value in report.options.items()])
    footer = f"{options or 'no options'}; in the archive: {report.label}"
    return printable(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</main>\n"
        f"<footer>{escape(footer)}</footer>\n</body>\n</html>\n"
    )


def _table(table: FigureTable) -> str:
    head = "".join([f'<th scope="col">{escape(text)}</th>' for text in table.head])
    rows = [
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join([f"<td>{escape(text)}</td>" for text in rest])
        + "</tr>"
        for first, *rest in table.rows
    ]
    return (
        f'<h2>{escape(table.title)}</h2>\n<div class="wide"><table>\n<thead><tr>{head}</tr></thead>'
        f"\n<tbody>\n" + "\n".join(rows) + "\n</tbody>\n</table></div>"
    )


def _plots(arena: Arena, report: Report) -> list[str]:
    if not report.played:
        return []
    rows = len(report.players)
    names = ", ".join(
        [
            f"{p.name} {p.elo.value:+.0f} ({p.elo.low:+.0f} to {p.elo.high:+.0f})"
            for p in report.players
        ]
    )
    lengths = [outcome.turns for outcome in arena.counted if outcome.winner is not None]
    found = [
        _plot("Elo with 95 % intervals", names, lambda axes: _ratings(axes, report), 1 + rows / 2),
        _plot(
            "Turns of a game",
            f"The distribution of game lengths, from {min(lengths)} to {max(lengths)} turns.",
            lambda axes: _lengths(axes, lengths),
            3,
        ),
    ]
    if arena.sprt is not None and arena.sprt.trace:
        last, bound = arena.sprt.llr, arena.sprt.bound
        words = f"It ends at {last:.2f}; the bounds are -{bound:.2f} and {bound:.2f}."
        trace = arena.sprt.trace
        found.append(
            _plot("SPRT: log-likelihood ratio", words, lambda axes: _trace(axes, trace, bound), 3)
        )
    return [f"<h2>{escape(title)}</h2>\n{svg}" for title, svg in found]


def _ratings(axes: Axes, report: Report) -> None:
    players = sorted(report.players, key=lambda player: player.elo.value)
    values = [player.elo.value for player in players]
    margins = [player.elo.value - player.elo.low for player in players]
    axes.errorbar(
        values, range(len(players)), xerr=margins, fmt="o", color=DOTS, ecolor=LINES, capsize=4
    )
    axes.set_yticks(range(len(players)), [player.name for player in players])
    axes.set_ylim(-0.6, len(players) - 0.4)
    axes.set_xlabel("Elo")


def _lengths(axes: Axes, lengths: list[int]) -> None:
    axes.hist(lengths, bins=min(40, max(lengths) - min(lengths) + 1), color=LINES)
    axes.set_xlabel("turns after the opening")
    axes.set_ylabel("games")


def _trace(axes: Axes, trace: list[float], bound: float) -> None:
    axes.plot(range(1, len(trace) + 1), trace, color=LINES)
    for height, name, side in ((bound, "H1", "top"), (-bound, "H0", "bottom")):
        axes.axhline(height, color=DOTS, linestyle="--")
        axes.text(1, height, name, va=side)
    axes.set_xlabel("pairs of games")


def _plot(title: str, words: str, draw: Draw, height: float) -> tuple[str, str]:
    """A plot as SVG in the colours of its page, with a description for screen readers."""
    with style.context(SETTINGS):
        figure = Figure(figsize=(8, height), layout="constrained")
        draw(figure.add_subplot())
        file = StringIO()
        nothing = {"Date": None, "Creator": None, "Format": None, "Type": None}
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    svg = re.sub(r"(?s)^.*?(?=<svg)|<metadata>.*?</metadata>\s*", "", file.getvalue())
    name = re.sub("[^a-z]+", "-", title.lower())
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{name}-", svg).replace(INK, "currentColor")
    about = (
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-words">{escape(words)}</desc>'
    )
    named = f'<svg role="img" aria-labelledby="{name}-title {name}-words"'
    return title, re.sub(
        r"(?s)^<svg(.*?)>", lambda found: f"{named}{found[1]}>{about}", svg, count=1
    )
