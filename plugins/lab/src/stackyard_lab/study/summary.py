"""A study's figures in sentences, one to three for each of its questions."""

from __future__ import annotations

from stackyard.text import capitalized
from stackyard_lab.study.figure_text import estimate_text
from stackyard_lab.study.metrics import BY_NAME
from stackyard_lab.study.report import Figure, Group, VariantReport

# Sentences about single metrics, with the estimate in place of {}.
SENTENCES = {
    "first_seat": "The first player takes {} of the points",
    "best_play": "With best play, the first player gets {}",
    "draws": "{} of the games are drawn",
    "elo_per_doubling": "Each doubling of the player's effort gains {}",
    "branching": "A player chooses among {}",
    "narrowness": "{} of the legal moves are nearly as good as the best",
    "only_moves": "In {} of the positions one move is much better than all others",
    "drama": "On average, the eventual winner is behind by {}",
    "lead_changes": "The lead changes at {} of the turns",
    "completion": "{} of the games end by the rules",
    "decisiveness_moves": "{} of a game passes before it is decided",
    "length": "Half of the games end within {}",
    "length_long": "nine tenths end within {}",
}


def summary(group: Group, variant: VariantReport) -> list[str]:
    """One to three sentences about a group; none if nothing could be measured."""
    found = {figure.metric: figure for figure in variant.figures if figure.value is not None}
    told = [
        sentence.format(estimate_text(BY_NAME[name], found[name])) + _verdict(name, found[name])
        for name, sentence in SENTENCES.items()
        if name in found and BY_NAME[name].group == group
    ]
    return [f"{capitalized(text)}." for text in told]


def _verdict(name: str, figure: Figure) -> str:
    """The conclusion that the interval allows about the first seat."""
    if name != "first_seat" or figure.low is None or figure.high is None:
        return ""
    if figure.low > 0.5:
        return ": moving first is an advantage"
    if figure.high < 0.5:
        return ": moving second is an advantage"
    return ": the seats are equal" if figure.proven else ": no advantage of either seat is shown"
