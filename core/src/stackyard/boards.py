"""Boards: cells as ints, their names, neighbours, rays and places in the plane.

A board is immutable and holds no pieces. Rules modules copy its tables once, at import; search
calls nothing here.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import pi, sqrt
from string import ascii_lowercase

from stackyard.text import quoted

Coordinate = tuple[int, int]
Table = tuple[tuple[int, ...], ...]

# The steps on a square grid, clockwise.
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class Board:
    """Cells 0 … len(board)-1, ordered from the bottom row up and from left to right in a row.

    `coordinates` holds each cell's (row, number); `steps` the offsets of all directions, of which
    the first `adjacent` lead to neighbours and the rest (a square's diagonals) only make rays.
    """

    def __init__(
        self, coordinates: Sequence[Coordinate], steps: Sequence[Coordinate], adjacent: int
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.steps = tuple(steps)
        self._adjacent = adjacent
        self._cells = {place: cell for cell, place in enumerate(self.coordinates)}
        self.names = tuple(self._name(*place) for place in self.coordinates)
        self._named = {name: cell for cell, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.coordinates)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.coordinates == self.coordinates

    def __hash__(self) -> int:
        return hash((type(self), self.coordinates))

    def _name(self, row: int, number: int) -> str:
        """The name of the cell at a coordinate."""
        return f"{ascii_lowercase[row]}{number}"

    def _point(self, row: int, number: int) -> tuple[float, float]:
        """The point of a coordinate in the plane."""
        return float(number), float(row)

    def cell(self, name: str) -> int:
        """The cell called `name` (letters in either case); KeyError if there is none."""
        return self._named[name.lower()]

    def at(self, row: int, number: int) -> int | None:
        """The cell at a coordinate, or None."""
        return self._cells.get((row, number))

    @cached_property
    def rays(self) -> Table:
        """`rays[direction * len(board) + cell]`: the cells along a direction from `cell`.

        Directions come in the order of `steps`; a ray ends before the first missing cell.
        """
        table = []
        for up, right in self.steps:
            for row, number in self.coordinates:
                ray = []
                there = self.at(row := row + up, number := number + right)
                while there is not None:
                    ray.append(there)
                    there = self.at(row := row + up, number := number + right)
                table.append(tuple(ray))
        return tuple(table)

    @cached_property
    def neighbours(self) -> Table:
        """The neighbours of each cell, in the order of `steps`."""
        near = self.steps[: self._adjacent]
        return tuple(
            tuple(
                there
                for up, right in near
                if (there := self.at(row + up, number + right)) is not None
            )
            for row, number in self.coordinates
        )

    @cached_property
    def edge(self) -> tuple[int, ...]:
        """The cells that lack a neighbour."""
        return tuple(c for c, near in enumerate(self.neighbours) if len(near) < self._adjacent)

    @cached_property
    def interior(self) -> tuple[int, ...]:
        """The cells that have all their neighbours."""
        return tuple(c for c, near in enumerate(self.neighbours) if len(near) == self._adjacent)

    @cached_property
    def reflection(self) -> tuple[int, ...]:
        """Each cell's image in the half turn about the centre.

        Raises ValueError if missing cells or lines break that symmetry.
        """
        rows = [row for row, _ in self.coordinates]
        numbers = [number for _, number in self.coordinates]
        up, right = min(rows) + max(rows), min(numbers) + max(numbers)
        images = [self.at(up - row, right - number) for row, number in self.coordinates]
        found = tuple(image for image in images if image is not None)
        if len(found) < len(images) or not self._keeps_neighbours(found):
            raise ValueError("this board has no half-turn symmetry")
        return found

    @cached_property
    def symmetries(self) -> Table:
        """Every turn and reflection that leaves the board as it is: each cell's image.

        The first one is the identity.
        """
        xs, ys = ([place[axis] for place in self.points] for axis in (0, 1))
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        points = [complex(x - middle[0], y - middle[1]) for x, y in self.points]
        cells = {_rounded(point): cell for cell, point in enumerate(points)}
        found: dict[tuple[int, ...], None] = {}
        for mirrored in (False, True):
            for twelfth in range(12):  # fraction of a full turn
                turn = rect(1, twelfth * pi / 6)
                there = [_rounded(turn * (p.conjugate() if mirrored else p)) for p in points]
                if all(point in cells for point in there):
                    found[tuple([cells[point] for point in there])] = None
        return tuple([images for images in found if self._keeps_neighbours(images)])

    def _keeps_neighbours(self, images: Sequence[int]) -> bool:
        """Tell if neighbours remain neighbours, as not all do on a board of points."""
        return all(
            {images[there] for there in near} == {*self.neighbours[images[cell]]}
            for cell, near in enumerate(self.neighbours)
        )

    @cached_property
    def centre(self) -> tuple[int, ...]:
        """The cell in the middle, or the two or four cells around the middle."""
        middle_x = (min(x for x, _ in self.points) + max(x for x, _ in self.points)) / 2
        middle_y = (min(y for _, y in self.points) + max(y for _, y in self.points)) / 2
        away = [(x - middle_x) ** 2 + (y - middle_y) ** 2 for x, y in self.points]
        nearest = min(away) + 1e-9
        return tuple(cell for cell, distance in enumerate(away) if distance <= nearest)

    @cached_property
    def points(self) -> tuple[tuple[float, float], ...]:
        """The middle of each cell: x to the right, y up; neighbours are at distance 1."""
        return tuple(self._point(*coordinate) for coordinate in self.coordinates)

    @cached_property
    def lines(self) -> Table:
        """The cells row by row, the bottom row first, each from left to right."""
        rows = sorted({row for row, _ in self.coordinates})
        return tuple(
            tuple(cell for cell, (there, _) in enumerate(self.coordinates) if there == row)
            for row in rows
        )


class Row(Board):
    """One row of `length` cells called a, b, c, … from the left; directions: right, left."""

    def __init__(self, length: int) -> None:
        if not 1 <= length <= 26:
            raise ValueError(f"a row has 1 to 26 cells, not {length}")
        self.length = length
        super().__init__([(0, number) for number in range(length)], [(0, 1), (0, -1)], 2)

    def __repr__(self) -> str:
        return f"Row({self.length})"

    def _name(self, row: int, number: int) -> str:
        return ascii_lowercase[number]


def _kept(
    whole: Sequence[Coordinate], names: Sequence[str], omit: Iterable[str]
) -> tuple[list[Coordinate], tuple[str, ...]]:
    """The coordinates whose names are not to be omitted, and the names of the others in order.

    Raises ValueError for an unknown name, and if no cell is left.
    """
    omitted = {name.lower() for name in omit}
    unknown = omitted - set(names)
    if unknown:
        raise ValueError(f"no such cell to omit: {', '.join(sorted(unknown))}")
    kept = [place for place, name in zip(whole, names, strict=True) if name not in omitted]
    if not kept:
        raise ValueError("a board needs at least one cell")
    return kept, tuple(sorted(omitted))


class Square(Board):
    """A square or oblong board named as in chess, with the cells in `omit` missing.

    `Square(8, omit=["a1", "h8"])`; directions: up, right, down, left, then the four diagonals
    from up-right on, clockwise. Neighbours are orthogonal.
    """

    def __init__(self, width: int, height: int | None = None, omit: Iterable[str] = ()) -> None:
        height = width if height is None else height
        if not (1 <= width <= 26 and 1 <= height <= 26):
            raise ValueError(f"a square board has 1 to 26 files and ranks, not {width}×{height}")
        self.width, self.height = width, height
        whole = [(row, number) for row in range(height) for number in range(width)]
        kept, self.omitted = _kept(whole, [self._name(*place) for place in whole], omit)
        super().__init__(kept, STRAIGHT + DIAGONAL, 4)

    def __repr__(self) -> str:
        omit = f", omit={list(self.omitted)}" if self.omitted else ""
        return f"Square({self.width}, {self.height}{omit})"

    def _name(self, row: int, number: int) -> str:
        return f"{ascii_lowercase[number]}{row + 1}"


class HexHex(Board):
    """A hexagon of hexagons, `side` cells along each edge, with the cells in `omit` missing.

    Rows are letters from the bottom, numbers run along a diagonal: the neighbours of (r, n) are
    (r, n±1), (r±1, n), (r+1, n+1) and (r-1, n-1). Directions: right, then counter-clockwise.
    """

    def __init__(self, side: int, omit: Iterable[str] = ()) -> None:
        if not 1 <= side <= 13:
            raise ValueError(f"a hexagonal board has a side of 1 to 13, not {side}")
        self.side = side
        top = 2 * side - 1
        whole = [
            (row, number)
            for row in range(top)
            for number in range(max(1, row - side + 2), min(top, row + side) + 1)
        ]
        kept, self.omitted = _kept(whole, [self._name(*place) for place in whole], omit)
        steps = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
        super().__init__(kept, steps, 6)

    def __repr__(self) -> str:
        omit = f", omit={list(self.omitted)}" if self.omitted else ""
        return f"HexHex({self.side}{omit})"

    def _point(self, row: int, number: int) -> tuple[float, float]:
        return number - row / 2, row * sqrt(3) / 2


def _rounded(point: complex) -> tuple[int, int]:
    """The point rounded, so that points that differ only by rounding errors are equal."""
    return round(1000 * point.real), round(1000 * point.imag)


class Points(Board):
    """Points of a square grid, joined by lines along which pieces move, such as a mill board.

    `Points(["a1 d1 g1", "a1 a4 a7", "d1 d2 d3"])`: each line names its points in order, as in
    chess; neighbours are side by side on a line. `tracks` holds the cells of each line. Directions
    are those of Square; a ray goes along one line. ValueError for a line that is not straight.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        named = [tuple(line.lower().split()) for line in lines]
        named_points = {self._read(name) for line in named for name in line}
        if not named_points:
            raise ValueError("a board of points needs at least one line")
        super().__init__(sorted(named_points), STRAIGHT + DIAGONAL, 0)
        self.tracks = tuple(tuple([self.cell(name) for name in line]) for line in named)
        for line, track in zip(named, self.tracks, strict=True):
            ways = {self._direction(*pair) for pair in pairwise(track)}
            if len(ways) != 1 or (0, 0) in ways:
                words = "a line has two points or more, all in one direction"
                raise ValueError(f"{words}, unlike {quoted(' '.join(line))}")
        self._adjacent = max(len(near) for near in self.neighbours)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Points) and other.tracks == self.tracks

    def __hash__(self) -> int:
        return hash((Points, self.tracks))

    def __repr__(self) -> str:
        lines = [" ".join([self.names[cell] for cell in track]) for track in self.tracks]
        return f"Points({lines})"

    @staticmethod
    def _read(name: str) -> Coordinate:
        """The coordinate of a point, from its name."""
        row = name[1:]
        if name[:1] not in ascii_lowercase or row not in map(str, range(1, 27)):
            raise ValueError(f"a point is a letter and a number up to 26, such as d2, not {name}")
        return int(row) - 1, ascii_lowercase.index(name[0])

    def _name(self, row: int, number: int) -> str:
        return f"{ascii_lowercase[number]}{row + 1}"

    def _direction(self, one: int, other: int) -> Coordinate:
        """The step from a cell towards another."""
        (row, number), (up, right) = self.coordinates[one], self.coordinates[other]
        return _sign(up - row), _sign(right - number)

    @cached_property
    def rays(self) -> Table:
        """See Board; a ray ends where its line ends."""
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        for track in self.tracks:
            for line in (track, track[::-1]):
                way = self.steps.index(self._direction(*line[:2]))
                for at, cell in enumerate(line[:-1]):
                    found[way, cell] = line[at + 1 :]
        directions, cells = range(len(self.steps)), range(len(self))
        return tuple(found.get((way, cell), ()) for way in directions for cell in cells)

    @cached_property
    def neighbours(self) -> Table:
        """The neighbours of each cell, in the order of `steps`."""
        rays = [self.rays[cell :: len(self)] for cell in range(len(self))]
        return tuple(tuple(ray[0] for ray in each if ray) for each in rays)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
