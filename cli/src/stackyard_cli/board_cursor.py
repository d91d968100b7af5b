"""A board whose cells can be selected: the cursor, and the moves that begin with the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stackyard.scenes import Scene
from stackyard.turnloop.history import Course


@dataclass(frozen=True)
class SelectableBoard:
    """A board to draw, with the text and cells of each legal move, in order."""

    scene: Scene
    moves: Sequence[tuple[str, tuple[int, ...]]]
    flip: bool = False
    notes: bool = False

    @property
    def texts(self) -> list[str]:
        """The legal moves as they are typed."""
        return [text for text, _ in self.moves]


def selectable_board(course: Course) -> SelectableBoard:
    """The board of a course, with the cells marked that begin a typed move.

    A cell whose move is typed differently is not marked, but the cursor can select it: an entry
    of F.I.L.O., for example, is typed as a number. After the end there are no marks and no moves.
    """
    scene = course.scene
    if course.result is not None:
        return SelectableBoard(replace(scene, choices=frozenset()), ())
    game, position, names = course.game, course.position, course.game.board.names
    moves: list[tuple[str, tuple[int, ...]]] = []
    named = set()
    for move in map(int, position.legal_moves()):
        text, cells = game.format_move(move, position), tuple(game.move_cells(move, position))
        moves.append((text, cells))
        if cells and names[cells[0]] in text:
            named.add(cells[0])
    return SelectableBoard(replace(scene, choices=scene.choices & named), moves)


class BoardCursor:
    """A cursor on a board; `cell` is None until an arrow key is pressed.

    `chosen` are the cells selected so far, `message` a remark on the last selection.
    """

    def __init__(self, board: SelectableBoard) -> None:
        self._board = board
        self.cell: int | None = None
        self.chosen: tuple[int, ...] = ()
        self.message = ""
        sign = -1 if board.flip else 1
        self._points: list[tuple[float, float]] = [
            (sign * x, sign * y) for x, y in board.scene.board.points
        ]
        self._wanted = 0.0  # the column kept while the cursor moves up and down

    @property
    def scene(self) -> Scene:
        """The scene, marked with the cells that can be selected next."""
        if self.cell is None:
            return self._board.scene
        return replace(self._board.scene, choices=self._next_cells(self.chosen))

    def move(self, right: int, up: int) -> None:
        """Move to the next cell in a direction, if there is one; at first show the cursor."""
        self.message = ""
        if self.cell is None:
            self._move_to(self._first())
            return
        x, y = self._points[self.cell]
        if right:
            row = sorted((px, n) for n, (px, py) in enumerate(self._points) if py == y)
            aside = [n for px, n in row if (px - x) * right > 0]
            if aside:
                self._move_to(aside[0] if right > 0 else aside[-1])
            return
        rows = sorted({py for _, py in self._points if (py - y) * up > 0}, key=lambda py: py * up)
        if rows:
            row_cells = [n for n, (_, py) in enumerate(self._points) if py == rows[0]]
            self.cell = min(row_cells, key=lambda n: abs(self._points[n][0] - self._wanted))

    def select(self) -> str:
        """Select the cell under the cursor; returns the text of the completed move, or ""."""
        if self.cell is None:
            return ""
        self.message = ""
        moves = self._board.moves
        if self.chosen and self.cell == self.chosen[-1]:  # twice the same cell: the move ends here
            return next((text for text, cells in moves if cells == self.chosen), "")
        path = (*self.chosen, self.cell)
        fitting = self._fitting(path)
        if not fitting:  # start again with this cell
            path = (self.cell,)
            fitting = self._fitting(path)
        if not fitting:
            self.chosen = ()
            self.message = f"no move uses {self._board.scene.board.names[self.cell]} now"
            return ""
        if len(fitting) == 1:
            return fitting[0][0]
        self.chosen = path
        if len({cells for _, cells in fitting}) == 1:
            self.message = f"type {' or '.join([text for text, _ in fitting])}"
        elif any(cells == path for _, cells in fitting):
            self.message = "Enter again makes this move"
        return ""

    @property
    def prefix(self) -> str:
        """The shortest of the possible moves, if all of them have the same cells."""
        fitting = self._fitting(self.chosen) if self.chosen else []
        if len({cells for _, cells in fitting}) != 1:
            return ""
        return min([text for text, _ in fitting], key=len)

    def hide(self) -> None:
        """Remove the cursor from the board."""
        self.cell, self.chosen, self.message = None, (), ""

    def _move_to(self, cell: int) -> None:
        self.cell = cell
        self._wanted = self._points[cell][0]

    def _first(self) -> int:
        """The cell nearest to the middle of the board that begins a move."""
        able = self._next_cells(()) or frozenset(range(len(self._points)))
        middle = [sum(along) / len(self._points) for along in zip(*self._points, strict=True)]

        def distance(cell: int) -> float:
            x, y = self._points[cell]
            return float(abs(x - middle[0]) + abs(y - middle[1]))

        return min(sorted(able), key=distance)

    def _fitting(self, path: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
        """The moves whose cells begin with this path."""
        return [move for move in self._board.moves if move[1][: len(path)] == path]

    def _next_cells(self, path: tuple[int, ...]) -> frozenset[int]:
        """The cells that can follow this path."""
        at = len(path)
        return frozenset(cells[at] for _, cells in self._fitting(path) if len(cells) > at)
