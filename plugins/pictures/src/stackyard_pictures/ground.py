"""The body of a board, its coordinates, and the trail of the last turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot

from stackyard.boards import Points, Row
from stackyard.scenes import Scene
from stackyard_pictures.canvas import BODY, COORDINATES, GROUND, TRAIL, Canvas
from stackyard_pictures.plane import Box, Point, containing, hull, number, polygon, polyline

UNIT = 60.0  # from one cell to the next
FRAME = 22.0  # from the cells to the edge of the board, where the coordinates are
HEAD = 8.0  # the length of the arrowhead of a trail


class Ground(Canvas):
    """The board of a scene without its pieces."""

    def __init__(self, scene: Scene, flip: bool) -> None:
        self.scene = scene
        self.shades: Mapping[int, str] = {}
        side = -1 if flip else 1
        self.points = [(side * x * UNIT, -side * y * UNIT) for x, y in scene.board.points]
        super().__init__(containing(self.points))

    def ground(self, corners: Sequence[Point]) -> None:
        """Draw the body of the board, with its shadow, around the corners of cells."""
        outline = hull(tuple(corners))
        reach = containing(outline).grown(FRAME)
        self.slot = (*BODY, 0)
        below = [(x, y + 5) for x, y in outline]
        frame = f'stroke-width="{number(2 * FRAME)}"'
        edge = Box(reach.left - 2, reach.top - 2, reach.right + 2, reach.bottom + 7)
        self.put(f'<path class="under" {frame} d="{polygon(below)}"/>', edge)
        core = f'stroke-width="{number(2 * FRAME - 3)}"'
        for kind, width in (("slab", frame), ("lit", frame), ("slab", core)):
            self.put(f'<path class="{kind}" {width} d="{polygon(outline)}"/>', reach)
        self.box = Box(reach.left - 3, reach.top - 3, reach.right + 3, reach.bottom + 8)

    def field(self, corners: Sequence[Point]) -> None:
        """Draw the field behind points and lines, in the colour of cells."""
        reach = containing(corners).grown(5)
        self.slot = (*BODY, 1)
        self.rectangle("field", reach.left, reach.top, reach.width, reach.height, 6)

    def tracks(self, board: Points) -> None:
        """Draw the lines that join points, behind the points."""
        for at, track in enumerate(board.tracks):
            (x, y), (right, down) = self.points[track[0]], self.points[track[-1]]
            self.slot = (GROUND, -1, at)
            reach = Box(min(x, right), min(y, down), max(x, right), max(y, down))
            self.add("line", "track", reach, x1=x, y1=y, x2=right, y2=down)

    def ranks_and_files(self) -> None:
        """Draw the coordinates of a square board, at its left and below it."""
        named = list(zip(self.scene.board.names, self.points, strict=True))
        whole = containing(self.points)
        field = isinstance(self.scene.board, Points)  # on which they would be hard to read
        away = 39.0 if field else 40.0
        ranks: dict[str, Point] = {}
        files: dict[str, Point] = {}
        for name, (x, y) in named:
            left, low = (whole.left, whole.bottom) if field else (x, y)
            ranks[name[1:]] = min(ranks.get(name[1:], (left, y)), (left, y))
            files[name[0]] = max(files.get(name[0], (x, low)), (x, low), key=lambda place: place[1])
        side_names = [(name, (x - away, y)) for name, (x, y) in ranks.items()]
        below = [(name, (x, y + away)) for name, (x, y) in files.items()]
        self.coordinates([*side_names, *below])

    def rows_and_diagonals(self) -> None:
        """Draw the coordinates of a hexagonal board: rows at the left, diagonals at the lower end.

        A diagonal continues down and to the right, even on a board shown from the other side.
        """
        named = list(zip(self.scene.board.names, self.points, strict=True))
        rows: dict[str, Point] = {}
        diagonals: dict[str, Point] = {}
        for name, (x, y) in named:
            rows[name[0]] = min(rows.get(name[0], (x, y)), (x, y))
            lowest = diagonals.get(name[1:], (x, y))
            diagonals[name[1:]] = max(lowest, (x, y), key=lambda place: place[1])
        side_names = [(name, (x - 0.7 * UNIT, y)) for name, (x, y) in rows.items()]
        below = [(name, (x + 0.36 * UNIT, y + 0.62 * UNIT)) for name, (x, y) in diagonals.items()]
        self.coordinates([*side_names, *below])

    def coordinates(self, named: list[tuple[str, Point]]) -> None:
        """Draw names on the frame of the board."""
        for at, (name, (x, y)) in enumerate(named):
            self.slot = (COORDINATES, 0, at)
            self.text(name, x, y, 15)

    def trail(self, cell_points: Sequence[Point], kind: str = "trail") -> None:
        """Draw the ways of the pieces that the last turn moved, each with a head at its end."""
        for at, cells in enumerate(self.scene.trail):
            points = [cell_points[cell] for cell in cells]
            (fx, fy), (x, y) = points[-2:]
            length = hypot(x - fx, y - fy) or 1.0
            right, down = (x - fx) / length, (y - fy) / length
            wings = [
                (x - HEAD * (right + turn * down), y - HEAD * (down - turn * right))
                for turn in (0.7, -0.7)
            ]
            arrowhead = polyline([wings[0], (x, y), wings[1]])
            self.slot = (TRAIL, 0, at)
            reach = containing([*points, *wings]).grown(4)
            lines = [polyline(pair) for pair in pairwise(points) if self.near(*pair)]
            self.path(kind, reach, "".join(lines) + arrowhead)

    def near(self, one: Point, other: Point) -> bool:
        """Tell if a trail shows a step; on a row, not one that leads from one end to the other."""
        return not isinstance(self.scene.board, Row) or abs(one[0] - other[0]) < 1.5 * UNIT

    def marks(self, cell: int, more: str = "") -> str:
        """The classes of a cell."""
        kinds = ["cell", more, self.shades.get(cell, "")]
        if cell in self.scene.decisive:
            kinds.append("decisive")
        elif cell in self.scene.touched:
            kinds.append("touched")
        return " ".join(filter(None, kinds))

    def extend(self, bottom: float, right: float = 0.0) -> None:
        """Make the box larger."""
        box = self.box
        self.box = Box(box.left, box.top, max(box.right, right), bottom)
