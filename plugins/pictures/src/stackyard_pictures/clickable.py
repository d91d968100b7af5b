"""An interactive board for a web page: an SVG element whose cells are controls.

It contains no style and no script. Each stack is a group; on top of all stacks is a group for
each cell, with a shape to click and an accessible name.
"""

from __future__ import annotations

from itertools import groupby
from math import sqrt
from xml.sax.saxutils import quoteattr

from stackyard.boards import HexHex, Row
from stackyard.scenes import MEN, Scene
from stackyard_pictures.canvas import STACKS
from stackyard_pictures.ground import UNIT
from stackyard_pictures.plane import Box, hexagon, number
from stackyard_pictures.svg import WELL, sketch

ROOM = 8  # levels of a row board, whose height is fixed: taller towers are flattened
MARGIN = 3.0
WORDS = [
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
]


def draw(scene: Scene, title: str, flip: bool = False) -> str:
    """The board as an SVG element; each cell is a group with `data-cell`, not yet focusable.

    `flip` shows the board from the other side.
    """
    drawn = sketch(scene, flip, notes=True, captions=False, levels=ROOM, letters=True)
    view = drawn.box.grown(MARGIN)
    kind = " upright" if isinstance(scene.board, Row) else ""
    lines = [
        f'<svg class="board tone-{drawn.tone}{kind}" role="group" aria-label={quoteattr(title)} '
        f'viewBox="{" ".join(map(number, (view.left, view.top, view.width, view.height)))}">',
        '<g aria-hidden="true">',
    ]
    for (layer, cell), slots in groupby(sorted(drawn.parts), lambda slot: (slot[0], slot[2])):
        shapes = [shape for slot in slots for shape in drawn.parts[slot].elements]
        if layer == STACKS:
            letters = " ".join([piece.letter for piece in scene.cells[cell]])
            opening = f'<g class="stack" data-stack="{cell}" data-letters={quoteattr(letters)}>'
            shapes = [opening, *shapes, "</g>"]
        lines += shapes
    lines.append("</g>")
    side = -1 if flip else 1
    points = [(side * x * UNIT, -side * y * UNIT) for x, y in scene.board.points]
    for cell in sorted(range(len(points)), key=lambda cell: points[cell][1]):
        x, y = points[cell]
        kind = "hit choice" if cell in scene.choices else "hit"
        lines.append(
            f'<g class="{kind}" role="button" tabindex="-1" data-cell="{cell}" '
            f'data-x="{number(x)}" data-y="{number(y)}" '
            f"aria-label={quoteattr(spoken(scene, cell))}>"
            f"{_shape(scene, x, y, drawn.box)}</g>"
        )
    lines.append("</svg>")
    return "\n".join(lines)


def spoken(scene: Scene, cell: int) -> str:
    """A cell and its pieces in words, such as `d4, stack of three, red on top`."""
    name, pieces = scene.board.names[cell], scene.cells.get(cell, ())
    words = [name]
    if not pieces:
        words.append("empty")
    elif len(pieces) == 1:
        words.append(f"{scene.colour(pieces[0])} {pieces[0].kind}")
    else:
        count = WORDS[len(pieces)] if len(pieces) < len(WORDS) else str(len(pieces))
        top = pieces[-1]
        kind = "" if top.kind in MEN else f" {top.kind}"
        words.append(f"stack of {count}, {scene.colour(top)}{kind} on top")
        if len(set(pieces)) > 1:
            listed = " ".join([scene.colour(piece) for piece in pieces])
            words.append(f"from the bottom {listed}")
    if cell in scene.notes:
        words.append(scene.note_words(cell))
    if cell in scene.decisive:
        words.append("decided the game")
    elif cell in scene.touched:
        words.append("part of the last turn")
    return ", ".join(words)


def _shape(scene: Scene, x: float, y: float, box: Box) -> str:
    """The area to click: the cell, or the whole column of a row board."""
    board = scene.board
    if isinstance(board, Row):
        return _rectangle(x - WELL - 3, box.top + 9, 2 * WELL + 6, box.height - 23, 10)
    if isinstance(board, HexHex):
        return f'<path d="{hexagon(x, y, UNIT / sqrt(3) - 2)}"/>'
    return _rectangle(x - 28, y - 28, 56, 56, 4)


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(radius)}"/>'
    )
