"""Moves that are images of one another under the symmetries of a game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.successors import successor, successors


def images_of(game: Game, position: Position) -> dict[int, int]:
    """For each move whose mirror image comes earlier in the list of moves, the first image.

    Two moves are images if the positions after them have the same `symmetric_code`, or if one of
    the symmetries of its knowledge leaves the position as it is and turns one move into the other.
    """
    found: dict[int, int] = {}
    first: dict[Hashable, int] = {}
    for move, after in successors(position):
        code = _code_of(after)
        if code >= 0 and first.setdefault((code, after.player), move) != move:
            found[move] = first[code, after.player]
    turns = _turns_of(game, position)
    moves = map(int, position.legal_moves()) if turns else ()
    views = {move: PositionView(game, position, move) for move in moves}
    by_cells: dict[Hashable, list[int]] = {}
    for move, view in views.items():
        if move in found:
            continue
        for turn in turns:
            earlier = by_cells.get(turned(view.touched, turn), ())
            image = next((other for other in earlier if view.is_image(views[other], turn)), None)
            if image is not None:
                found[move] = image
                break
        else:
            by_cells.setdefault(view.touched, []).append(move)
    for move, image in found.items():  # a symmetry may lead to a move that has an image by its code
        found[move] = found.get(image, image)
    return found


def alike(move: int, images: Mapping[int, int]) -> tuple[int, ...]:
    """The moves that have this image."""
    return tuple([other for other, image in images.items() if image == move])


class PositionView:
    """The visible part of the position after a legal move."""

    def __init__(self, game: Game, before: Position, move: int) -> None:
        self._game: Any = game
        self._position = position = successor(before, move)
        self.touched = tuple(game.move_cells(move, before))
        self._pieces = game.pieces(position)
        self._rest = (
            *(int(position.player), int(position.winner), bool(position.mid_turn)),
            game.trays(position),
        )
        self._cells: list[tuple[int, ...]] | None = None

    def is_image(self, other: PositionView, turn: Sequence[int]) -> bool:
        """Tell if a symmetry turns the position into another."""
        if self._rest != other._rest or image_of(self._pieces, turn) != other._pieces:
            return False
        return sorted([turned(cells, turn) for cells in self._replies()]) == other._replies()

    def _replies(self) -> list[tuple[int, ...]]:
        """The cells of the next moves, in order."""
        if self._cells is None:
            self._cells = _cells_of(self._game, self._position)
        return self._cells


def _turns_of(game: Game, position: Position) -> list[Sequence[int]]:
    """The symmetries of a game, without the identity, that leave a position as it is."""
    symmetries = knowledge_of(game).symmetries()
    turns = [turn for turn in symmetries if any(c != i for i, c in enumerate(turn))]
    pieces = game.pieces(position) if turns else {}
    turns = [turn for turn in turns if image_of(pieces, turn) == pieces]
    if not turns:
        return []
    cells = _cells_of(game, position)
    return [turn for turn in turns if sorted([turned(c, turn) for c in cells]) == cells]


def _cells_of(game: Game, position: Position) -> list[tuple[int, ...]]:
    """The cells of every legal move, in order."""
    if position.winner != ONGOING:
        return []
    return sorted([tuple(game.move_cells(int(move), position)) for move in position.legal_moves()])


def image_of(pieces: Any, turn: Sequence[int]) -> dict[int, Any]:
    """The pieces of a scene where a symmetry takes them."""
    return {turn[cell]: here for cell, here in pieces.items()}


def turned(cells: Sequence[int], turn: Sequence[int]) -> tuple[int, ...]:
    """The images of some cells."""
    return tuple([turn[cell] for cell in cells])


def _code_of(position: Position) -> int:
    """The symmetric code of an unfinished position; -1 if it has none."""
    code: Any = getattr(position, "symmetric_code", None)
    return -1 if code is None or position.winner != ONGOING else int(code())
