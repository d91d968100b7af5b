"""The tables of a study that compare variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.notation import listed
from stackyard.text import plural
from stackyard_cli.common import echo_table
from stackyard_cli.output import echo

if TYPE_CHECKING:
    from stackyard_lab.study.report import StudyReport


def echo_ranking(report: StudyReport) -> None:
    """Print the variants, the best first, when a search gave some up, and the comparisons."""
    from stackyard_lab.study.comparison import METRICS
    from stackyard_lab.study.figure_text import points_text, variant_names

    names = variant_names(report.variants)
    echo("Variants, the best first; points of a hundred with 95 % intervals")
    rows = []
    for number in report.ranking:
        found = {figure.metric: figure for figure in report.variants[number].figures}
        figures = [found[metric.name] for metric in METRICS]
        games = f"{figures[0].samples:,}"
        rows.append((names[number], *[points_text(figure) for figure in figures], games))
    echo_table(("", *[metric.title for metric in METRICS], "games"), rows, plain_head=True)
    for step in report.rounds:
        if step.given_up:
            words = listed([names[number] for number in step.given_up])
            echo(f"Given up after {plural(step.games, 'game')} each: {words}.")
    echo("\nDifferences, with intervals that hold together; * marks a decided one")
    pairs: dict[tuple[int, int], dict[str, str]] = {}
    for one in report.comparisons:
        text = points_text(one.difference) + " *" * one.decided
        pairs.setdefault((one.one, one.other), {})[one.metric] = text
    rows = [
        (f"{names[one]} less {names[other]}", *[texts[metric.name] for metric in METRICS])
        for (one, other), texts in pairs.items()
    ]
    echo_table(("", *[metric.title for metric in METRICS]), rows, plain_head=True)
