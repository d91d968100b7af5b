"""The plane of a picture: boxes, parts in painting order, and paths. y grows downwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt
from xml.sax.saxutils import quoteattr

# The place of an element in the painting order: its layer, its depth there, its number.
Slot = tuple[int, float, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `a | b` contains both."""

    left: float
    top: float
    right: float
    bottom: float

    def __or__(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def width(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height."""
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        """The box with `by` more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(slots=True)
class Part:
    """The elements of one slot, and a box that contains them with their outlines."""

    elements: list[str]
    reach: Box


def around(x: float, y: float, across: float, up: float) -> Box:
    """The box that extends `across` to the left and right of a point, and `up` above and below."""
    return Box(x - across, y - up, x + across, y + up)


def containing(points: Iterable[Point]) -> Box:
    """The smallest box around some points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


@lru_cache(4096)
def quoted(value: str | float) -> str:
    """The value of an attribute in quotes."""
    return quoteattr(number(value))


def number(value: str | float) -> str:
    """The text of an attribute; numbers have one decimal at most."""
    if isinstance(value, str):
        return value
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@lru_cache(16384)
def path(*parts: str | float) -> str:
    """The data of a path: letters and numbers, with blanks only where they are needed."""
    words = ""
    for part in parts:
        text = number(part)
        apart = words and words[-1].isdigit() and text[0].isdigit()
        words += f" {text}" if apart else text
    return words


def polygon(points: Iterable[Point]) -> str:
    """The path of a polygon."""
    return polyline(points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """The path of a line through some points."""
    return "M" + "L".join([path(x, y) for x, y in points])


@lru_cache(4096)
def hexagon(x: float, y: float, radius: float) -> str:
    """The path of a hexagon that stands on a corner."""
    across, half = radius * sqrt(3) / 2, radius / 2
    sides = (("l", across, half), ("v", radius), ("l", -across, half), ("l", -across, -half))
    steps = [part for side in sides for part in side]
    return f"{path('M', x, y - radius, *steps, 'v', -radius)}z"


def hexagon_corners(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a hexagon that stands on one."""
    return [(x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6)]


@lru_cache(64)
def hull(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of the convex hull of at least three points, in order."""
    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in points})
    return (*_chain(ordered), *_chain(list(reversed(ordered))))


def _chain(ordered: list[Point]) -> list[Point]:
    """One side of the hull, without its last point."""
    found: list[Point] = []
    for point in ordered:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
