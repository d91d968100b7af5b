"""A scene in words, for screen readers: the pieces row by row, without a drawing."""

from __future__ import annotations

from itertools import groupby

from stackyard.boards import Row
from stackyard.notation import listed_cells
from stackyard.scenes import MEN, Piece, Scene


def in_words(scene: Scene, flip: bool = False, notes: bool = False) -> str:
    """The board and its trays; rows from the top, or from the bottom with `flip`."""
    board = scene.board
    rows = [tuple(range(len(board)))] if isinstance(board, Row) else list(board.lines)
    lines = []
    for row in rows if flip else reversed(rows):
        ordered = sorted(row, key=lambda cell: board.points[cell], reverse=flip)
        held = [cell for cell in ordered if cell in scene.cells]
        for cell in held:
            lines.append(cell_in_words(scene, cell, notes))
    if len(scene.cells) < len(board):
        lines.append("all other cells are empty" if scene.cells else "the board is empty")
    if notes and scene.notes:
        empty = [cell for cell in sorted(scene.notes) if cell not in scene.cells]
        named = [f"{board.names[cell]} {scene.notes[cell]}" for cell in empty]
        lines += [f"notes of empty cells: {', '.join(named)}"] if named else []
    for marked, word in ((scene.touched, "changed"), (scene.decisive, "decided by")):
        if marked:
            lines.append(f"{word}: {listed_cells(board, sorted(marked))}")
    lines += [f"{tray.title}: {len(tray.pieces) or 'none'}" for tray in scene.trays]
    return "\n".join(lines)


def cell_in_words(scene: Scene, cell: int, notes: bool = True) -> str:
    """A cell's name and its pieces, with its note if there is one."""
    pieces = scene.cells.get(cell)
    note = f" ({scene.note_words(cell)})" if notes and cell in scene.notes else ""
    return f"{scene.board.names[cell]}: {_pile(scene, pieces) if pieces else 'empty'}{note}"


def _pile(scene: Scene, pieces: tuple[Piece, ...]) -> str:
    """Pieces from the bottom up, with equal neighbours counted."""
    words = []
    for piece, alike in groupby(pieces):
        number = len(list(alike))
        kind = "" if piece.kind in MEN else f" {piece.kind}"
        words.append(f"{f'{number} ' if number > 1 else ''}{scene.colour(piece)}{kind}")
    return f"{', '.join(words)}, from the bottom" if len(words) > 1 else words[0]
