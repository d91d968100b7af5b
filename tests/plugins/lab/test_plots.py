from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from stackyard_lab import plots
from stackyard_lab.plots import Bar, Plot, Scale


def numbers(plot: Plot, tag: str, attribute: str) -> list[float]:
    root = ElementTree.fromstring(plot.svg)
    return [float(each.get(attribute) or 0) for each in root.iter(tag)]


@pytest.mark.parametrize(
    ("values", "ends", "ticks"),
    [
        ([3.0, 97.0], (0, 100), 6),
        ([-0.2, 0.3], (-0.2, 0.3), 6),
        ([7.0], (6, 8), 6),
    ],
)
def test_a_scale_contains_its_finite_values_and_ends_at_round_ticks(
    values: list[float], ends: tuple[float, float], ticks: int
) -> None:
    scale = Scale.around(values, 0, 100)
    assert (scale.low, scale.high) == pytest.approx(ends)
    assert len(scale.ticks) <= ticks
    assert (scale(scale.low), scale(scale.high)) == (0, 100)


def test_dots_lie_in_their_intervals_and_exact_values_are_no_dots() -> None:
    bars = [
        Bar("a", "A", 10, 5, 20, ("10", "5 to 20")),
        Bar("a", "B", 30, 30, 30, ("30", "proven"), exact=True),
    ]
    plot = plots.intervals("T", ("m", "v", "x", "y"), bars, "%", (0, 100))
    assert numbers(plot, "circle", "cx") == [68.2]  # a tenth of the way
    assert plot.table.rows == (("a", "A", "10", "5 to 20"), ("a", "B", "30", "proven"))
    assert "a B: 30, proven" in plot.svg


def test_bars_of_a_histogram_count_every_game_once() -> None:
    counts = {turns: turns % 7 + 1 for turns in range(13, 260, 3)}
    table = plots.histogram("T", counts, "turns").table
    assert sum(int(games) for _, games in table.rows) == sum(counts.values())
    assert len(table.rows) <= plots.BARS + 1
    one = plots.histogram("T", {5: 1}, "turns")
    assert one.table.rows == (("5", "1"),)
    assert re.findall(r"<text x.*?>(.*?)</text>", one.svg) == ["5", "6", "turns", "0", "1"]


def test_lines_of_several_lengths_share_one_table() -> None:
    plot = plots.lines("T", {"one": [1, 2, 3], "two": [4]}, "turn", None, {"even": 2})
    assert plot.table.rows == (("0", "1", "4"), ("1", "2", ""), ("2", "3", ""))
    root = ElementTree.fromstring(plot.svg)
    strokes = [line.get("stroke-dasharray") for line in root.iter("polyline")]
    assert len(set(strokes)) == 2


def test_of_many_values_some_are_shown_and_the_last() -> None:
    values = [float(number) for number in range(1001)]
    plot = plots.lines("T", {"one": values}, "turn", None, {})
    assert plot.table.header == ("turn (in steps of 11)", "one")
    assert [row[0] for row in plot.table.rows[-2:]] == ["990", "1000"]
    (line,) = ElementTree.fromstring(plot.svg).iter("polyline")
    assert len((line.get("points") or "").split()) == len(plot.table.rows) == 92


def test_words_in_a_plot_cannot_become_markup() -> None:
    evil = "<script>&\"'"
    bars = [Bar(evil, evil, 1, 0, 2, (evil, evil))]
    for plot in (
        plots.intervals(evil, ("m", "v", "x", "y"), bars, evil, (0, 2)),
        plots.histogram(evil, {1: 1}, evil),
        plots.lines(evil, {evil: [1], "b": [2]}, evil, (0, 2), {evil: 1}),
    ):
        assert {each.tag for each in ElementTree.fromstring(plot.svg).iter()} <= {
            *("svg", "path", "text", "circle", "polyline")
        }
