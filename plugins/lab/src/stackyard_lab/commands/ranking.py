"""The tables of a study that compare variants."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from stackyard.text import plural
from stackyard_cli.common import echo_table
from stackyard_cli.output import echo

if TYPE_CHECKING:
    from stackyard_lab.study.report import Figure, StudyReport


def echo_ranking(report: StudyReport) -> None:
    """Print the variants, the best first, when a search gave some up, and the comparisons."""
    from stackyard_lab.study.comparison import METRICS
    from stackyard_lab.study.figure_text import differing_options

    names = differing_options(report.variants)
    echo("Variants, the best first; points of a hundred with 95 % intervals")
    rows = []
    for number in (*report.ranking, *report.given_up):
        found = {figure.metric: figure for figure in report.variants[number].figures}
        figures = [found[metric.name] for metric in METRICS]
        texts = [_points(figure) for figure in figures]
        rows.append((names[number], *texts, f"{figures[0].samples:,}"))
    echo_table(("", *[metric.title for metric in METRICS], "games"), rows, plain_header=True)
    for step in report.rounds:
        if step.given_up:
            words = "; ".join([names[number] for number in step.given_up])
            echo(f"Given up after {plural(step.games, 'game')} each: {words}.")
    echo("\nDifferences, with intervals that hold together; * marks a decided one")
    pairs: dict[tuple[int, int], dict[str, str]] = {}
    for one in report.comparisons:
        text = _points(one.difference) + " *" * one.decided
        pairs.setdefault((one.one, one.other), {})[one.metric] = text
    rows = [
        (f"{names[one]} less {names[other]}", *[texts[metric.name] for metric in METRICS])
        for (one, other), texts in pairs.items()
    ]
    echo_table(("", *[metric.title for metric in METRICS]), rows, plain_header=True)


def _points(figure: Figure) -> str:
    """A share with interval in points of a hundred and note, such as `+12 (+3 to +20)`."""
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    low, high = floor(100 * figure.low), ceil(100 * figure.high)
    return f"{round(100 * figure.value):+} ({low:+} to {high:+}) {figure.note}".strip()
