"""The legend of a drawn scene: a line for each mark."""

from __future__ import annotations

from textwrap import fill

from stackyard.boards import Row
from stackyard.drawing.picture import Look, sample, shortens
from stackyard.position import ONGOING
from stackyard.scenes import Piece, Scene

WIDE = 8  # columns of the marks, before their meanings
LONGEST = 100  # columns of a line, if the screen is wide enough


def legend(scene: Scene, look: Look) -> str:
    """A line for each kind of piece on or beside the board, and for each possible mark."""
    lines = [
        (sample(piece, look), f"a {scene.colour(piece)} {piece.kind}") for piece in _kinds(scene)
    ]
    upright = isinstance(scene.board, Row)
    if not upright:
        if any(len(pieces) > 1 for pieces in scene.cells.values()):
            lines.append(("", "letters stand bottom first; a number says how many of one colour"))
        if shortens(scene, look):
            lines.append(("12b", "twelve pieces with b on top; all are written out below"))
        lines.append((look.empty, "an empty cell"))
    if look.choices and scene.choices:
        here = look.pointer if upright else look.choice
        lines.append((here, f"a move can begin here{_coloured(scene, upright, look)}"))
    lines.append(("*", "part of the last turn"))
    if scene.winner != ONGOING or scene.decisive:
        lines.append(("!", "decided the game"))
    if scene.notes_legend:
        lines.append((_note(scene), scene.notes_legend))
    wide = max(2 * WIDE, min(look.width - 1, LONGEST))
    behind = " " * (WIDE + 3)
    return "\n".join(
        [
            fill(f"  {mark:{WIDE}} {meaning}", wide, subsequent_indent=behind)
            for mark, meaning in lines
        ]
    )


def _kinds(scene: Scene) -> list[Piece]:
    """One piece of each kind and colour, the first player's first."""
    groups = [*scene.cells.values(), *[tray.pieces for tray in scene.trays]]
    found = {(piece.player, piece.kind): piece for pieces in groups for piece in pieces}
    return [found[kind] for kind in sorted(found)]


def _coloured(scene: Scene, upright: bool, look: Look) -> str:
    """The meaning of brackets around an occupied cell, if they are used."""
    if upright or not look.framed or not any(cell in scene.cells for cell in scene.choices):
        return ""
    if look.coloured:
        return ", as it can where brackets are green"
    return "; the command moves lists those that begin with a piece"


def _note(scene: Scene) -> str:
    """An example of a note on the board."""
    return f"/{next(iter(scene.notes.values()), '1')}"
