"""Analyses in words, for hints, tables of moves and pages."""

from __future__ import annotations

from stackyard.analysis import Analysis, Line, Source
from stackyard.position import DRAW
from stackyard.text import plural

UNLIKELY = 0.01  # smaller chances are shown as `below 1%`


def value_words(line: Line) -> str:
    """The value of a move in a few words: `wins for certain in 3 moves`, `win chance 62% (57-67)`.

    They tell the number of its mirror images, too.
    """
    images = f"; the same for {plural(len(line.images), 'mirror image')}" if line.images else ""
    proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
    if line.result:
        distance = "" if line.plies is None else f" in {plural(line.plies, 'move')}"
        return proven[line.result] + distance + images
    effort = plural(line.visits, "position" if line.evaluated else "game")
    if not line.supported:
        return f"unclear after {effort}{images}"
    if line.evaluated:
        return f"win chance {chance_words(line)}" + (f", {effort}" if line.visits else "") + images
    return f"wins {chance_words(line)}" + (f" of {effort}" if line.visits else "") + images


def chance_words(line: Line) -> str:
    """The value of a move with its interval: `61% (55-67)`, `100%`, `below 1%`, `unclear`."""
    if not line.supported:
        return "unclear"
    value = line.value
    if line.result:
        return f"{value:.0%}"
    if line.evaluated and value < UNLIKELY:
        return f"below {UNLIKELY:.0%}"
    if line.evaluated and value > 1 - UNLIKELY:
        return f"above {1 - UNLIKELY:.0%}"
    if line.interval is None:
        return f"{value:.0%}"
    low, high = line.interval
    return f"{value:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def basis_words(analysis: Analysis) -> str:
    """The basis of an analysis, worded to begin a sentence."""
    games = plural(analysis.simulations, "game")
    evaluated = f"{plural(analysis.simulations, 'position')} evaluated"
    estimate = f"shares of {games}, not chances"
    if analysis.evaluator:
        estimate = f"chances by {analysis.evaluator}, {evaluated}"
    proven = sum([bool(line.result) for line in analysis.lines])
    if proven:
        estimate += f"; {proven} of {plural(len(analysis.lines), 'move')} proven"
    if analysis.prunings:
        full = f"{analysis.memory / 1e6:.0f} MB"
        estimate += f"; the tree was full at {full}, and its least visited lines were dropped"
    return {
        Source.TABLE: "From a table of solved positions",
        Source.SOLVED: f"Solved, with {plural(analysis.positions, 'position')} visited",
        Source.PROOF: f"Proved, with {evaluated if analysis.evaluator else games}",
        Source.ESTIMATE: f"An estimate: {estimate}",
    }[analysis.source]


def result_words(analysis: Analysis) -> str:
    """The proven result of a position: `red wins in 31 moves`, `a draw with best play`."""
    if analysis.proven == DRAW:
        return "a draw with best play"
    winner, plies = analysis.course.game.colours[analysis.proven], analysis.lines[0].plies
    return f"{winner} wins" + ("" if plies is None else f" in {plural(plies, 'move')}")
