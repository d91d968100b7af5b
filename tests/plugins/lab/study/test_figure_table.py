from __future__ import annotations

from xml.etree import ElementTree

from stackyard_lab.study.figure_table import figure_table
from stackyard_lab.study.report import Figure, VariantReport


def test_each_measured_figure_is_a_row() -> None:
    figures = (
        Figure("first_seat", 0.55, 0.5, 0.61, 300, 1),
        Figure("draws", 0.0, 0.0, 0.0, 300, 1, proven=True),
        Figure("length", None, None, None, 3, 1, note="too few games"),
    )
    variant = VariantReport("silo", "Silo", {"goal": "any"}, figures, lengths={10: 2, 12: 1})
    shown = ElementTree.fromstring(f"<div>{figure_table(variant)}</div>")
    rows = [[cell.text for cell in row] for row in shown.iter("tr")]
    assert rows == [
        [None, None, "goal=any; 3 games"],
        ["first player's score", "balance", "55 % (50 to 61 %)"],
        ["draws", "balance", "0 % (proven)"],
    ]
