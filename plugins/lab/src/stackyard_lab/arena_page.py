"""The report of an arena as one self-contained page with tables and plots."""

from __future__ import annotations

from collections import Counter
from html import escape
from math import exp

from stackyard.options import show_value
from stackyard_engine.betting import ENOUGH
from stackyard_lab import html, plots
from stackyard_lab.arena import Arena
from stackyard_lab.arena_report import Report, heading, sentences, tables
from stackyard_lab.plots import Bar, Plot


def page(arena: Arena, report: Report) -> str:
    """The page as HTML."""
    parts = [f"<p>{escape(heading(report))}</p>"]
    for table in tables(report):
        parts += [f"<h2>{escape(table.title)}</h2>", html.table_element(table)]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in sentences(report)]
    for plot in _plots(arena, report):
        parts += [f"<h2>{escape(plot.table.title)}</h2>", html.figure(plot)]
    options = ", ".join([f"{name}={show_value(value)}" for name, value in report.options.items()])
    footer = f"{options or 'no options'}; in the archive: {report.label}"
    return html.document(f"Arena of {report.title}", parts, footer)


def _plots(arena: Arena, report: Report) -> list[Plot]:
    if not report.played:
        return []
    turns = Counter([outcome.turns for outcome in arena.counted if outcome.winner is not None])
    found = [
        _ratings(report),
        plots.histogram("Turns of a game", turns, "turns after the opening"),
    ]
    if arena.test is not None and arena.test.pairs:
        found.append(
            plots.lines(
                "Test: the evidence",
                {f"against H{number}": worths for number, worths in enumerate(arena.test.against)},
                "pairs of games",
                None,
                {"decided": ENOUGH},
                lambda value: f"{exp(value):.3g}",
                "What a bet against each hypothesis holds, in multiples of its stake.",
            )
        )
    return found


def _ratings(report: Report) -> Plot:
    players = sorted(report.players, key=lambda player: -player.elo.value)
    bars = [
        Bar(
            player.name,
            "",
            *(elo.value, elo.low, elo.high),
            (f"{round(elo.value):+}", f"{round(elo.low):+} to {round(elo.high):+}"),
        )
        for player, elo in [(player, player.elo) for player in players]
    ]
    header = ("player", "Elo", "95 % interval")
    return plots.intervals("Elo with 95 % intervals", header, bars, "Elo")
