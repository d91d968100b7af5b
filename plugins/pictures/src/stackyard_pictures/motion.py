"""Pieces in motion between two scenes of a film."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi, sin

from stackyard.scenes import OFF_BOARD, Movement, Piece, Scene
from stackyard_pictures.plane import Point

HIGH = 0.25  # of the way between neighbours: how far pieces rise half-way between two cells
AWAY = 0.8  # the same: how far beyond its cell a place beside the board is


@dataclass(frozen=True, slots=True)
class Flight:
    """Pieces in motion: their place in the plane of the board, and the level of the lowest."""

    pieces: tuple[Piece, ...]
    place: Point
    level: float


def steps(scene: Scene) -> int:
    """The number of steps in which all movements to a scene end."""
    return max([_end(movement) for movement in scene.movements], default=0)


def moment(before: Scene, after: Scene, time: float) -> tuple[Scene, list[Flight]]:
    """The scene `time` steps after the movements from one scene to another began, and the flights.

    Cells that pieces leave are shown as in `after` from the start of the movement, cells where
    pieces arrive as in `before` until its end.
    """
    cells = dict(after.cells)
    for cell in {*before.cells, *after.cells}:
        then = before.cells.get(cell, ())
        if then != after.cells.get(cell, ()) and time < _until(after, cell):
            cells[cell] = then
    shown = {cell: pieces for cell, pieces in cells.items() if pieces}
    flights = [
        _flight(before, after, movement, time)
        for movement in after.movements
        if movement.start <= time < _end(movement)
    ]
    return replace(after, cells=shown), [flight for flight in flights if flight.pieces]


def moments(before: Scene, after: Scene, each: int) -> Iterator[tuple[Scene, list[Flight]]]:
    """The moments between two scenes, `each` for a step."""
    for number in range(each * steps(after)):
        yield moment(before, after, (number + 0.5) / each)


def _end(movement: Movement) -> int:
    return movement.start + len(movement.cells) - 1


def _until(after: Scene, cell: int) -> float:
    """The time until which a cell is shown as in the scene before."""
    arriving = [_end(movement) for movement in after.movements if movement.cells[-1] == cell]
    leaving = [movement.start for movement in after.movements if movement.cells[0] == cell]
    if arriving:
        return max(arriving)
    return min(leaving) if leaving else steps(after)


def _flight(before: Scene, after: Scene, movement: Movement, time: float) -> Flight:
    first, last = movement.cells[0], movement.cells[-1]
    pieces = before.cells.get(first, ())[movement.level : movement.level + movement.count]
    landed = after.cells.get(last, ())
    if movement.level < 0 or len(pieces) < movement.count:
        pieces = landed[-movement.count :]
    passed = time - movement.start
    at = int(passed)
    part = (1 - cos(pi * (passed - at))) / 2
    (x, y), (right, up) = [_place(after, movement.cells, stop) for stop in (at, at + 1)]
    rise = HIGH * sin(pi * part) if OFF_BOARD not in movement.cells[at : at + 2] else 0.0
    whole = passed / (len(movement.cells) - 1)
    top = max(0, len(landed) - movement.count) if last != OFF_BOARD else movement.level
    level = max(0, movement.level) * (1 - whole) + top * whole
    place = x + (right - x) * part, y + (up - y) * part + rise
    return Flight(pieces, place, level)


def _place(scene: Scene, cells: tuple[int, ...], at: int) -> Point:
    """The place of a stop; one beside the board is above its neighbour on the way."""
    if cells[at] != OFF_BOARD:
        return scene.board.points[cells[at]]
    x, y = scene.board.points[cells[at - 1 if at else 1]]
    return x, y + AWAY
