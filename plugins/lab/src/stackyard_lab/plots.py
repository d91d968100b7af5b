"""Plots as small SVG elements in the colours of their page, each with a table of its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH = 400  # units, close to the pixels of a phone
LETTERS = 14
LEFT, RIGHT = 34.0, 376.0  # the ends of the scale of an interval plot
AXIS = 50.0  # the place of an upward axis
ROW = 24  # from one row to the next
POINTS = 100  # of a line, and a last one
BARS = 24  # of a histogram, at most
DOTS = "#c2600c"  # distinct on light and dark, and from LINES for every kind of vision
LINES = "#2f86c1"
THIRD = "#8a7a9c"
STROKES = ((LINES, ""), (DOTS, "7 4"), (THIRD, "2 4"))  # colour is never the only cue

Words = Callable[[float], str]


@dataclass(frozen=True)
class FigureTable:
    """A table of a report: the first cell of a row names it, the others hold figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def aligned(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Head and rows, with figures aligned to the right."""
        columns = [*zip(self.header, *self.rows, strict=True)]
        widths = [0, *[max(map(len, column)) for column in columns[1:]]]
        header, *rows = (
            tuple([text.rjust(width) for text, width in zip(row, widths, strict=True)])
            for row in (self.header, *self.rows)
        )
        return header, rows


@dataclass(frozen=True)
class Plot:
    """An SVG element with an accessible name, and its data."""

    svg: str
    table: FigureTable


@dataclass(frozen=True)
class Bar:
    """A row of an interval plot: a value and its interval, or a value known exactly.

    Rows of one `name` follow each other, told apart by a short `mark`. `words` are the row's cells
    in the table of data.
    """

    name: str
    mark: str
    value: float
    low: float
    high: float
    words: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True)
class Scale:
    """A linear map from values to units of the plot, with ticks at round values."""

    low: float
    high: float
    start: float
    end: float
    step: float = 0.0

    @classmethod
    def around(
        cls,
        values: Sequence[float],
        start: float,
        end: float,
        ticks: int = 5,
        least: float = 0.0,
    ) -> Scale:
        """The scale of these values; it begins and ends at a tick.

        Ticks are at least `least` apart.
        """
        low, high = min(values), max(values)
        if low == high:
            low, high = low - 1, high + 1
        step = max(least, _round_step((high - low) / ticks))
        return cls(floor(low / step) * step, ceil(high / step) * step, start, end, step)

    def __call__(self, value: float) -> float:
        """The place of a value; one beyond the scale is at its end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        """The values of the ticks."""
        step = self.step or (self.high - self.low) / 4
        return [self.low + step * at for at in range(round((self.high - self.low) / step) + 1)]


def _round_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is at least this."""
    power = 10.0 ** floor(log10(least))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= least * 0.999)


def plain(value: float) -> str:
    """The text of a tick."""
    return f"{value:,.10g}".replace("-", "−")


def intervals(
    title: str,
    header: Sequence[str],
    bars: Sequence[Bar],
    axis: str,
    ends: tuple[float, float] | None = None,
    reference: float | None = None,
) -> Plot:
    """A row for each value: a dot and its interval, or a square for an exact value.

    `header` names the columns of the data; a line marks the `reference`. Without `ends` of the
    scale the intervals choose them.
    """
    if ends is None:
        values = [end for bar in bars for end in (bar.low, bar.value, bar.high)]
        scale = Scale.around(values, LEFT, RIGHT)
    else:
        scale = Scale(*ends, LEFT, RIGHT)
    names = len({bar.name for bar in bars})
    bottom = 8.0 + ROW * (len(bars) + names)
    parts = _across(scale, bottom, axis)
    if reference is not None:
        parts.append(_line(scale(reference), 4, scale(reference), bottom, dashes="5 4"))
    y = 4.0
    for at, bar in enumerate(bars):
        if at == 0 or bar.name != bars[at - 1].name:
            y += ROW
            parts.append(_text(0, y - ROW / 3, bar.name, "start"))
        parts.append(_text(4, y + ROW / 2, bar.mark, "start"))
        parts += _dot(scale, bar, y + ROW / 2)
        y += ROW
    marked = any(bar.mark for bar in bars)
    rows = [(bar.name, *([bar.mark] if marked else []), *bar.words) for bar in bars]
    said = "; ".join(
        [
            f"{' '.join(filter(None, row[: -len(bar.words)]))}: {', '.join(bar.words)}"
            for row, bar in zip(rows, bars, strict=True)
        ]
    )
    return Plot(
        _svg(f"{title}. {said}", bottom + 44, parts), FigureTable(title, tuple(header), tuple(rows))
    )


def _dot(scale: Scale, bar: Bar, y: float) -> list[str]:
    x = scale(bar.value)
    if bar.exact:
        return [f'<path d="M{x - 5:.1f} {y - 5:.1f}h10v10h-10z" fill="{DOTS}"/>']
    left, right = scale(bar.low), scale(bar.high)
    return [
        f'<path d="M{left:.1f} {y - 4:.1f}v8m0-4H{right:.1f}m0-4v8" fill="none" stroke="{LINES}" '
        'stroke-width="2"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{DOTS}"/>',
    ]


def histogram(title: str, counts: Mapping[int, int], axis: str) -> Plot:
    """A histogram of games by a whole number; a bar stands for several if there are many."""
    first, last = min(counts), max(counts)
    width = max(1, round(_round_step((last - first + 1) / BARS)))
    first = first // width * width
    sums = dict.fromkeys(range(first, last + 1, width), 0)
    for number, count in counts.items():
        sums[number // width * width] += count
    scale = Scale.around([first, first + width * len(sums)], AXIS, WIDTH - 24, 6, 1.0)
    bottom = 168.0
    up = Scale.around([0, max(sums.values())], bottom, 8, 4, 1.0)
    parts = [*_across(scale, bottom, axis), *_upwards(up, "games", plain)]
    for start, count in sums.items():
        left, right = scale(start) + 0.5, scale(start + width) - 0.5
        top = up(count)
        parts.append(
            f'<path d="M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}z" fill="{LINES}"/>'
        )
    names = {
        start: f"{start} to {start + width - 1}" if width > 1 else f"{start}" for start in sums
    }
    rows = tuple([(names[start], str(count)) for start, count in sums.items()])
    most = names[max(sums, key=lambda start: sums[start])]
    said = f"{title}, from {min(counts)} to {max(counts)}; the most in {most}."
    return Plot(_svg(said, bottom + 44, parts), FigureTable(title, (axis, "games"), rows))


def lines(
    title: str,
    series: Mapping[str, Sequence[float]],
    x_axis: str,
    y_scale: tuple[float, float] | None,
    references: Mapping[str, float],
    tick: Words = plain,
    said: str = "",
) -> Plot:
    """Values over their number, from 0: a line for each name.

    `references` are level lines with names. Without `y_scale` the values choose it. Of many values
    some are shown, in even steps, and the last.
    """
    longest = max([len(values) for values in series.values()])
    step = ceil(longest / POINTS)
    if step > 1:
        x_axis += f" (in steps of {step})"
    shown = {name: _shown(values, step) for name, values in series.items()}
    scale = Scale.around([0, max(1, longest - 1)], AXIS, WIDTH - 24, 6, 1.0)
    top = 8.0 + 20 * len(series) if len(series) > 1 else 8.0
    bottom = top + 170
    if y_scale is None:
        every = [*references.values(), *[y for points in shown.values() for y in points.values()]]
        up = Scale.around(every, bottom, top, 4)
    else:
        up = Scale(*y_scale, bottom, top)
    parts = [*_across(scale, bottom, x_axis), *_upwards(up, "", tick)]
    for name, level in references.items():
        parts.append(_line(AXIS, up(level), WIDTH - 24, up(level), "currentColor", "5 4"))
        parts.append(_text(WIDTH - 24, up(level) - 9, name, "end"))
    for at, (name, points) in enumerate(shown.items()):
        colour, dashes = STROKES[at % len(STROKES)]
        coordinates = " ".join([f"{scale(x):.1f},{up(y):.1f}" for x, y in points.items()])
        stroke = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes or "none"}"'
        parts.append(f'<polyline points="{coordinates}" fill="none" {stroke}/>')
        if len(series) > 1:
            y = 10.0 + 20 * at
            parts.append(f'<path d="M{AXIS} {y}h34" fill="none" {stroke}/>')
            parts.append(_text(AXIS + 42, y, name, "start"))
    rows = [
        (str(x), *[tick(points[x]) if x in points else "" for points in shown.values()])
        for x in sorted({x for points in shown.values() for x in points})
    ]
    table = FigureTable(title, (x_axis, *series), tuple(rows))
    return Plot(_svg(f"{title}. {said}", bottom + 44, parts), table)


def _shown(values: Sequence[float], step: int) -> dict[int, float]:
    """Every `step`th value and the last, by number."""
    return {at: y for at, y in enumerate(values) if at % step == 0 or at == len(values) - 1}


def _across(scale: Scale, bottom: float, axis: str) -> list[str]:
    """The axis below the plot."""
    parts = [_line(scale.start, bottom, scale.end, bottom)]
    for value in scale.ticks:
        parts.append(_line(scale(value), bottom, scale(value), bottom + 4))
        parts.append(_text(scale(value), bottom + 14, plain(value), "middle"))
    return [*parts, _text((scale.start + scale.end) / 2, bottom + 34, axis, "middle")]


def _upwards(scale: Scale, axis: str, tick: Words) -> list[str]:
    """The axis at the left of the plot."""
    parts = [_line(AXIS, scale.start, AXIS, scale.end)]
    for value in scale.ticks:
        parts.append(_line(AXIS - 4, scale(value), AXIS, scale(value)))
        parts.append(_text(AXIS - 7, scale(value), tick(value), "end"))
    middle = (scale.start + scale.end) / 2
    if axis:
        parts.append(
            f'<text transform="translate(8 {middle:.1f})rotate(-90)" style="text-anchor:middle">'
            f"{escape(axis)}</text>"
        )
    return parts


def _line(
    x: float, y: float, right: float, down: float, colour: str = "currentColor", dashes: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{x:.1f} {y:.1f}L{right:.1f} {down:.1f}" stroke="{colour}"{dashed}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" style="text-anchor:{anchor}">{escape(text)}</text>'


def _svg(words: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" role="img" aria-label="{escape(words)}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" '
        f'fill="currentColor" font-size="{LETTERS}">\n' + "\n".join(parts) + "\n</svg>"
    )
