"""Draw the pictures of docs/authors/pieces.md: python docs/authors/pieces.py."""

from __future__ import annotations

from pathlib import Path

from stackyard.boards import HexHex, Points, Square
from stackyard.scenes import LOOKS, NEUTRAL, Piece, Scene
from stackyard_pictures import svg

FOLDER = Path(__file__).parent
HEIGHTS = (1, 2, 3, 5, 9, 14)
FILLS = {
    "red and blue": ("red", "blue", "neutral"),
    "white and black": ("white", "black", "red"),
}


def looks() -> Scene:
    """Each look of a piece of either player and of neither: a row for each owner."""
    board = Square(len(LOOKS), 3)
    cells = {}
    for row, (owner, letter) in enumerate(((NEUTRAL, "n"), (1, "b"), (0, "r"))):
        for column, look in enumerate(LOOKS):
            piece = Piece(owner, letter, "piece", look)
            cells[board.cell(f"{'abcdefgh'[column]}{row + 1}")] = (piece,)
    return Scene(board, cells, ("red", "blue"), 0, "your move")


def fills(colours: tuple[str, str, str]) -> Scene:
    """Stacks of several heights, of one owner and of all."""
    board = Square(len(HEIGHTS), 4)
    cells = {}
    pieces = [Piece(owner, colours[owner][0]) for owner in (0, 1, NEUTRAL)]
    for column, height in enumerate(HEIGHTS):
        for row in range(3):
            name = f"{'abcdef'[column]}{4 - row}"
            cells[board.cell(name)] = (pieces[row],) * height
        mixed = tuple(pieces[level % 3] for level in range(height))
        cells[board.cell(f"{'abcdef'[column]}1")] = mixed
    return Scene(board, cells, colours[:2], 0, "your move", neutral=colours[2])


def cells() -> Scene:
    """Points joined by lines, where a turn began and ended, and cells that decided the game."""
    board = Points(["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"])
    own = (Piece(0, "w"),)
    names = ("a1", "a2", "a3")
    return Scene(
        board,
        {board.cell(name): own for name in names},
        ("white", "black"),
        1,
        "white has a row",
        touched=frozenset([board.cell("a3"), board.cell("b3")]),
        decisive=frozenset(board.cell(name) for name in names),
        winner=0,
    )


def hexagons() -> Scene:
    """Hexagons, one of them left out, with a note on a stack."""
    board = HexHex(2, omit=["b2"])
    stack = (Piece(1, "b"), Piece(0, "r"), Piece(0, "r"))
    notes = {board.cell("a1"): "2"}
    return Scene(board, {board.cell("a1"): stack}, ("red", "blue"), 0, "your move", notes=notes)


def files() -> dict[str, str]:
    """Each picture by the name of its file."""
    made = {"pieces-looks.svg": svg.draw(looks(), "Looks of pieces")}
    for name, colours in FILLS.items():
        file = f"pieces-{name.split()[0]}.svg"
        made[file] = svg.draw(fills(colours), f"Stacks in {name}")
    made["pieces-points.svg"] = svg.draw(cells(), "Points and marks")
    made["pieces-hexagons.svg"] = svg.draw(hexagons(), "Hexagons")
    return made


if __name__ == "__main__":
    for name, content in files().items():
        (FOLDER / name).write_text(content, "utf-8")
