"""The figures of a study as a table for notebooks."""

from __future__ import annotations

from stackyard.text import plural
from stackyard_lab.study.figure_text import estimate_text, options_text
from stackyard_lab.study.metrics import METRICS
from stackyard_lab.study.report import VariantReport
from stackyard_pictures.html import paragraph, table


def figure_table(variant: VariantReport) -> str:
    """The figures that were measured, as HTML: a row for each metric."""
    found = {figure.metric: figure for figure in variant.figures if figure.value is not None}
    rows = [
        (metric.title, metric.group, estimate_text(metric, found[metric.name]))
        for metric in METRICS
        if metric.name in found
    ]
    games = plural(sum(variant.lengths.values()), "game")
    words = f"{variant.title}, with 95 % intervals that stay valid however often you look."
    return f"{paragraph(words)}\n{table(('', '', f'{options_text(variant)}; {games}'), rows)}"
