"""A study's figures in sentences, one or two for each of its questions."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard_lab.study.figure_text import estimate_text
from stackyard_lab.study.report import Figure, Group, Metric, VariantReport

# Sentences about single metrics, with the estimate in place of {}.
SENTENCES = {
    "first_seat": "The first player takes {} of the points",
    "draws": "{} of games are drawn",
    "length": "Half of the games end within {}",
}
MOST_LISTED = 3  # figures of a group without sentences of their own


def summary(group: Group, variant: VariantReport, metrics: Mapping[str, Metric]) -> list[str]:
    """A sentence or two about a group; none if nothing could be measured."""
    found = [
        (metrics[figure.metric], figure)
        for figure in variant.figures
        if figure.value is not None
        and figure.metric in metrics
        and metrics[figure.metric].group == group
    ]
    told = [
        SENTENCES[metric.name].format(estimate_text(metric, figure)) + _verdict(metric, figure)
        for metric, figure in found
        if metric.name in SENTENCES
    ]
    if not told and found:
        listed = [
            f"{metric.title} {estimate_text(metric, figure)}"
            for metric, figure in found[:MOST_LISTED]
        ]
        told = ["; ".join(listed)]
    return [f"{text[:1].upper()}{text[1:]}." for text in told]


def _verdict(metric: Metric, figure: Figure) -> str:
    """The conclusion that the interval allows about the first seat."""
    if metric.name != "first_seat" or figure.low is None or figure.high is None:
        return ""
    if figure.low > 0.5:
        return ": moving first is an advantage"
    if figure.high < 0.5:
        return ": moving second is an advantage"
    if figure.proven:
        return ": the seats are equal"
    return ": no advantage of either seat is shown"
