"""Mirroring strategies of any game: each move makes the board equal to its own image.

A symmetry of the board gives a strategy if applying it twice moves no cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stackyard.boards import Board
from stackyard.errors import PlayerSpecError
from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard.scenes import NEUTRAL
from stackyard.text import plural
from stackyard.turnloop.match import Match
from stackyard_engine.successors import successors

Images = Sequence[int]  # of the cells, under a symmetry of the board


def mirrors(board: Board) -> list[tuple[int, ...]]:
    """The symmetries of a board that give a strategy: half turns and reflections."""
    return [
        images
        for images in board.symmetries
        if any(cell != there for cell, there in enumerate(images))
        and all(images[there] == cell for cell, there in enumerate(images))
    ]


def mirror_words(board: Board, images: Images) -> str:
    """A mirror in a few words."""
    at_rest = [cell for cell, there in enumerate(images) if cell == there]
    points = board.points
    middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
    turned = all(
        abs(points[cell][axis] + points[there][axis] - 2 * middle[axis]) < 1e-6
        for cell, there in enumerate(images)
        for axis in (0, 1)
    )
    if turned:
        return "half turn"
    if not at_rest:
        return f"reflection that exchanges {board.names[0]} and {board.names[images[0]]}"
    ends = dict.fromkeys([board.names[at_rest[0]], board.names[at_rest[-1]]])
    return f"reflection through {' and '.join(ends)}"


class MirrorPlayer:
    """Makes every cell the opposite of its image: the same pieces with the colours exchanged.

    Where no move leads to such a board, it plays any move.
    """

    def __init__(self, game: Game, seed: int, mirror: int) -> None:
        known = mirrors(game.board)
        if mirror > len(known):
            raise PlayerSpecError(
                f"the board of {game.title} has {plural(len(known), 'mirror')}, so there is no "
                f"mirror:{mirror}"
            )
        self.name = "mirror" if mirror == 1 else f"mirror:{mirror}"
        self.seed = seed
        self._game = game
        self._images = known[mirror - 1]

    def choose(self, match: Match) -> int:
        """A move that mirrors, or else one that depends on seed and ply."""
        move = image_move(self._game, self._images, match.position)
        if move is None:
            move = int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))
        return move


def image_move(game: Game[Any], images: Images, position: Position) -> int | None:
    """The first move after which the board equals its image with the colours exchanged."""
    for move, after in successors(position):
        if _is_symmetric(game, images, after):
            return move
    return None


def _is_symmetric(game: Game[Any], images: Images, position: Position) -> bool:
    """Tell if each cell that the symmetry moves is the opposite of its image."""
    pieces = game.pieces(position)
    for cell, there in enumerate(images):
        here = [(piece.player, piece.kind) for piece in pieces.get(cell, ())]
        opposite = [
            (piece.player if piece.player == NEUTRAL else 1 - piece.player, piece.kind)
            for piece in pieces.get(there, ())
        ]
        if cell != there and here != opposite:
            return False
    return True
