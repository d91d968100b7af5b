"""Puzzles that are nearly the same: the same move on boards that differ in few cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stackyard.game import Game
from stackyard.position import Position

PART = 10  # boards alike differ in this part of their cells and two more, and in less than half

Cells = Mapping[int, tuple[tuple[bool, str], ...]]  # the pieces: the solver's or not, and the kind
Trays = tuple[tuple[bool, int], ...]  # whose they are, and the number of pieces
Image = tuple[Cells, frozenset[int], Trays]  # the board, the cells of the right move, the trays


class SeenPuzzles:
    """The puzzles of a search, with which new ones are compared.

    A board stands for all its images under its symmetries, with and without an exchange of colours.
    """

    def __init__(self) -> None:
        self._seen: dict[str, list[Image]] = {}

    def is_new(self, game: Game, own: Sequence[tuple[Position, int]]) -> bool:
        """Tell if none that was added is nearly the same in any of the solver's positions."""
        seen = self._seen.get(str(game.settings), [])
        most = min(len(game.board) // PART + 2, len(game.board) // 2 - 1)
        return not any(
            _alike(image, other, most)
            for position, move in own
            for image in _images(game, position, move)
            for other in seen
        )

    def add(self, game: Game, own: Sequence[tuple[Position, int]]) -> None:
        """Add a puzzle by the solver's positions, each with the right move."""
        seen = self._seen.setdefault(str(game.settings), [])
        seen += [next(_images(game, position, move)) for position, move in own]


def _images(game: Game, position: Position, move: int) -> Iterator[Image]:
    """The board as the player to act sees it, with the cells of a move and trays; its images."""
    solver = int(position.player)
    cells = {
        cell: tuple([(piece.player == solver, piece.kind) for piece in stack])
        for cell, stack in game.pieces(position).items()
        if stack
    }
    touched = game.move_cells(move, position)
    trays = tuple(
        sorted([(tray.player == solver, len(tray.pieces)) for tray in game.trays(position)])
    )
    for turn in game.board.symmetries:
        there = {turn[cell]: stack for cell, stack in cells.items()}
        yield there, frozenset([turn[cell] for cell in touched]), trays


def _alike(one: Image, other: Image, most: int) -> bool:
    """Tell if the boards are the same, or differ in few cells with the same move."""
    differing = sum(
        [one[0].get(cell) != other[0].get(cell) for cell in one[0].keys() | other[0].keys()]
    )
    if not differing and one[2] == other[2]:
        return True
    return differing <= most and one[1] == other[1]
