"""The shapes of pieces, seen obliquely from above: a body with thickness, and its face.

A piece is placed by the middle of its face. In a stack the upper pieces cover the faces of the
lower ones, so that only their sides are visible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from stackyard_pictures.plane import Box, Point, around, hexagon_corners, path, polygon

ACROSS, UP, THICK = 23.0, 14.0, 7.0  # of a disc: from its middle to its edge, and its side
TOWER_UP = 5.0  # the same, seen from the side, in a tower on a row
TILE = 26.0  # from the middle of a tile to its corners, on a hexagonal board


@dataclass(frozen=True, slots=True)
class Shape:
    """The paths of a piece: body, face, the line that tells the second player, and extras."""

    body: str
    face: str
    ring: str
    reach: Box
    shine: str = ""  # a highlight
    words: tuple[float, float] = (0.0, 0.0)  # from the middle of the face to that of a letter


Maker = Callable[[float, float, float], Shape]  # of the middle of the face and the thickness


def ellipse(x: float, y: float, across: float, up: float) -> str:
    """The path of an ellipse."""
    half = path("a", across, up, 0, 1, 0)
    return f"{path('M', x - across, y)}{half}{_gap(2 * across)}0{half}{_gap(-2 * across)}0z"


def coin(x: float, y: float, up: float, thick: float) -> str:
    """The outline of a round piece whose face is an ellipse."""
    down = path("v", thick, "a", ACROSS, up, 0, 0, 0) + _gap(2 * ACROSS)
    back = path("v", -thick, "a", ACROSS, up, 0, 0, 0) + _gap(-2 * ACROSS)
    return f"{path('M', x - ACROSS, y)}{down}0{back}0z"


def _gap(number: float) -> str:
    return f" {path(number)} "


def disc(x: float, y: float, thick: float) -> Shape:
    """A flat checker."""
    return Shape(
        coin(x, y, UP, thick),
        ellipse(x, y, ACROSS, UP),
        ellipse(x, y, ACROSS - 4, UP - 2.8),
        Box(x - ACROSS, y - UP, x + ACROSS, y + UP + thick),
        path("M", x - 15, y - 6.5, "a", 17.5, 9.5, 0, 0, 1, 20, -3),
    )


def stone(x: float, y: float, thick: float) -> Shape:
    """A domed stone."""
    y += 2
    return Shape(
        ellipse(x, y, ACROSS, ACROSS - 2 + thick / 7),
        ellipse(x, y - 1.6, ACROSS - 1.6, ACROSS - 4),
        ellipse(x, y - 1.6, ACROSS - 6, ACROSS - 8.4),
        around(x, y, ACROSS, ACROSS),
        path("M", x - 14.5, y - 8.5, "a", 17, 15, 0, 0, 1, 13, -7.5),
    )


def tile(x: float, y: float, thick: float) -> Shape:
    """A flat square piece with rounded corners."""
    corner = path("a", 5, 4, 0, 0, 1)
    right, left = f"h32{corner} 5 4v20{corner}-5 4", f"h-32{corner}-5-4v-20{corner} 5-4z"
    face = f"{path('M', x - 16, y - 14)}{right}{left}"
    side = path("v", 20 + thick, "a", 5, 4, 0, 0, 0, 5, 4, "h", 32, "a", 5, 4, 0, 0, 0, 5, -4)
    body = f"{path('M', x - 21, y - 10)}{side}{path('v', -20 - thick, 'l', -5, -4, 'h', -32, 'z')}"
    ring = f"{path('M', x - 16, y - 10)}h32v20h-32z"
    return Shape(body, face, ring, Box(x - 21, y - 14, x + 21, y + 14 + thick))


def hexagonal_tile(x: float, y: float, thick: float) -> Shape:
    """A flat piece that fills a hexagonal cell."""
    corners = hexagon_corners(x, y, TILE)
    body = [corners[0], corners[1], *[(px, py + thick) for px, py in corners[2:5]], corners[5]]
    reach = Box(x - TILE, y - TILE, x + TILE, y + TILE + thick)
    ring = polygon(hexagon_corners(x, y, TILE - 5))
    return Shape(polygon(body), polygon(corners), ring, reach)


def wall(x: float, y: float, thick: float) -> Shape:
    """A slab that stands on its edge."""
    del thick
    y += 3
    body = path("M", x - 22, y - 13, "l", 9, -9, "h", 35, "v", 24, "l", -9, 9, "h", -35, "z")
    face = path("M", x - 22, y - 13, "h", 35, "v", 24, "h", -35, "z")
    ring = path("M", x - 18, y - 9, "h", 27, "v", 16, "h", -27, "z")
    return Shape(body, face, ring, Box(x - 22, y - 22, x + 22, y + 11), "", (-4.5, 2.0))


def pillar(x: float, y: float, thick: float) -> Shape:
    """A column on a plinth."""
    y += thick - 2
    shaft = "l-6-3v-21l4-3v-5h-30v5l4 3v21l-6 3"
    body = f"{path('M', x - 17, y + 9)}v5a17 7 0 0 0 34 0v-5{shaft}z"
    face = ellipse(x, y - 22, 15, 6)
    ring = path("M", x - 4, y - 12, "v", 20, "m", 8, 0, "v", -20)
    shine = path("M", x - 8, y - 12, "v", 17)
    return Shape(body, face, ring, Box(x - 17, y - 28, x + 17, y + 21), shine, (0.0, 22.0))


def cap(x: float, y: float, thick: float) -> Shape:
    """A capstone: a column with a dome."""
    y += thick - 3
    body = f"{path('M', x - 16, y - 4)}v13a16 8 0 0 0 32 0v-13a16 18 0 0 0-32 0z"
    face = f"{path('M', x - 16, y - 4)}a16 18 0 0 1 32 0a16 8 0 0 1-32 0z"
    ring = f"{path('M', x - 16, y + 4)}a16 8 0 0 0 32 0"
    shine = path("M", x - 9, y - 9, "a", 12, 12, 0, 0, 1, 8, -7)
    return Shape(body, face, ring, Box(x - 16, y - 22, x + 16, y + 17), shine, (0.0, -5.0))


def flag(x: float, y: float, thick: float) -> Shape:
    """A flag on a pole."""
    del thick
    cloth = f"{path('M', x - 12, y - 18)}h28l-8 9l8 9h-28z"
    body = f"{path('M', x - 15, y - 20)}h3v2h28l-8 9l8 9h-28v18h-3z"
    ring = f"{path('M', x - 8, y - 14.5)}h17l-4.5 5.5l4.5 5.5h-17z"
    return Shape(body, cloth, ring, Box(x - 15, y - 20, x + 16, y + 18), "", (-1.0, -9.0))


def tower_disc(x: float, y: float, thick: float) -> Shape:
    """A checker of a tower, seen from the side; y is the middle of its upper edge."""
    ends = path("M", x - 15, y + 4.2, "v", thick, "m", 30, 0, "v", -thick)
    return Shape(
        coin(x, y, TOWER_UP, thick),
        ellipse(x, y, ACROSS, TOWER_UP),
        ends,
        Box(x - ACROSS, y - TOWER_UP, x + ACROSS, y + TOWER_UP + thick),
        "",
        (0.0, thick / 2 + TOWER_UP),
    )


SHAPES: dict[str, Maker] = {
    "disc": disc,
    "star": disc,
    "stone": stone,
    "tile": tile,
    "wall": wall,
    "pillar": pillar,
    "cap": cap,
    "flag": flag,
}


def star(x: float, y: float, radius: float) -> str:
    """The path of a star with five points."""
    corners: list[Point] = []
    for k in range(10):
        r = radius if k % 2 == 0 else 0.4 * radius
        corners.append((x + r * sin(k * pi / 5), y - r * cos(k * pi / 5)))
    return polygon(corners)
