"""The figures of a study as a table for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.text import plural
from stackyard_lab.study.figure_text import UNKNOWN, estimate_text, options_text
from stackyard_lab.study.metrics import METRICS
from stackyard_lab.study.report import VariantReport
from stackyard_pictures.html import paragraph, table


def figure_table(variants: Sequence[VariantReport]) -> str:
    """The figures that were measured, as HTML: a row for each metric, a column for each variant."""
    found = [
        {figure.metric: figure for figure in variant.figures if figure.value is not None}
        for variant in variants
    ]
    rows = []
    for metric in METRICS:
        figures = [each.get(metric.name) for each in found]
        if any(figures):
            texts = [estimate_text(metric, each) if each else UNKNOWN for each in figures]
            rows.append((metric.title, metric.group, *texts))
    games = [plural(sum(variant.lengths.values()), "game") for variant in variants]
    header = [
        f"{options_text(variant)}; {count}" for variant, count in zip(variants, games, strict=True)
    ]
    words = f"{variants[0].title}, with 95 % intervals that stay valid however often you look."
    return f"{paragraph(words)}\n{table(('', '', *header), rows)}"
