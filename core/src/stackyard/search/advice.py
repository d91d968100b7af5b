"""What an engine found, in words."""

from __future__ import annotations

from stackyard.search.engine import Line


def judgement(line: Line) -> str:
    """What an engine found a move to be worth, in a few words."""
    proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
    if line.result:
        return proven[line.result]
    tried = f" of {line.visits} games tried" if line.visits else ""
    return f"wins {line.value:.0%}{tried}"


def best_play(line: Line) -> tuple[str, ...]:
    """The best play that an engine found, its own move first, as it is typed."""
    return tuple([ply.text for ply in line.best.plies(line.course.ply)])
