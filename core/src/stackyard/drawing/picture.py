"""A scene as lines of styled text: the one layout behind plain text and the terminal.

A row board shows its stacks as towers, any other board shows them lying in their cells, bottom
first. The program that prints the fragments decides what a role looks like; without any styling
the text alone says everything.
"""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.boards import HexHex, Row
from stackyard.scenes import Piece, Scene

# Roles of fragments: PLAYERS for pieces, NAME for coordinates, NOTE for the scene's notes, EMPTY
# for cells with nothing on them, CHOICE for those that a legal move starts with, TOUCHED and
# DECISIVE for marks.
PLAYERS = ("player0", "player1")
NAME = "name"
NOTE = "note"
EMPTY = "empty"
CHOICE = "choice"
TOUCHED = "touched"
DECISIVE = "decisive"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of text and its role, which is empty for plain text."""

    text: str
    role: str = ""


Line = list[Fragment]


@dataclass(frozen=True)
class Look:
    """How a picture is laid out, in at most `width` columns where the board allows it at all.

    `framed` puts each piece in brackets, round for player 0 and square for player 1; `choices`
    marks the cells that a legal move starts with; `notes` shows the scene's notes; `flip` shows
    the board from the other side.
    """

    width: int = 80
    framed: bool = False
    choices: bool = False
    notes: bool = False
    flip: bool = False
    ground: str = "-"
    empty: str = "."
    choice: str = "+"
    pointer: str = "^"


PLAIN = Look()
TERMINAL = Look(framed=True, choices=True, ground="─", empty="·", pointer="▲")


def picture(scene: Scene, look: Look = PLAIN) -> list[Line]:
    """The board alone, line by line from the top."""
    return _towers(scene, look) if isinstance(scene.board, Row) else _grid(scene, look)


def sample(piece: Piece, look: Look) -> str:
    """How a piece is drawn that lies alone on its cell."""
    line = _framed((piece,)) if look.framed else _letters((piece,))
    return "".join([fragment.text for fragment in line])


def mark(scene: Scene, cell: int) -> Fragment:
    """What stands behind a cell that the last turn touched, or that decided the game."""
    if cell in scene.decisive:
        return Fragment("!", DECISIVE)
    return Fragment("*", TOUCHED) if cell in scene.touched else Fragment("")


def _letters(pieces: tuple[Piece, ...]) -> Line:
    """The letters of pieces, bottom first; several of one kind are counted, as in w3."""
    if len(pieces) > 1 and len(set(pieces)) == 1:
        return [Fragment(f"{pieces[0].letter}{len(pieces)}", PLAYERS[pieces[0].player])]
    return [Fragment(piece.letter, PLAYERS[piece.player]) for piece in pieces]


def _framed(pieces: tuple[Piece, ...], chosen: bool = False) -> Line:
    """Pieces between brackets whose shape tells the owner of the topmost."""
    left, right = "()" if pieces[-1].player == 0 else "[]"
    role = CHOICE if chosen else PLAYERS[pieces[-1].player]
    return [Fragment(left, role), *_letters(pieces), Fragment(right, role)]


def _length(line: Line) -> int:
    return sum([len(fragment.text) for fragment in line])


def _padded(line: Line, width: int, left: int = 0) -> Line:
    """A line with `left` blanks before it, filled up to `width`."""
    rest = max(0, width - left - _length(line))
    return [Fragment(" " * left), *line, Fragment(" " * rest)]


def _towers(scene: Scene, look: Look) -> list[Line]:
    """Each stack upright above the name of its cell."""
    board = scene.board
    cells = list(range(len(board)))
    if look.flip:
        cells.reverse()
    stacks = [scene.cells.get(cell, ()) for cell in cells]
    framed = look.framed and 4 * len(cells) + 2 <= look.width
    wide = 4 if framed else max(1, min(3, (look.width - 2) // len(cells)))
    left = (wide - 1) // 2
    lines: list[Line] = []
    for level in range(max([len(stack) for stack in stacks]) - 1, -1, -1):
        line = [Fragment(" ")]
        for stack in stacks:
            pieces = stack[level : level + 1]
            if pieces and framed:
                line += _padded(_framed(pieces), wide)
            else:
                line += _padded(_letters(pieces), wide, left)
        lines.append(line)
    lines.append([Fragment(look.ground * (wide * len(cells) + 2))])
    names = [Fragment(" ")]
    for cell in cells:
        name = [Fragment(board.names[cell], NAME)]
        if wide > left + 1:
            name.append(mark(scene, cell))
        names += _padded(name, wide, left)
    lines.append(names)
    if look.choices and scene.choices:
        pointers = [Fragment(" ")]
        for cell in cells:
            pointer = [Fragment(look.pointer, CHOICE)] if cell in scene.choices else []
            pointers += _padded(pointer, wide, left)
        lines.append(pointers)
    if look.notes and scene.notes:
        notes = [Fragment(" ")]
        for cell in cells:
            notes += _padded([Fragment(scene.notes.get(cell, ""), NOTE)], wide, left)
        lines.append(notes)
    return lines


def _grid(scene: Scene, look: Look) -> list[Line]:
    """Rows from the top, each cell where it lies, with coordinates at the side."""
    board = scene.board
    framed = look.framed
    board_is_hex = isinstance(board, HexHex)
    words, step = _words(scene, look, framed)
    places = [(-x, -y) if look.flip else (x, y) for x, y in board.places]
    left, right = min([x for x, _ in places]), max([x for x, _ in places])
    if framed and (right - left) * step + 9 > look.width:
        words, step = _words(scene, look, False)
    lines: list[Line] = []
    for row in board.lines if look.flip else reversed(board.lines):
        cells = sorted(row, key=lambda cell: places[cell])
        label = board.names[cells[0]] if board_is_hex else board.names[row[0]][1:]
        line = [Fragment(f"{label:>3}", NAME), Fragment(" ")]
        for cell in cells:
            at = round((places[cell][0] - left) * step) + 4
            line = [*_padded(line, at), *words[cell]]
        lines.append(line)
    if not board_is_hex:
        foot: Line = [Fragment("    ")]
        for x in sorted({x for x, _ in places}):
            file = board.names[[there for there, _ in places].index(x)][0]
            indent = 1 if framed and _length(words[0]) >= 3 else 0
            foot = [*_padded(foot, round((x - left) * step) + 4 + indent), Fragment(file, NAME)]
        lines.append(foot)
    return lines


def _words(scene: Scene, look: Look, framed: bool) -> tuple[dict[int, Line], int]:
    """What is written into each cell, and how many columns there are from one to the next.

    They are even on a hexagonal board, where rows lie askew. Between frames there is always room
    for a mark, so that the board does not grow when the first one appears.
    """
    words = {cell: _cell(scene, cell, look, framed) for cell in range(len(scene.board))}
    marks = 1 if framed else 0
    step = max([_length(word[:-1]) + (marks or _length(word[-1:])) for word in words.values()]) + 1
    return words, step + step % 2 if isinstance(scene.board, HexHex) else step


def _cell(scene: Scene, cell: int, look: Look, framed: bool) -> Line:
    pieces = scene.cells.get(cell, ())
    chosen = look.choices and cell in scene.choices
    if not pieces:
        empty = Fragment(look.choice, CHOICE) if chosen else Fragment(look.empty, EMPTY)
        word = [Fragment(" "), empty, Fragment(" ")] if framed else [empty]
    elif framed:
        word = _framed(pieces, chosen)
    else:
        word = _letters(pieces)
    note = [Fragment(scene.notes[cell], NOTE)] if look.notes and cell in scene.notes else []
    if note and pieces:
        note.insert(0, Fragment("/"))  # w3/4: three men where four may stand, not 34
    return [*word, *note, mark(scene, cell)]
