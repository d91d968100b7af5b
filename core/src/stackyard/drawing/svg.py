"""A scene as an SVG picture: stacks as towers, trays, last move, coordinates.

The file is self-contained: its style follows the reader's light or dark setting, `title` and
`desc` describe the picture to screen readers, and colour is never the only cue: the second
player's pieces have a line inside their outline, and single pieces show a letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt
from xml.sax.saxutils import escape, quoteattr

from stackyard.boards import HexHex, Points, Row, Square
from stackyard.drawing.text import status
from stackyard.scenes import Piece, Scene
from stackyard.text import printable

UNIT = 60.0  # from one cell to the next
LEVEL = 0.3  # of a unit: a checker of a tower on a row
# The offset of each piece of a stack on any other board, and of the topmost at most: a stack
# stays inside its cell.
LIFT, RISE = 8.0, 20.0
ACROSS, UP = 24.0, 15.0  # from the middle of a checker to its edge
RING = 2.8  # from the edge of a piece to the line inside
POINT, MARKED = 9.0, 27.0  # from the middle of a point to its edge; the same for a marked point
PILED = 12  # the most pieces of a kind drawn in a tray
NUMERAL = 23  # the height of a stack, legible on a phone
# How far outlines extend beyond shapes: half the widths of STYLE, and a little more at corners.
OUTLINE, DECISIVE = 1.1, 2.3

# The layers of a picture, from back to front.
GROUND, COORDINATES, STACKS, NOTES, TRAYS, STATUS = range(6)

# The place of an element in the painting order: its layer, its depth there, its number.
Slot = tuple[int, float, int]

# Vermilion and blue are distinct for every kind of colour vision (Okabe and Ito, 2008).
FILLS = {
    "red": ("#d55e00", "#ffffff"),
    "blue": ("#0072b2", "#ffffff"),
    "white": ("#fbfaf5", "#1d1d1b"),
    "black": ("#33322f", "#ffffff"),
    "neutral": ("#7b7465", "#ffffff"),
}
# Each outline of a cell has a contrast of at least 3 to 1 with what lies on either side of it. That
# of a piece has it with the piece, so that those of a stack are distinct, and one of both has it
# with the cell.
STYLE = """
.paper { fill: #ffffff } .cell { fill: #ece7dc; stroke: #857c69; stroke-width: 1.5 }
.border { fill: none; stroke: #857c69; stroke-width: 1.5 }
.touched { fill: #f7e2a6; stroke: #8f6206; stroke-width: 2; stroke-dasharray: 5 3 }
.decisive { fill: #bfe3c0; stroke: #256b29; stroke-width: 4 }
.name, .status { fill: #5b564c } .note { fill: #6a6355 }
.piece { stroke: #1d1d1b; stroke-width: 1.5 } .piece.black { stroke: #a39d90 }
.ring { fill: none; stroke-width: 1.5 }
text { font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central }
.numeral { font-weight: 700 } .status, .tray { text-anchor: start } .tray { fill: #5b564c }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c1b19 } .cell { fill: #3a372f; stroke: #948d7d } .border { stroke: #948d7d }
.touched { fill: #4d3c10; stroke: #d9a93f } .decisive { fill: #1f4526; stroke: #6cc274 }
.name, .status, .tray, .note { fill: #c9c3b4 }
.piece.blue, .piece.black, .piece.neutral { stroke: #d8d2c4 }
}
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the plane of a picture, where y grows downwards; `a | b` contains both."""

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


@dataclass(slots=True)
class Part:
    """The elements of one slot, and a box that contains them with their outlines."""

    elements: list[str]
    reach: Box


@dataclass(frozen=True, slots=True)
class Sketch:
    """The parts of a picture by slot, and the box that contains them.

    Slots sort from back to front and have the same meaning in all pictures of a board.
    """

    parts: dict[Slot, Part]
    box: Box

    @property
    def elements(self) -> list[str]:
        """All elements in painting order."""
        return [element for part in self.parts.values() for element in part.elements]


def draw(scene: Scene, title: str = "Board", flip: bool = False, notes: bool = False) -> str:
    """The picture as an SVG document.

    `flip` shows the board from the other side, `notes` the scene's notes.
    """
    drawn = sketch(scene, flip, notes)
    return document(title, describe(scene), drawn.box, drawn.elements)


def sketch(
    scene: Scene,
    flip: bool = False,
    notes: bool = False,
    captions: bool = True,
    levels: int | None = None,
) -> Sketch:
    """The parts of the picture, which a film combines with those of others.

    Without `captions` trays and the status line are left out. A row board is as high
    as its towers, or has room for `levels` pieces, and taller towers are flattened.
    """
    canvas = _Canvas(scene, flip, notes)
    if isinstance(scene.board, Row):
        canvas.towers(levels)
    else:
        canvas.cells()
    if notes:
        canvas.notes()
    if captions:
        canvas.trays()
        canvas.status()
    box = Box(canvas.left, canvas.top, canvas.right, canvas.bottom)
    return Sketch(canvas.parts, box)


def document(
    title: str, words: str, box: Box, elements: Iterable[str], more_style: str = ""
) -> str:
    """An SVG document of the elements within a box; `words` describe the picture."""
    left, top, width, height = map(number, (box.left, box.top, box.width, box.height))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(words)}</desc>',
        f"<style>{STYLE}{more_style}</style>",
        f'<rect class="paper" x="{left}" y="{top}" width="{width}" height="{height}"/>',
        *elements,
        "</svg>\n",
    ]
    return printable("\n".join(lines))


def fill(scene: Scene, piece: Piece) -> str:
    """The name of a piece's fill colour, a key of FILLS."""
    colour = scene.colour(piece)
    return colour if colour in FILLS else ("white", "black", "neutral")[piece.player]


class _Canvas:
    """The parts drawn so far and the box that contains them; y grows downwards."""

    def __init__(self, scene: Scene, flip: bool, noted: bool) -> None:
        self.scene = scene
        self.noted = noted
        side = -1 if flip else 1
        self.places = [(side * x * UNIT, -side * y * UNIT) for x, y in scene.board.places]
        self.parts: dict[Slot, Part] = {}
        self.slot: Slot = (GROUND, 0, 0)
        self.left = min(x for x, _ in self.places) - 0.55 * UNIT
        self.right = max(x for x, _ in self.places) + 0.55 * UNIT
        self.top = min(y for _, y in self.places) - 0.65 * UNIT
        self.bottom = max(y for _, y in self.places) + 0.65 * UNIT

    def towers(self, levels: int | None) -> None:
        """Draw a row board: every stack at full height above its cell."""
        tallest = max([len(pieces) for pieces in self.scene.cells.values()], default=0)
        room = max(tallest, 2) if levels is None else levels
        self.top = -(room * LEVEL + 0.5) * UNIT
        self.bottom = 0.75 * UNIT
        height = LEVEL * UNIT * min(1.0, room / max(tallest, 1))
        for cell, (x, _) in enumerate(self.places):
            self.slot = (GROUND, 0, cell)
            self.rectangle(self.marks(cell), x=x - 28, y=2, width=56, height=10, rx=3)
            self.text(self.scene.board.names[cell], x, 30, 18)
            self.slot = (STACKS, 0, cell)
            self.tower(self.scene.cells.get(cell, ()), x, height)

    def tower(self, pieces: tuple[Piece, ...], x: float, height: float) -> None:
        """Draw the pieces of a cell of a row board, each `height` high, and their number."""
        thick = height - min(2.0, height / 4)
        letters = min(13, int(thick) - 2)
        for level, piece in enumerate(pieces):
            y = 1 - (level + 1) * height
            shade, ink, kind = self.colours(piece)
            self.rectangle(kind, x - 24, y, 48, thick, min(5, thick / 2), fill=shade)
            if piece.player == 1:
                ends = f"M{number(x - 17)} {number(y)}v{number(thick)}m34 0v{number(-thick)}"
                self.add("path", "ring", _around(x, y + thick / 2, 17, thick), d=ends, stroke=ink)
            if letters >= 8:
                self.text(piece.letter, x, y + thick / 2, letters, ink, kind="letter")
        if len(pieces) > 1:
            self.text(str(len(pieces)), x, -len(pieces) * height - 9, 17, kind="name numeral")

    def cells(self) -> None:
        """Draw any other board from above, with the pieces of a stack overlapping."""
        board = self.scene.board
        hexagonal = isinstance(board, HexHex)
        edge = set(board.edge) if hexagonal else set()
        if isinstance(board, Points):
            self.tracks(board)
        for cell, (x, y) in enumerate(self.places):
            self.slot = (GROUND, 0, cell)
            kind = self.marks(cell, "edge" if cell in edge else "")
            if hexagonal:
                radius = UNIT / sqrt(3) - 1
                around = _around(x, y, radius * sqrt(3) / 2, radius)
                self.add("path", kind, around, d=hexagon(x, y, radius))
                if cell in edge:
                    self.add("path", "border", around, d=hexagon(x, y, radius - 4.5))
            elif isinstance(board, Points):
                radius = POINT if kind == "cell" else MARKED
                self.ellipse(kind, x, y, radius, radius)
            else:
                self.rectangle(kind, x=x - 29, y=y - 29, width=58, height=58, rx=4)
        if isinstance(board, (Points, Square)):
            self.ranks_and_files()
        elif hexagonal:
            self.rows_and_diagonals()
        for cell in sorted(self.scene.cells, key=lambda cell: self.places[cell][1]):
            x, y = self.places[cell]
            self.slot = (STACKS, y, cell)
            if self.scene.cells[cell]:
                self.stack(cell, x, y)

    def tracks(self, board: Points) -> None:
        """Draw the lines that join points, behind the points."""
        for number, track in enumerate(board.tracks):
            (x, y), (right, down) = self.places[track[0]], self.places[track[-1]]
            self.slot = (GROUND, -1, number)
            reach = Box(min(x, right), min(y, down), max(x, right), max(y, down))
            self.add("line", "border", reach, x1=x, y1=y, x2=right, y2=down)

    def ranks_and_files(self) -> None:
        """Draw the coordinates of a square board, at its left and below it."""
        named = list(zip(self.scene.board.names, self.places, strict=True))
        left, bottom = self.left - 0.1 * UNIT, self.bottom + 0.05 * UNIT
        ranks = {name[1:]: (left, y) for name, (_, y) in named}
        files = {name[0]: (x, bottom) for name, (x, _) in named}
        self.coordinates([*ranks.items(), *files.items()])
        self.left -= 0.3 * UNIT
        self.bottom += 0.25 * UNIT

    def rows_and_diagonals(self) -> None:
        """Draw the coordinates of a hexagonal board: rows at the left, diagonals at the lower end.

        A diagonal continues down and to the right, even on a board shown from the other side.
        """
        named = list(zip(self.scene.board.names, self.places, strict=True))
        rows: dict[str, tuple[float, float]] = {}
        diagonals: dict[str, tuple[float, float]] = {}
        for name, (x, y) in named:
            rows[name[0]] = min(rows.get(name[0], (x, y)), (x, y))
            lowest = diagonals.get(name[1:], (x, y))
            diagonals[name[1:]] = max(lowest, (x, y), key=lambda place: place[1])
        beside = [(name, (x - 0.72 * UNIT, y)) for name, (x, y) in rows.items()]
        below = [(name, (x + 0.4 * UNIT, y + 0.7 * UNIT)) for name, (x, y) in diagonals.items()]
        self.coordinates([*beside, *below])
        self.left -= 0.35 * UNIT
        self.bottom += 0.25 * UNIT

    def coordinates(self, named: list[tuple[str, tuple[float, float]]]) -> None:
        """Draw names beside the board."""
        for number, (name, (x, y)) in enumerate(named):
            self.slot = (COORDINATES, 0, number)
            self.text(name, x, y, 17)

    def stack(self, cell: int, x: float, y: float) -> None:
        """Draw the pieces of a cell, bottom first, with their number or letter on the topmost."""
        pieces = self.scene.cells[cell]
        note = self.scene.notes.get(cell, "") if self.noted else ""
        lift = min(LIFT, RISE / max(1, len(pieces) - 1))
        middle = y + lift * (len(pieces) - 1) / 2
        for piece in pieces:
            shade, ink, kind = self.colours(piece)
            if piece.kind == "pillar":
                self.rectangle(kind, x - 16, middle - 19, 32, 36, 2, fill=shade)
            elif piece.kind == "marker":
                self.add("path", kind, _around(x, middle, 19, 19), d=_flag(x, middle), fill=shade)
            else:
                self.ellipse(kind, x, middle, ACROSS, UP, fill=shade)
            middle -= lift
        top = pieces[-1]
        _, ink, _ = self.colours(top)
        middle += lift
        if top.player == 1 and top.kind == "pillar":
            inner = (x - 16 + RING, middle - 19 + RING, 32 - 2 * RING, 36 - 2 * RING)
            self.rectangle("ring", *inner, 1, stroke=ink)
        elif top.player == 1 and top.kind != "marker":
            self.ellipse("ring", x, middle, ACROSS - RING, UP - RING, stroke=ink)
        if top.kind == "officer":
            sign = x + ACROSS - 9, middle
            self.add("path", "sign", _around(*sign, 5, 5), d=_star(*sign), fill=ink)
        words = f"{len(pieces)}/{note}" if note else str(len(pieces))
        if top.kind == "marker":  # the cloth is the upper half of a flag
            self.text(top.letter, x - 1, middle - 6, 13, ink, kind="letter")
        elif note or len(pieces) > 1:
            self.text(words, x, middle, NUMERAL, ink, kind="numeral", longest=34)
        else:
            self.text(top.letter, x, middle, 16, ink, kind="letter")

    def notes(self) -> None:
        """Draw the scene's notes in empty cells; on a row board, all notes below the board.

        In an occupied cell the note is part of the topmost piece's text, after the stack's height.
        """
        on_row = isinstance(self.scene.board, Row)
        for cell, note in self.scene.notes.items():
            x, y = self.places[cell]
            self.slot = (NOTES, 0, cell)
            if on_row:
                self.text(note, x, y + 46, 13)
            elif not self.scene.cells.get(cell):
                self.text(note, x, y, 19, kind="note")
        if on_row:
            self.bottom += 12

    def trays(self) -> None:
        """Draw each tray on its own line: its pieces, its title, the number of each kind."""
        for number, tray in enumerate(self.scene.trays):
            self.slot = (TRAYS, 0, number)
            x, y = self.left + 8, self.bottom + 16
            counted = Counter(tray.pieces)
            for piece, count in counted.items():
                x = self.pile(piece, min(count, PILED), x, y)
            kinds = [f"{count} {piece.letter}" for piece, count in counted.items()]
            words = f"{tray.title}: {', '.join(kinds) or 'none'}"
            self.text(words, x, y, 15, kind="tray")
            self.bottom += 28
            self.right = max(self.right, x + 8.0 * len(words) + 16)

    def pile(self, piece: Piece, count: int, x: float, y: float) -> float:
        """Draw small overlapping pieces from `x` on; returns the x after them."""
        shade, ink, kind = self.colours(piece)
        for _ in range(count):
            x += 8
            self.ellipse(kind, x, y, 9, 9, fill=shade)
        if piece.player == 1:
            self.ellipse("ring", x, y, 9 - RING, 9 - RING, stroke=ink)
        return x + 17

    def status(self) -> None:
        """Draw a last line with the state of play."""
        words = status(self.scene)
        self.slot = (STATUS, 0, 0)
        self.text(words, self.left + 8, self.bottom + 16, 15, kind="status")
        self.bottom += 34
        self.right = max(self.right, self.left + 8.0 * len(words) + 16)

    def colours(self, piece: Piece) -> tuple[str, str, str]:
        """The fill of a piece, the ink of its letter, and its classes."""
        colour = fill(self.scene, piece)
        return *FILLS[colour], f"piece {colour}"

    def marks(self, cell: int, more: str = "") -> str:
        """The classes of a cell."""
        kinds = ["cell", more]
        if cell in self.scene.decisive:
            kinds.append("decisive")
        elif cell in self.scene.touched:
            kinds.append("touched")
        return " ".join(filter(None, kinds))

    def rectangle(
        self, kind: str, x: float, y: float, width: float, height: float, rx: float, **more: str
    ) -> None:
        """Draw a rectangle of a class, its corners rounded by `rx`."""
        reach = Box(x, y, x + width, y + height)
        self.add("rect", kind, reach, x=x, y=y, width=width, height=height, rx=rx, **more)

    def ellipse(self, kind: str, x: float, y: float, across: float, up: float, **more: str) -> None:
        """Draw an ellipse of a class."""
        reach = _around(x, y, across, up)
        self.add("ellipse", kind, reach, cx=x, cy=y, rx=across, ry=up, **more)

    def add(self, element: str, kind: str, reach: Box, **attributes: str | float) -> None:
        """Draw a shape of a class that stays within `reach` except for its outline."""
        half = DECISIVE if "decisive" in kind else OUTLINE
        reach = Box(reach.left - half, reach.top - half, reach.right + half, reach.bottom + half)
        words = " ".join([f"{name}={_quoted(v)}" for name, v in attributes.items()])
        self.put(f'<{element} class="{kind}" {words}/>', reach)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        ink: str = "",
        kind: str = "name",
        longest: int = 0,
    ) -> None:
        """Draw text centred on a point (a tray's starts there); `ink` is for pieces.

        Text of three letters or more is squeezed into the length `longest`, if that is given.
        """
        paint = f'class="{kind}" fill="{ink}"' if ink else f'class="{kind}"'
        place = f'x="{number(x)}" y="{number(y)}" font-size="{size}"'
        if longest and len(text) > 2:
            place += f' textLength="{longest}" lengthAdjust="spacingAndGlyphs"'
        # No ASCII letter is wider than the font size, and hardly any other than 1.4 times that.
        half = (0.5 if text.isascii() else 0.7) * size * len(text)
        reach = _around(x, y, 2 * half if kind in {"tray", "status"} else half, size)
        self.put(f"<text {place} {paint}>{escape(text)}</text>", reach)

    def put(self, element: str, reach: Box) -> None:
        """Add an element to the current slot."""
        part = self.parts.setdefault(self.slot, Part([], reach))
        part.elements.append(element)
        part.reach |= reach


def describe(scene: Scene) -> str:
    """The scene in words: each occupied cell, bottom first, then the state of play."""
    cells = [
        f"{scene.board.names[cell]}: {' '.join([piece.letter for piece in pieces])}"
        for cell, pieces in sorted(scene.cells.items())
    ]
    return f"{'; '.join(cells) or 'the board is empty'}. {status(scene)}."


def _around(x: float, y: float, across: float, up: float) -> Box:
    """The box around a point, `across` and `up` to either side."""
    return Box(x - across, y - up, x + across, y + up)


@lru_cache(4096)
def _quoted(value: str | float) -> str:
    return quoteattr(number(value))


def number(value: str | float) -> str:
    """The text of an attribute; numbers have two decimals at most."""
    if isinstance(value, str):
        return value
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(4096)
def hexagon(x: float, y: float, radius: float) -> str:
    """The path of a hexagon that stands on a corner."""
    corners = [(x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6)]
    return "M" + "L".join([f"{number(px)} {number(py)}" for px, py in corners]) + "Z"


def _star(x: float, y: float) -> str:
    """The path of a star with five points."""
    corners = [(5 if k % 2 == 0 else 2, k * pi / 5) for k in range(10)]
    points = [(x + r * sin(turn), y - r * cos(turn)) for r, turn in corners]
    return "M" + "L".join([f"{number(px)} {number(py)}" for px, py in points]) + "Z"


def _flag(x: float, y: float) -> str:
    return f"M{number(x - 14)} {number(y + 18)}v-36h30l-8 11l8 11h-26v14Z"
