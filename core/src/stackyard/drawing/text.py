"""A scene as plain text: letters, no colours, readable aloud line by line.

A row board shows its stacks as towers; any other board shows them lying in their cells, bottom
first. Cells that the last turn touched carry a *, those that decided a finished game a !.
"""

from __future__ import annotations

from collections import Counter

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import Piece, Scene


def draw(scene: Scene) -> str:
    """The scene with its trays and a line that says whose turn it is, or how the game ended."""
    picture = _towers(scene) if isinstance(scene.board, Row) else _grid(scene)
    trays = [f"{tray.title}: {_pile(tray.pieces)}" for tray in scene.trays]
    return "\n".join([*picture, *trays, status(scene)])


def status(scene: Scene) -> str:
    """Whose turn it is and what is asked, or who has won and why."""
    if scene.winner == ONGOING:
        return f"{scene.colours[scene.player]}: {scene.asked}"
    if scene.winner == DRAW:
        return f"draw: {scene.asked}"
    return f"{scene.colours[scene.winner]} wins: {scene.asked}"


def _mark(scene: Scene, cell: int) -> str:
    if cell in scene.decisive:
        return "!"
    return "*" if cell in scene.touched else ""


def _towers(scene: Scene) -> list[str]:
    """Each stack upright above the name of its cell."""
    board = scene.board
    stacks = [scene.cells.get(cell, ()) for cell in range(len(board))]
    lines = []
    for level in range(max([len(stack) for stack in stacks], default=0) - 1, -1, -1):
        letters = [stack[level].letter if level < len(stack) else " " for stack in stacks]
        lines.append("".join([f"  {letter}" for letter in letters]).rstrip())
    lines.append("-" * (3 * len(board) + 2))
    names = [f"{board.names[cell]}{_mark(scene, cell)}" for cell in range(len(board))]
    lines.append("  " + "".join([f"{name:3}" for name in names]).rstrip())
    return lines


def _grid(scene: Scene) -> list[str]:
    """Rows from the top, each cell where it lies, with coordinates at the side."""
    board = scene.board
    words = {
        cell: ("".join([piece.letter for piece in scene.cells.get(cell, ())]) or ".")
        + _mark(scene, cell)
        for cell in range(len(board))
    }
    width = max([len(word) for word in words.values()]) + 1
    width += width % 2  # so that half a cell, by which hexagonal rows are shifted, is whole
    left = min([x for x, _ in board.places])
    lines = []
    for row in reversed(board.lines):
        line = ""
        for cell in row:
            column = round((board.places[cell][0] - left) * width)
            line = f"{line:{column}}{words[cell]}"
        lines.append(f"{_row_name(board, row):>2}  {line}".rstrip())
    return lines + _foot(board, width)


def _row_name(board: Board, row: tuple[int, ...]) -> str:
    """What stands beside a row: its rank, or the names of its first cell on a hexagonal board."""
    name = board.names[row[0]]
    return name.lstrip("abcdefghijklmnopqrstuvwxyz") if isinstance(board, Square) else name


def _foot(board: Board, width: int) -> list[str]:
    """The letters of the files under a square board."""
    if isinstance(board, HexHex):
        return []
    names = sorted({name[0] for name in board.names})
    return ["    " + "".join([f"{name:{width}}" for name in names]).rstrip()]


def _pile(pieces: tuple[Piece, ...]) -> str:
    """Pieces of a tray, counted."""
    counted = Counter([piece.letter for piece in pieces])
    return " ".join([f"{number} {letter}" for letter, number in counted.items()]) or "none"
