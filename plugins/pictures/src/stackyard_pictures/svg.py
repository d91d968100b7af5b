"""A scene as an SVG picture: stacks as towers, trays, last move, coordinates.

The file is self-contained: its style follows the reader's light or dark setting, `title` and
`desc` describe the picture to screen readers, and colour is never the only cue: the second
player's pieces have a line inside their outline, and kinds of pieces that look alike show a letter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from xml.sax.saxutils import escape

from stackyard.boards import HexHex, Points, Row, Square
from stackyard.drawing.text import status
from stackyard.scenes import NEUTRAL, Piece, Scene
from stackyard.text import printable
from stackyard_pictures import themes
from stackyard_pictures.canvas import (
    COORDINATES,
    FLIGHTS,
    GROUND,
    LINKS,
    NOTES,
    STACKS,
    STATUS,
    TRAYS,
)
from stackyard_pictures.ground import UNIT, Ground
from stackyard_pictures.motion import Flight
from stackyard_pictures.plane import (
    Box,
    Part,
    Point,
    Slot,
    around,
    containing,
    hexagon,
    hexagon_corners,
    number,
    path,
    polyline,
)
from stackyard_pictures.shapes import (
    ACROSS,
    SHAPES,
    THICK,
    TOWER_UP,
    UP,
    Shape,
    hexagonal_tile,
    star,
    tower_disc,
)

LEVEL = 18.0  # a checker of a tower on a row
# The offset of each piece of a stack on any other board, and of the topmost at most: a stack
# stays inside its cell.
LIFT, RISE = 7.5, 20.0
POINT, MARKED = 7.0, 26.0  # from the middle of a point to its edge; the same for a marked point
WELL = 26.0  # half the width of a column on a row
PILED = 12  # the most pieces of a kind drawn in a tray
COUNTED = 4  # pieces; the height of a stack is written on it from here on
PIPS = 8  # notes up to this number are drawn as points
REACHING = 3  # pieces of a stack, from which on it covers the points below it


@dataclass(frozen=True, slots=True)
class Sketch:
    """The parts of a picture by slot, the box that contains them, and the tone of the board.

    Slots sort from back to front and have the same meaning in all pictures of a board.
    """

    parts: dict[Slot, Part]
    box: Box
    tone: str

    @property
    def elements(self) -> list[str]:
        """All elements in painting order."""
        return [element for part in self.parts.values() for element in part.elements]


def draw(
    scene: Scene,
    title: str = "Board",
    flip: bool = False,
    notes: bool = False,
    theme: str = themes.THEMES[0],
    mode: str = "",
) -> str:
    """The picture as an SVG document.

    `flip` shows the board from the other side, `notes` the scene's notes. A `theme` is one of
    THEMES, a `mode` one of MODES; without one the picture follows the reader's.
    """
    drawn = sketch(scene, flip, notes)
    style = themes.style(drawn.tone, theme, mode, drawn_colours(drawn.elements))
    return document(title, describe(scene), style, drawn.box, drawn.elements)


def sketch(
    scene: Scene,
    flip: bool = False,
    notes: bool = False,
    captions: bool = True,
    levels: int | None = None,
    letters: bool = False,
    flights: Sequence[Flight] = (),
    shades: Mapping[int, str] | None = None,
) -> Sketch:
    """The parts of the picture, which a film combines with those of others.

    Without `captions` trays and the status line are left out. A row board is as high
    as its towers, or has room for `levels` pieces, and taller towers are flattened. `letters` adds
    those that no reader needs, `flights` pieces on their way, `shades` a class to some cells.
    """
    canvas = _Picture(scene, flip, notes, letters)
    canvas.shades = shades or {}
    if isinstance(scene.board, Row):
        canvas.towers(levels)
    else:
        canvas.cells()
    canvas.flights(flights)
    if notes:
        canvas.notes()
    if captions:
        canvas.trays()
        canvas.status()
    return Sketch(dict(sorted(canvas.parts.items())), canvas.box, tone(scene))


def document(title: str, words: str, style: str, box: Box, elements: Iterable[str]) -> str:
    """An SVG document of the elements within a box; `words` describe it."""
    left, top, width, height = map(number, (box.left, box.top, box.width, box.height))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(words)}</desc>',
        f"<style>{style}</style>",
        f'<rect class="paper" x="{left}" y="{top}" width="{width}" height="{height}"/>',
        *elements,
        "</svg>\n",
    ]
    return printable("\n".join(lines))


def fill(scene: Scene, piece: Piece) -> str:
    """The name of a piece's fill colour, one of themes.COLOURS."""
    colour = scene.colour(piece)
    if colour in themes.COLOURS:
        return colour
    if piece.player == NEUTRAL:
        return "neutral"
    usual, instead = ("black", "white") if piece.player else ("white", "black")
    return instead if usual in scene.colours else usual


