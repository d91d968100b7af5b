"""The player that wins every game of Splay as White, as long as there is no swap."""

from __future__ import annotations

from typing import Any

from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match


class MirrorPlayer:
    """Keeps the board so that every cell and its image in the centre are of opposite colours.

    White begins in the centre and is from then on a cell ahead, whatever Black does: the image of
    Black's move is legal, or else a checker on the centre restores the symmetry. The rules page
    tells why. Where no move leads to such a board, any move will do.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "mirror"
        self.seed = seed
        self._game = game

    def choose(self, match: Match) -> int:
        """A move that leaves the board symmetric, else one that depends on seed and ply."""
        for move in match.position.legal_moves():
            after = match.position.copy()
            after.play(move)
            if self._is_symmetric(after):
                return int(move)
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))

    def _is_symmetric(self, position: Position) -> bool:
        """Whether each cell but the centre holds what its image holds, in the other colour."""
        pieces, image = self._game.pieces(position), self._game.board.reflection
        for cell, there in enumerate(image):
            here = [(piece.player, piece.kind) for piece in pieces.get(cell, ())]
            opposite = [(1 - piece.player, piece.kind) for piece in pieces.get(there, ())]
            if cell != there and here != opposite:
                return False
        return True


def mirrored(game: Game[Any], position: Position, last: int | None) -> int:
    """The strategy without a look at the board: the reflection of Black's last move, or the centre.

    `last` is None where Black has not moved since White did.
    """
    (centre,) = game.board.centre
    if last is not None:
        (cell,) = game.move_cells(last, position)
        image = game.board.reflection[cell]
        move = game.read_move(game.board.names[image])
        if move in position.legal_moves():
            return move
    return game.read_move(game.board.names[centre])
