"""A scene as lines of styled text: the one layout behind plain text and the terminal.

A row board shows its stacks as towers, any other board shows them lying in their cells, bottom
first. Stacks too long for the width show height and top piece, as in 12b, and are written
out below the board. The program that prints the fragments chooses a style for each role; without
styling the text alone carries all information.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from stackyard.boards import Board, HexHex, Row
from stackyard.scenes import Piece, Scene

# Roles of fragments: PLAYERS for pieces (the last for neutral ones), NAME for coordinates,
# NOTE for the scene's notes, EMPTY for empty cells, CHOICE for those that a legal
# move starts with, TOUCHED and DECISIVE for marks, CURSOR and CHOSEN for cells being chosen.
PLAYERS = ("player0", "player1", "neutral")
NAME = "name"
NOTE = "note"
EMPTY = "empty"
CHOICE = "choice"
TOUCHED = "touched"
DECISIVE = "decisive"
CURSOR = "cursor"
CHOSEN = "chosen"

FRAMES = (("(", ")"), ("[", "]"), ("{", "}"))  # of player 0, of player 1, of neither
UNLIMITED = 999  # letters of a stack
SHORTEST = 3  # letters that a shortened stack may take, as in 12b
SIGNS = {"pillar": "|", "marker": ":"}  # signs in place of brackets for pieces other than men


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of text and its role; an empty role means plain text."""

    text: str
    role: str = ""


Line = list[Fragment]


@dataclass(frozen=True)
class Look:
    """The layout of a picture, in at most `width` columns if the board fits.

    `framed` puts each piece in brackets, round for player 0, square for player 1 and curly for
    neither; `choices` marks the cells that a legal move starts with, those with pieces by a colour
    if the screen is `coloured`; `notes` shows the scene's notes, where there is room; `flip` shows
    the board from the other side. `live` is for a match: the board keeps its width however its
    pieces change. `cursor` is the cell under the cursor, `chosen` those already chosen.
    """

    width: int = 80
    framed: bool = False
    coloured: bool = True
    choices: bool = False
    notes: bool = False
    flip: bool = False
    live: bool = False
    cursor: int = -1
    chosen: tuple[int, ...] = ()
    ground: str = "-"
    empty: str = "."
    choice: str = "+"
    pointer: str = "^"


PLAIN = Look()
TERMINAL = Look(framed=True, choices=True, live=True, ground="─", empty="·", pointer="▲")


def picture(scene: Scene, look: Look = PLAIN) -> list[Line]:
    """The board alone, line by line from the top."""
    return _towers(scene, look) if isinstance(scene.board, Row) else _grid(scene, look)


def sample(piece: Piece, look: Look) -> str:
    """The text of a piece that is alone on its cell."""
    line = _framed((piece,)) if look.framed else _letters((piece,))
    return "".join([fragment.text for fragment in line])


def shortens(scene: Scene, look: Look) -> bool:
    """Tell if stacks are shortened because the picture would be too wide."""
    return not isinstance(scene.board, Row) and _layout(scene, look).most != UNLIMITED


def mark(scene: Scene, cell: int) -> Fragment:
    """The mark after a cell that the last turn touched or that decided the game."""
    if cell in scene.decisive:
        return Fragment("!", DECISIVE)
    return Fragment("*", TOUCHED) if cell in scene.touched else Fragment("")


def _letters(pieces: tuple[Piece, ...], most: int = UNLIMITED) -> Line:
    """The letters of pieces, each after the sign of its kind, so that case carries no meaning."""
    sign = SIGNS.get(pieces[-1].kind, "")
    letters = _counted(pieces, most)
    return [Fragment(sign, PLAYERS[pieces[-1].player]), *letters] if sign else letters


def _counted(pieces: tuple[Piece, ...], most: int = UNLIMITED) -> Line:
    """The letters of pieces, bottom first; several of one kind are counted, as in w3.

    More than `most` become the number and the top piece, as in 12b.
    """
    if len(pieces) > 1 and len(set(pieces)) == 1:
        return [Fragment(f"{pieces[0].letter}{len(pieces)}", PLAYERS[pieces[0].player])]
    if len(pieces) > most:
        return [Fragment(f"{len(pieces)}{pieces[-1].letter}", PLAYERS[pieces[-1].player])]
    return [Fragment(piece.letter, PLAYERS[piece.player]) for piece in pieces]


