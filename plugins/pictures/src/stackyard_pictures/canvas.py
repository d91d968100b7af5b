"""A canvas: shapes and texts in painting order, and the box that contains them."""

from __future__ import annotations

from xml.sax.saxutils import escape

from stackyard_pictures.plane import Box, Part, Slot, around, number, quoted

# The layers of a picture, from back to front.
GROUND, COORDINATES, TRAIL, LINKS, STACKS, NOTES, FLIGHTS, TRAYS, STATUS = range(9)

BODY = (GROUND, -2.0)  # the layer and the depth of the body of the board

# How far outlines extend beyond shapes: half the widths of the style, and a little more at corners.
OUTLINE, DECISIVE = 1.3, 2.3


class Canvas:
    """The parts drawn so far and the box that contains them; y grows downwards."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.parts: dict[Slot, Part] = {}
        self.slot: Slot = (GROUND, 0, 0)

    def rectangle(
        self, kind: str, x: float, y: float, width: float, height: float, rx: float
    ) -> None:
        """Draw a rectangle of a class, its corners rounded by `rx`."""
        reach = Box(x, y, x + width, y + height)
        self.add("rect", kind, reach, x=x, y=y, width=width, height=height, rx=rx)

    def ellipse(self, kind: str, x: float, y: float, across: float, up: float) -> None:
        """Draw an ellipse of a class."""
        self.add("ellipse", kind, around(x, y, across, up), cx=x, cy=y, rx=across, ry=up)

    def path(self, kind: str, reach: Box, data: str) -> None:
        """Draw a path of a class."""
        self.add("path", kind, reach, d=data)

    def add(self, element: str, kind: str, reach: Box, **attributes: str | float) -> None:
        """Draw a shape of a class that stays within `reach` except for its outline."""
        half = DECISIVE if "decisive" in kind else OUTLINE
        words = " ".join([f"{name}={quoted(value)}" for name, value in attributes.items()])
        self.put(f'<{element} class="{kind}" {words}/>', reach.grown(half))

    def text(
        self, text: str, x: float, y: float, size: int, kind: str = "name", longest: int = 0
    ) -> None:
        """Draw text of a class centred on a point (a tray's starts there).

        Text of three letters or more is squeezed into the length `longest`, if that is given.
        """
        place = f'x="{number(x)}" y="{number(y)}" font-size="{size}"'
        if longest and len(text) > 2:
            place += f' textLength="{longest}" lengthAdjust="spacingAndGlyphs"'
        # No ASCII letter is wider than the font size, and hardly any other than 1.4 times that.
        half = (0.5 if text.isascii() else 0.7) * size * len(text)
        reach = around(x, y, 2 * half if kind in {"tray", "status"} else half, size)
        self.put(f'<text {place} class="{kind}">{escape(text)}</text>', reach)

    def put(self, element: str, reach: Box) -> None:
        """Add an element to the current slot."""
        part = self.parts.setdefault(self.slot, Part([], reach))
        part.elements.append(element)
        part.reach |= reach
