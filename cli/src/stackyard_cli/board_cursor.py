"""Choosing a move on the board itself: a cursor on its cells, and the moves that go by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stackyard.scenes import Scene
from stackyard.turnloop.history import Course


@dataclass(frozen=True)
class Pointable:
    """A position whose moves can be chosen by cells: each move's text and its cells, in order."""

    scene: Scene
    flip: bool
    notes: bool
    moves: Sequence[tuple[str, tuple[int, ...]]]


def marked(course: Course) -> Scene:
    """The scene of a course, marking the cells that typed moves name; none once it is over.

    An entry of F.I.L.O., say, is typed as a number: no cell is typed, though one can be chosen.
    """
    if course.result is not None:
        return replace(course.scene, choices=frozenset())
    game, position, names = course.game, course.position, course.game.board.names
    named = set()
    for move in map(int, position.legal_moves()):
        for cell in game.move_cells(move, position)[:1]:
            if cell not in named and names[cell] in game.format_move(move, position):
                named.add(cell)
    return replace(course.scene, choices=course.scene.choices & named)


class Pointer:
    """A cursor on a board; `cell` is None until an arrow key is pressed, `said` is what to tell."""

    def __init__(self, pointable: Pointable) -> None:
        self._pointable = pointable
        self.cell: int | None = None
        self.chosen: tuple[int, ...] = ()
        self.said = ""
        sign = -1 if pointable.flip else 1
        self._places: list[tuple[float, float]] = [
            (sign * x, sign * y) for x, y in pointable.scene.board.places
        ]
        self._wanted = 0.0  # where along its row the cursor stays while it goes up and down

    @property
    def scene(self) -> Scene:
        """The scene, marking on the way the cells that the next choice may go to."""
        if self.cell is None:
            return self._pointable.scene
        return replace(self._pointable.scene, choices=self._next_cells(self.chosen))

    def go(self, right: int, up: int) -> None:
        """Go to the next cell in a direction, if there is one; at first where a move begins."""
        self.said = ""
        if self.cell is None:
            self._stand(self._first())
            return
        x, y = self._places[self.cell]
        if right:
            row = sorted((px, n) for n, (px, py) in enumerate(self._places) if py == y)
            beside = [n for px, n in row if (px - x) * right > 0]
            if beside:
                self._stand(beside[0] if right > 0 else beside[-1])
            return
        rows = sorted({py for _, py in self._places if (py - y) * up > 0}, key=lambda py: py * up)
        if rows:
            row_cells = [n for n, (_, py) in enumerate(self._places) if py == rows[0]]
            self.cell = min(row_cells, key=lambda n: abs(self._places[n][0] - self._wanted))

    def choose(self) -> str:
        """Choose the cell of the cursor: the text of the move that this makes, or empty."""
        if self.cell is None:
            return ""
        self.said = ""
        moves = self._pointable.moves
        if self.chosen and self.cell == self.chosen[-1]:  # the same again: go no further
            return next((text for text, cells in moves if cells == self.chosen), "")
        path = (*self.chosen, self.cell)
        fitting = self._fitting(path)
        if not fitting:  # begin anew with this cell
            path = (self.cell,)
            fitting = self._fitting(path)
        if not fitting:
            self.chosen = ()
            self.said = f"no move goes by {self._pointable.scene.board.names[self.cell]} now"
            return ""
        if len(fitting) == 1:
            return fitting[0][0]
        self.chosen = path
        if len({cells for _, cells in fitting}) == 1:
            self.said = f"type {' or '.join([text for text, _ in fitting])}"
        elif any(cells == path for _, cells in fitting):
            self.said = "Enter again makes this move"
        return ""

    @property
    def begun(self) -> str:
        """The shortest move that is left, where their cells do not tell them apart."""
        fitting = self._fitting(self.chosen) if self.chosen else []
        if len({cells for _, cells in fitting}) != 1:
            return ""
        return min([text for text, _ in fitting], key=len)

    def leave(self) -> None:
        """Take the cursor from the board."""
        self.cell, self.chosen, self.said = None, (), ""

    def _stand(self, cell: int) -> None:
        self.cell = cell
        self._wanted = self._places[cell][0]

    def _first(self) -> int:
        """A cell that a move begins with, the nearest to the middle of the board."""
        able = self._next_cells(()) or frozenset(range(len(self._places)))
        middle = [sum(along) / len(self._places) for along in zip(*self._places, strict=True)]

        def away(cell: int) -> float:
            x, y = self._places[cell]
            return float(abs(x - middle[0]) + abs(y - middle[1]))

        return min(sorted(able), key=away)

    def _fitting(self, path: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
        """The moves whose cells begin so."""
        return [move for move in self._pointable.moves if move[1][: len(path)] == path]

    def _next_cells(self, path: tuple[int, ...]) -> frozenset[int]:
        """The cells that may follow."""
        at = len(path)
        return frozenset(cells[at] for _, cells in self._fitting(path) if len(cells) > at)
