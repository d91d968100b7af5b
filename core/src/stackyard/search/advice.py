"""What an engine found, in words."""

from __future__ import annotations

from stackyard.search.engine import Analysis, Line

FEW = 10  # games, below which a share of them says nothing


def supported(line: Line) -> bool:
    """Whether the value of a move is proven or rests on more than a few games, or is judged."""
    return bool(line.result) or line.judged or not 0 < line.visits < FEW


def judgement(line: Line) -> str:
    """What an engine found a move to be worth, in a few words."""
    proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
    if line.result:
        return proven[line.result]
    if not supported(line):
        return f"too little tried to tell ({line.visits} game{'s' * (line.visits > 1)})"
    if line.judged:
        tried = f", {line.visits} lines tried" if line.visits else ""
        return f"judged at {line.value:.0%}{tried}"
    tried = f" of {line.visits} games tried" if line.visits else ""
    return f"wins {line.value:.0%}{tried}"


def effort(analysis: Analysis) -> str:
    """How much was tried, and by what it was judged, in a few words."""
    if analysis.lines[0].judged:
        return f"{analysis.simulations:,} lines tried, judged by what was learned"
    return f"{analysis.simulations:,} games tried"


def best_play(line: Line) -> tuple[str, ...]:
    """The best play that an engine found, its own move first, as it is typed."""
    return tuple([ply.text for ply in line.best.plies(line.course.ply)])
