"""The values of moves as hints tell them: in words where an estimate has a wide range."""

from __future__ import annotations

from stackyard.analysis import Analysis, Line, Source, chance_words, value_words
from stackyard.text import plural

WIDE = 0.25  # width of a range for which a number would claim too much
EVEN = 0.1  # distance from one half within which chances are about even
CLEAR = 0.3  # and beyond which they are good or bad
BASES = {
    Source.TABLE: "From a table of solved positions",
    Source.SOLVED: "Solved",
    Source.PROOF: "Proved",
    Source.ESTIMATE: "An estimate",
}


def hint_value(line: Line) -> str:
    """The value of a move: `wins for certain`, `win chance 62% (57-67)`, `about even chances`."""
    if line.result:
        return value_words(line)
    images = f"; the same for {plural(len(line.images), 'mirror image')}" if line.images else ""
    return f"{_chance(line)}{images}"


def _chance(line: Line) -> str:
    """The chance of a move in numbers, or in words if its range is wide."""
    if not line.supported:
        return "unclear"
    if line.interval is None or line.interval[1] - line.interval[0] < WIDE:
        chance = chance_words(line)
        return f"win chance {chance}" if line.evaluated else f"wins {chance} of random games"
    lead = line.value - 0.5
    if abs(lead) <= EVEN:
        return "about even chances"
    degree = (
        "good" if lead > CLEAR else "better" if lead > 0 else "bad" if lead < -CLEAR else "worse"
    )
    return f"{degree} chances"


def hint_basis(analysis: Analysis) -> str:
    """What the values rest on, in a few words that begin a sentence."""
    return BASES[analysis.source]
