"""The rectangles of pixels that change from one frame of a film to the next.

Only these areas, usually a few cells of a board, have to be redrawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from math import ceil, floor

from stackyard_pictures.canvas import BODY
from stackyard_pictures.film import Film
from stackyard_pictures.plane import Box, Slot

Area = tuple[int, int, int, int]  # the left, top, right and bottom of some pixels


@dataclass(frozen=True, slots=True)
class Viewport:
    """A box of the plane rendered as `width` times `height` pixels."""

    box: Box
    width: int
    height: int

    @property
    def area(self) -> Area:
        """All the pixels."""
        return 0, 0, self.width, self.height

    def covering(self, reach: Box) -> Area:
        """The pixels that a shape within `reach` may touch."""
        across, down = self._scale
        return (
            max(0, floor((reach.left - self.box.left) * across)),
            max(0, floor((reach.top - self.box.top) * down)),
            min(self.width, ceil((reach.right - self.box.left) * across)),
            min(self.height, ceil((reach.bottom - self.box.top) * down)),
        )

    def part(self, area: Area) -> Viewport:
        """The viewport of some of the pixels, in the same places."""
        across, down = self._scale
        left, top, right, bottom = area
        x, y = self.box.left, self.box.top
        box = Box(x + left / across, y + top / down, x + right / across, y + bottom / down)
        return Viewport(box, right - left, bottom - top)

    @property
    def _scale(self) -> tuple[float, float]:
        """Pixels for each unit, across and down."""
        return self.width / self.box.width, self.height / self.box.height


@dataclass(frozen=True, slots=True)
class Patch:
    """An area of a picture and the elements visible in it, from back to front.

    `full_area` contains every element in full, since clipping an element changes its antialiased
    edges. Only the body of the board may be clipped: its edges are straight or outside the area.
    """

    area: Area
    full_area: Area
    elements: tuple[str, ...]


def patches(film: Film, viewport: Viewport) -> Iterator[list[Patch]]:
    """The areas of each frame to redraw over the previous one; the first frame is drawn in full."""
    shown: dict[Slot, tuple[Area, list[str]]] = {}
    for number, changed in enumerate(film.changes):
        new = {
            slot: (viewport.covering(part.reach), part.elements) for slot, part in changed.items()
        }
        areas = [area for area, _ in new.values()]
        areas += [shown[slot][0] for slot in changed if slot in shown]
        shown = {slot: seen for slot, seen in sorted((shown | new).items()) if seen[1]}
        picture = []
        for area in apart(areas) if number else [viewport.area]:
            seen = {slot: each for slot, each in shown.items() if _meet(each[0], area)}
            parts = [there for slot, (there, _) in seen.items() if slot[:2] != BODY]
            elements = tuple([element for _, each in seen.values() for element in each])
            picture.append(Patch(area, reduce(_around, parts, area), elements))
        yield picture


def apart(areas: Iterable[Area]) -> list[Area]:
    """Disjoint, non-empty areas that cover these."""
    found: list[Area] = []
    for area in areas:
        one = area
        while met := [each for each in found if _meet(each, one)]:
            found = [each for each in found if each not in met]
            one = reduce(_around, met, one)
        if one[0] < one[2] and one[1] < one[3]:
            found.append(one)
    return found


def _meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _around(one: Area, other: Area) -> Area:
    left, top, right, bottom = other
    return min(one[0], left), min(one[1], top), max(one[2], right), max(one[3], bottom)
