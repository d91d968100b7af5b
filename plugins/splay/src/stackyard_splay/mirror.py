"""The player that wins every game of Splay as White without the swap rule."""

from __future__ import annotations

from typing import Any

from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match


class MirrorPlayer:
    """Keeps every cell and its reflection in the centre in opposite colours.

    White begins in the centre and stays a cell ahead: the reflection of Black's move is always
    legal, or a checker on the centre restores the symmetry. The rules page gives the proof. Where
    no move leads to such a board, it plays any move.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "mirror"
        self.seed = seed
        self._game = game

    def choose(self, match: Match) -> int:
        """A move that makes the board symmetric, or else one that depends on seed and ply."""
        for move in match.position.legal_moves():
            after = match.position.copy()
            after.play(move)
            if self._is_symmetric(after):
                return int(move)
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))

    def _is_symmetric(self, position: Position) -> bool:
        """Whether each cell but the centre equals its reflection with the colours swapped."""
        pieces, image = self._game.pieces(position), self._game.board.reflection
        for cell, there in enumerate(image):
            here = [(piece.player, piece.kind) for piece in pieces.get(cell, ())]
            opposite = [(1 - piece.player, piece.kind) for piece in pieces.get(there, ())]
            if cell != there and here != opposite:
                return False
        return True


def mirrored(game: Game[Any], position: Position, last: int | None) -> int:
    """The strategy by moves alone: the reflection of Black's last move, or the centre.

    `last` is None if Black has not moved since White's last move.
    """
    (centre,) = game.board.centre
    if last is not None:
        (cell,) = game.move_cells(last, position)
        image = game.board.reflection[cell]
        move = game.read_move(game.board.names[image])
        if move in position.legal_moves():
            return move
    return game.read_move(game.board.names[centre])
