"""A graph of the chances in a match, drawn with characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

HIGH = 8  # lines
WIDEST_BAR = 4  # columns of a position
EIGHTHS = " ▁▂▃▄▅▆▇█"
LABEL = 5  # columns before the graph
TICKS = 12  # columns from one number of a move to the next, at least


def chance_graph(
    shares: Sequence[float | None],
    marks: Sequence[tuple[str, Mapping[int, str]]],
    width: int,
    *,
    blocks: bool = True,
) -> list[str]:
    """The lines of a graph of shares, from 0 to 1, of a line of positions; None is not drawn.

    Each of the `marks` is a line below it: a label, and signs by position. `width` is that of the
    graph in columns; where there are more positions, several share a column, which shows the last
    share and a sign of one. Without `blocks` it is drawn in ASCII.
    """
    graph_width = max(1, width - LABEL - 1)
    bar = max(1, min(WIDEST_BAR, graph_width // len(shares)))
    columns = min(len(shares), graph_width)
    groups = [
        range(at * len(shares) // columns, (at + 1) * len(shares) // columns)
        for at in range(columns)
    ]
    values = [
        next((shares[at] for at in reversed(group) if shares[at] is not None), None)
        for group in groups
    ]
    lines = []
    for row in reversed(range(HIGH)):
        label = {HIGH - 1: "100%", HIGH // 2 - 1: "50%", 0: "0%"}.get(row, "")
        drawn = "".join([_cell(value, row, blocks) * bar for value in values])
        lines.append(f"{label:>{LABEL}} {drawn}".rstrip())
    lines.append(f"{'':{LABEL}} {_ticks(groups, bar)}".rstrip())
    for name, signs in marks:
        row_signs = [next((signs[at] for at in group if at in signs), " ") for group in groups]
        drawn = "".join([sign + " " * (bar - 1) for sign in row_signs])
        if drawn.strip():
            lines.append(f"{name:>{LABEL}.{LABEL}} {drawn}".rstrip())
    return lines


def _cell(value: float | None, row: int, blocks: bool) -> str:
    """The character of a column in a row, counted from the bottom."""
    if value is None:
        return " "
    filled = value * HIGH - row
    if not blocks:
        return "#" if filled >= 0.5 else "." if row == 0 else " "
    return EIGHTHS[max(0 if row else 1, min(8, round(8 * filled)))]


def _ticks(groups: Sequence[range], bar: int) -> str:
    """The numbers of the moves after which the positions stand, TICKS columns apart or more."""
    text, due = "", 0
    for at, group in enumerate(groups):
        place, number = at * bar, str(group[-1])
        if place >= due and place + len(number) <= len(groups) * bar:
            text = f"{text:{place}}{number}"
            due = place + TICKS
    return text