def drawn_colours(elements: Iterable[str]) -> list[str]:
    """The fill colours of the pieces among some elements."""
    text = "".join(elements)
    return [colour for colour in themes.COLOURS if f'class="piece {colour}"' in text]


def tone(scene: Scene) -> str:
    """The tone of the board, by the colours of the players."""
    return themes.tone([fill(scene, Piece(player, "")) for player in (0, 1)])


def describe(scene: Scene) -> str:
    """The scene in words: each occupied cell, bottom first, then the state of play."""
    cells = [
        f"{scene.board.names[cell]}: {' '.join([piece.letter for piece in pieces])}"
        for cell, pieces in sorted(scene.cells.items())
    ]
    return f"{'; '.join(cells) or 'the board is empty'}. {status(scene)}."


def _look_alikes(scene: Scene) -> set[str]:
    """The looks that several kinds of pieces share."""
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for pieces in (*scene.cells.values(), *[tray.pieces for tray in scene.trays]):
        for piece in pieces:
            kinds[piece.shape].add(piece.kind)
    return {look for look, found in kinds.items() if len(found) > 1}


class _Picture(Ground):
    """A board, its pieces, its trays and its status line."""

    def __init__(self, scene: Scene, flip: bool, show_notes: bool, letters: bool) -> None:
        super().__init__(scene, flip)
        self.show_notes = show_notes
        self.letters = letters
        self.alike = _look_alikes(scene)
        side = -UNIT if flip else UNIT
        self.scale = side, -side  # from the plane of the board to that of the picture

    def towers(self, levels: int | None) -> None:
        """Draw a row board: every stack at full height above its cell, in a column of its own."""
        tallest = max([len(pieces) for pieces in self.scene.cells.values()], default=0)
        most = self.scene.cell_letters if self.scene.cell_letters > 1 else levels
        levels_shown = max(tallest, 2) if most is None else most
        top = -levels_shown * LEVEL - TOWER_UP - (20 if levels_shown > COUNTED else 6)
        height = LEVEL * min(1.0, levels_shown / max(tallest, 1))
        xs = [x for x, _ in self.points]
        bottom = 10.0
        corners = [(x, y) for x in (min(xs) - WELL, max(xs) + WELL) for y in (top, bottom + 20)]
        self.ground(corners)
        for cell, (x, _) in enumerate(self.points):
            self.slot = (GROUND, 0, cell)
            self.rectangle(self.marks(cell), x - WELL, top, 2 * WELL, bottom - top, 9)
            self.slot = (COORDINATES, 0, cell)
            self.text(self.scene.board.names[cell], x, bottom + 22, 17)
            self.slot = (STACKS, 0, cell)
            self.tower(self.scene.cells.get(cell, ()), x, height)
        self.trail([(x, bottom + 7) for x, _ in self.points], "way")

    def flights(self, flights: Sequence[Flight]) -> None:
        """Draw pieces on their way."""
        across, up = self.scale
        for at, flight in enumerate(flights):
            x, y = flight.place
            self.slot = (FLIGHTS, 0, at)
            if isinstance(self.scene.board, Row):
                self.tower(flight.pieces, across * x, LEVEL, -LEVEL * flight.level + up * y)
            else:
                self.pieces(flight.pieces, across * x, up * y - LIFT * min(flight.level, 2.5))

    def tower(self, pieces: tuple[Piece, ...], x: float, height: float, base: float = 0.0) -> None:
        """Draw the pieces of a cell of a row board, each `height` high, and their number."""
        base += 3
        if pieces:
            self.ellipse("shade", x + 1, base + 2, ACROSS + 1, TOWER_UP)
        for level, piece in enumerate(pieces):
            y = base - (level + 1) * height
            shape = tower_disc(x, y, height)
            self.body(piece, shape)
            if piece.player == 1:
                self.path(f"ring {fill(self.scene, piece)}", shape.reach, shape.ring)
            words = shape.words[1]
            if height >= 11:
                self.letter(piece, x, y + words, min(13, int(height) - 4))
        if pieces:
            self.face(pieces[-1], shape)
        if len(pieces) > COUNTED:
            above = base - len(pieces) * height - TOWER_UP - 10
            self.text(str(len(pieces)), x, above, 16, "note numeral")

    def cells(self) -> None:
        """Draw any other board from above, with the pieces of a stack overlapping."""
        board = self.scene.board
        hexagonal = isinstance(board, HexHex)
        radius = UNIT / sqrt(3)
        edge = set(board.edge) if hexagonal else set()
        corners: list[Point] = []
        for x, y in self.points:
            if hexagonal:
                corners += hexagon_corners(x, y, radius)
            else:
                reach = 25 if isinstance(board, Points) else 29
                corners += [(x + dx, y + dy) for dx in (-reach, reach) for dy in (-reach, reach)]
        if isinstance(board, Points):
            whole = containing(corners)
            corners = [(x, y) for x in (whole.left, whole.right) for y in (whole.top, whole.bottom)]
        self.ground(corners)
        if isinstance(board, Points):
            self.field(corners)
            self.tracks(board)
        for cell, (x, y) in enumerate(self.points):
            self.slot = (GROUND, 0, cell)
            kind = self.marks(cell, "edge" if cell in edge else "")
            if hexagonal:
                spread = around(x, y, UNIT / 2 - 1, radius)
                self.path(kind, spread, hexagon(x, y, radius - 1))
                if cell in edge:
                    self.path("border", spread, hexagon(x, y, radius - 4.5))
            elif isinstance(board, Points):
                size = POINT if kind == "cell" else MARKED
                self.ellipse(kind, x, y, size, size)
            else:
                self.rectangle(kind, x - 29, y - 29, 58, 58, 5)
        if isinstance(board, (Points, Square)):
            self.ranks_and_files()
        elif hexagonal:
            self.rows_and_diagonals()
        self.trail(self.points)
        self.links()
        for cell in sorted(self.scene.cells, key=lambda cell: self.points[cell][1]):
            x, y = self.points[cell]
            self.slot = (STACKS, y, cell)
            if self.scene.cells[cell]:
                self.pieces(self.scene.cells[cell], x, y, self.height(cell))
                self.pips(cell, x, y, len(self.scene.cells[cell]))

    def links(self) -> None:
        """Draw a bar between the pieces of linked cells, beneath them."""
        joined: defaultdict[str, list[str]] = defaultdict(list)
        reaches: dict[str, Box] = {}
        for one, other in self.scene.links:
            if not (self.scene.cells.get(one) and self.scene.cells.get(other)):
                continue  # in a film, a piece is still on its way
            top = self.scene.cells[one][-1]
            colour = fill(self.scene, top)
            ends = self.points[one], self.points[other]
            joined[colour].append(polyline(ends))
            reach = containing(ends).grown(9)
            reaches[colour] = reaches.get(colour, reach) | reach
        for at, (colour, bars) in enumerate(sorted(joined.items())):
            self.slot = (LINKS, 0, at)
            for kind in ("bond", "link"):
                self.path(f"{kind} {colour}", reaches[colour], "".join(bars))

    # Pieces

    def shape(self, piece: Piece, x: float, y: float, thick: float) -> Shape:
        """The shape of a piece whose face has its middle at a point."""
        if piece.shape == "tile" and isinstance(self.scene.board, HexHex):
            return hexagonal_tile(x, y, thick)
        return SHAPES[piece.shape](x, y, thick)

    def body(self, piece: Piece, shape: Shape) -> None:
        """Draw the body of a piece."""
        self.path(f"piece {fill(self.scene, piece)}", shape.reach, shape.body)

    def face(self, piece: Piece, shape: Shape) -> None:
        """Draw the face of the topmost piece of a stack."""
        self.path(f"face {fill(self.scene, piece)}", shape.reach, shape.face)
        if shape.shine:
            self.path("shine", shape.reach, shape.shine)

    def letter(self, piece: Piece, x: float, y: float, size: int) -> None:
        """Draw the letter of a piece, if it tells kinds apart or letters are drawn anyway."""
        needed = piece.shape in self.alike
        if needed or self.letters:
            kind = "kept" if needed else "letter"
            self.text(piece.letter, x, y, size, f"ink {fill(self.scene, piece)} {kind}")

    def pieces(self, pieces: tuple[Piece, ...], x: float, y: float, words: str = "") -> None:
        """Draw a stack, bottom first, with words or the letter on the topmost piece."""
        count = len(pieces)
        lift = min(LIFT, RISE / max(1, count - 1))
        middle = y + (lift * (count - 1) - THICK) / 2
        lowest = pieces[0].shape
        if lowest == "stone":
            self.ellipse("shade", x + 2, middle + THICK / 2 + 4, ACROSS, ACROSS - 2)
        elif lowest in {"disc", "star"}:
            self.ellipse("shade", x + 2.5, middle + THICK + 2.5, ACROSS + 1, UP + 1)
        elif lowest != "tile":
            self.ellipse("shade", x + 4, middle + 18, 19, 8)
        for level, piece in enumerate(pieces):
            thick = lift if level and count > 1 else min(THICK, max(lift, 3.0))
            shape = self.shape(piece, x, middle, thick)
            self.body(piece, shape)
            middle -= lift
        middle += lift
        top = pieces[-1]
        colour = fill(self.scene, top)
        self.face(top, shape)
        if top.player == 1:
            self.path(f"ring {colour}", shape.reach, shape.ring)
        right, down = shape.words
        if top.shape == "star":
            at, size = ((x + 14, middle), 6.0) if words else ((x, middle), 10.0)
            self.path(f"ink {colour} sign", around(*at, size, size), star(*at, size))
        if words:
            self.text(words, x + right, middle + down, 20, f"ink {colour} numeral", 34)
        elif top.shape != "star" or top.shape in self.alike:
            self.letter(top, x + right, middle + down, 14)

    def height(self, cell: int) -> str:
        """The text on a stack: its height if that is hard to see, and a note in letters."""
        count = len(self.scene.cells[cell])
        note = self.scene.notes.get(cell, "") if self.show_notes else ""
        if note and not _small(note):
            return f"{count}/{note}"
        return str(count) if count >= COUNTED else ""

    def pips(self, cell: int, x: float, y: float, count: int) -> None:
        """Draw a note that is a small number as points around the foot of a stack.

        A large point stands for each piece of the stack, a ring for each beyond the note. On a
        stack that reaches down to them, rims set them off from its pieces.
        """
        note = self.scene.notes.get(cell, "") if self.show_notes else ""
        if not _small(note):
            return
        room = int(note)
        total = max(room, count)
        points = [
            (x + 26 * cos(turn), y + 4 + 21.5 * sin(turn))
            for turn in [pi / 2 - (k - (total - 1) / 2) * pi / 9.5 for k in range(total)]
        ]
        for kind, chosen in (
            ("pip rim", points[:count] if count >= REACHING else []),
            ("pip full", points[:count]),
            ("pip", points[count:]),
            ("pip hollow", points[room:count]),
        ):
            if chosen:
                dots = "".join([f"{path('M', *place)}h0" for place in chosen])
                self.path(kind, containing(chosen).grown(4), dots)

    def notes(self) -> None:
        """Draw the scene's notes in empty cells; on a row board, all notes below the board.

        In an occupied cell the note is part of the topmost piece's text, after the stack's height.
        """
        on_row = isinstance(self.scene.board, Row)
        for cell, note in self.scene.notes.items():
            x, y = self.points[cell]
            self.slot = (NOTES, 0, cell)
            if on_row:
                self.text(note, x, self.box.bottom + 6, 13, "aside")
            elif not self.scene.cells.get(cell):
                if _small(note):
                    self.pips(cell, x, y, 0)
                else:
                    self.text(note, x, y, 19, "note")
        if on_row and self.scene.notes:
            self.extend(bottom=self.box.bottom + 16)

    # Beside the board

    def trays(self) -> None:
        """Draw each tray on its own line: its pieces, its title, the number of each kind."""
        for at, tray in enumerate(self.scene.trays):
            self.slot = (TRAYS, 0, at)
            x, y = self.box.left + 8, self.box.bottom + 16
            counted = Counter(tray.pieces)
            for piece, count in counted.items():
                x = self.pile(piece, min(count, PILED), x, y)
            kinds = [f"{count} {piece.letter}" for piece, count in counted.items()]
            words = f"{tray.title}: {', '.join(kinds) or 'none'}"
            self.text(words, x, y, 15, "tray")
            self.extend(self.box.bottom + 28, x + 8.0 * len(words) + 16)

    def pile(self, piece: Piece, count: int, x: float, y: float) -> float:
        """Draw small overlapping pieces from `x` on; returns the x after them."""
        colour = fill(self.scene, piece)
        for _ in range(count):
            x += 8
            self.ellipse(f"piece {colour}", x, y, 9, 9)
        self.ellipse(f"face {colour}", x, y - 1, 8, 7.5)
        if piece.player == 1:
            self.ellipse(f"ring {colour}", x, y - 1, 5.5, 5)
        return x + 17

    def status(self) -> None:
        """Draw a last line with the state of play."""
        words = status(self.scene)
        self.slot = (STATUS, 0, 0)
        left, bottom = self.box.left + 8, self.box.bottom
        self.text(words, left, bottom + 16, 15, "status")
        self.extend(bottom + 34, left + 8.0 * len(words) + 8)


def _small(note: str) -> bool:
    """Tell if a note is a number that is drawn as points."""
    return note.isdecimal() and note.isascii() and int(note) <= PIPS