def _framed(pieces: tuple[Piece, ...], chosen: bool = False, most: int = UNLIMITED) -> Line:
    """Pieces in brackets whose shape shows the owner of the top piece, or that it is neutral."""
    sign = SIGNS.get(pieces[-1].kind)
    left, right = (sign, sign) if sign else FRAMES[pieces[-1].player]
    role = CHOICE if chosen else PLAYERS[pieces[-1].player]
    return [Fragment(left, role), *_counted(pieces, most), Fragment(right, role)]


def _pointed(line: Line, cell: int, look: Look) -> Line:
    """A cell's text, marked if the cursor is on the cell or the cell is chosen."""
    if cell != look.cursor and cell not in look.chosen:
        return line
    role = CURSOR if cell == look.cursor else CHOSEN
    return [Fragment(fragment.text, role) for fragment in line]


def _length(line: Line) -> int:
    return sum([len(fragment.text) for fragment in line])


def _padded(line: Line, width: int, left: int = 0) -> Line:
    """A line with `left` blanks before it, filled up to `width`."""
    rest = max(0, width - left - _length(line))
    return [Fragment(" " * left), *line, Fragment(" " * rest)]


def _towers(scene: Scene, look: Look) -> list[Line]:
    """Lines with each stack upright above the name of its cell."""
    board = scene.board
    cells = list(range(len(board)))
    if look.flip:
        cells.reverse()
    stacks = [scene.cells.get(cell, ()) for cell in cells]
    framed = look.framed and 4 * len(cells) + 2 <= look.width
    wide = 4 if framed else max(1, min(3, (look.width - 2) // len(cells)))
    left = (wide - 1) // 2
    notes = look.notes and bool(scene.notes)
    if notes:
        needed = left + 1 + max([len(note) for note in scene.notes.values()])
        notes = max(wide, needed) * len(cells) + 2 <= look.width
        wide = max(wide, needed) if notes else wide
    lines: list[Line] = []
    for level in range(max([len(stack) for stack in stacks]) - 1, -1, -1):
        line = [Fragment(" ")]
        for stack in stacks:
            pieces = stack[level : level + 1]
            if pieces and framed:
                line += _padded(_framed(pieces), wide)
            else:
                line += _padded(_letters(pieces) if pieces else [], wide, left)
        lines.append(line)
    lines.append([Fragment(look.ground * (wide * len(cells) + 2))])
    names = [Fragment(" ")]
    for cell in cells:
        name = _pointed([Fragment(board.names[cell], NAME)], cell, look)
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
    if notes:
        below = [Fragment(" ")]
        for cell in cells:
            below += _padded([Fragment(scene.notes.get(cell, ""), NOTE)], wide, left)
        lines.append(below)
    return lines


@dataclass(frozen=True, slots=True)
class _Layout:
    """The layout of a board other than a row, with cells `step` columns apart.

    Mixed stacks of more than `most` pieces are shortened.
    """

    framed: bool
    notes: bool
    words: dict[int, Line]
    step: int
    width: int
    most: int


def shows_notes(scene: Scene, look: Look) -> bool:
    """Tell if the look shows notes and the picture has room for those of the scene."""
    if not isinstance(scene.board, Row):
        return _layout(scene, look).notes
    lines = picture(scene, look)
    return any(fragment.role == NOTE for line in lines for fragment in line)


def _layout(scene: Scene, look: Look) -> _Layout:
    """The first layout that fits: without brackets, notes, long stacks, room for more letters."""
    framed = (True, False) if look.framed else (False,)
    note_choices = (True, False) if look.notes and (scene.notes or scene.notes_legend) else (False,)
    layouts = [_laid_out(scene, look, frame, notes) for notes in note_choices for frame in framed]
    fitting = next((layout for layout in layouts if layout.width <= look.width), None)
    if fitting is not None:
        return fitting
    mixed = [len(pieces) for pieces in scene.cells.values() if len(set(pieces)) > 1]
    heights = {height for height in mixed if height > SHORTEST}
    limits = sorted({SHORTEST, *[height - 1 for height in heights]}) if heights else []
    for frame in framed:
        for most in reversed(limits):
            layout = _laid_out(scene, look, frame, False, most)
            if layout.width <= look.width:
                return layout
    return _layout(scene, replace(look, live=False)) if look.live else layouts[-1]


def _laid_out(
    scene: Scene, look: Look, framed: bool, notes: bool, most: int = UNLIMITED
) -> _Layout:
    """One layout. With frames, and during a match, there is always room for a mark.

    The step is even on a hexagonal board, where rows are offset by half a step.
    """
    board = scene.board
    words = {cell: _cell(scene, cell, look, framed, notes, most) for cell in range(len(board))}
    marks = 1 if framed or look.live else 0
    longest = max([_length(word[:-1]) + (marks or _length(word[-1:])) for word in words.values()])
    if look.live:
        note = 1 + max([len(note) for note in scene.notes.values()], default=1) if notes else 0
        longest = max(longest, scene.cell_letters + 2 * framed + note + marks)
    step = longest + 1
    if isinstance(board, HexHex):
        below = 2 * board.side - 1 if look.flip else board.side  # the greatest number in the foot
        step = max(step, len(str(below)) + 1)
        step += step % 2
    across = [x for x, _ in board.points]
    width = 4 + round((max(across) - min(across)) * step) + longest
    return _Layout(framed, notes, words, step, width, most)


def _grid(scene: Scene, look: Look) -> list[Line]:
    """Rows from the top, each cell in its place, with coordinates at the side and below."""
    board = scene.board
    layout = _layout(scene, look)
    words, step, framed = layout.words, layout.step, layout.framed
    points = [(-x, -y) if look.flip else (x, y) for x, y in board.points]
    left = min([x for x, _ in points])

    def column(x: float) -> int:
        return round((x - left) * step) + 4

    board_is_hex = isinstance(board, HexHex)
    below = _numbers(board, points) if board_is_hex else {}
    indent = 1 if framed else 0
    lines: list[Line] = []
    for row in board.lines if look.flip else reversed(board.lines):
        cells = sorted(row, key=lambda cell: points[cell])
        label = board.names[cells[0]]
        line = [Fragment(f"{label[0] if board_is_hex else label[1:]:>3}", NAME), Fragment(" ")]
        for cell in cells:
            line = [*_padded(line, column(points[cell][0])), *words[cell]]
        for x, number in below.pop(points[cells[0]][1], []):
            line = [*_padded(line, column(x) + indent), Fragment(number, NAME)]
        lines.append(line)
    foot: Line = [Fragment("    ")]
    if board_is_hex:
        for x, number in sorted([each for numbers in below.values() for each in numbers]):
            foot = [*_padded(foot, column(x) + indent), Fragment(number, NAME)]
    else:
        for x in sorted({x for x, _ in points}):
            file = board.names[[there for there, _ in points].index(x)][0]
            narrow = 1 if framed and _length(words[0]) >= 3 else 0
            foot = [*_padded(foot, column(x) + narrow), Fragment(file, NAME)]
    return [*lines, foot, *_written_out(scene, look, layout.most)]


def _written_out(scene: Scene, look: Look, most: int) -> list[Line]:
    """The stacks that are shortened on the board, as many to a line as fit."""
    lines: list[Line] = []
    for cell, pieces in sorted(scene.cells.items()):
        if len(pieces) <= most or len(set(pieces)) == 1:
            continue
        stack = [Fragment(f"  {scene.board.names[cell]} ", NAME), *_counted(pieces)]
        if lines and _length(lines[-1]) + _length(stack) <= look.width:
            lines[-1] += stack
        else:
            lines.append([Fragment("  "), *stack])
    return lines


def _numbers(
    board: Board, points: list[tuple[float, float]]
) -> dict[float, list[tuple[float, str]]]:
    """The columns of a hexagonal board's numbers, by the row below each diagonal."""
    rows = sorted({y for _, y in points})
    lowest: dict[str, tuple[float, float]] = {}
    for cell, (x, y) in enumerate(points):
        number = board.names[cell][1:]
        lowest[number] = min(lowest.get(number, (x, y)), (x, y), key=lambda place: place[1])
    found: dict[float, list[tuple[float, str]]] = {}
    for number, (x, y) in lowest.items():
        at = rows.index(y)
        found.setdefault(rows[at - 1] if at else -inf, []).append((x + 0.5, number))
    return found


def _cell(scene: Scene, cell: int, look: Look, framed: bool, notes: bool, most: int) -> Line:
    pieces = scene.cells.get(cell, ())
    chosen = look.choices and cell in scene.choices
    if not pieces:
        empty = Fragment(look.choice, CHOICE) if chosen else Fragment(look.empty, EMPTY)
        word = [Fragment(" "), empty, Fragment(" ")] if framed else [empty]
    elif framed:
        word = _framed(pieces, chosen, most)
    else:
        word = _letters(pieces, most)
    note = [Fragment(scene.notes[cell], NOTE)] if notes and cell in scene.notes else []
    if note and pieces:
        note.insert(0, Fragment("/"))  # w3/4: three men on a cell for four, not 34
    return [*_pointed(word, cell, look), *note, mark(scene, cell)]
