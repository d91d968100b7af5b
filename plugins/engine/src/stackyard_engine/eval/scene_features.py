"""Patterns for any game, from the contents of the cells in its scenes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.features import Patterns
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.scenes import Piece

GAMES: Final = 100  # random games sampled for piece kinds
LONGEST: Final = 500  # moves per sampled game
STEP: Final = 3  # sampling interval in positions
TALL: Final = 3  # greatest stack height that is distinguished
TRAY: Final = 16  # pieces beside the board, likewise
MOBILE: Final = 32  # legal moves
PLAYER, MOVES, FIRST_CELL = 0, 1, 4  # traits: the player to act, the moves, the first cell
HELD: Final = (2, 3)  # traits: the pieces beside the board, of the player to act and the other
MOST: Final = 200_000  # maximum number of weights that allows lines of three cells


def piece_kinds(game: Game) -> list[str]:
    """The appearances of cells in random games: the kind and height of the highest piece."""
    looks: set[str] = set()
    for number in range(GAMES):
        rng = Rng(derive(number, 1))
        position = game.initial()
        for ply in range(LONGEST):
            if ply % STEP == 0:
                looks |= {_look(pieces) for pieces in game.pieces(position).values() if pieces}
            if position.winner != ONGOING:
                break
            position.play(position.random_move(rng.bits()))
    return sorted(looks)


def _look(pieces: Sequence[Piece]) -> str:
    return f"{pieces[-1].kind}/{min(len(pieces), TALL)}"


class SceneFeatures:
    """Reads the traits of a position from its scene.

    They are, in order: the player to act; the number of legal moves; each player's number of pieces
    in the trays; for each cell, empty or the appearance of its highest piece and whether it
    belongs to the player to act. The board is not rotated, so each table has one half per player.
    """

    def __init__(self, game: Game, looks: Sequence[str]) -> None:
        self._game = game
        self.looks = tuple(looks)
        self._looks = {look: 1 + 2 * number for number, look in enumerate(looks)}
        cells = range(len(game.board))
        first = FIRST_CELL
        near = [
            (0, first + cell, first + other)
            for cell in cells
            for other in game.board.neighbours[cell]
            if other > cell
        ]
        lines = []
        for place, ray in enumerate(game.board.rays):
            cell = place % len(game.board)
            if len(ray) > 1 and ray[0] > cell:
                lines.append((0, first + cell, first + ray[0], first + ray[1]))
        values = 1 + 2 * len(self._looks)
        tuples = [(0, 1), (0, 2, 3), *[(0, first + cell) for cell in cells], *near]
        if 2 * values**3 * len(lines) <= MOST:
            tuples += lines
        radices = (2, MOBILE, TRAY, TRAY, *[values for _ in cells])
        places = *[None] * first, *game.board.places
        self.patterns = Patterns(radices, tuple([(traits,) for traits in tuples]), places)

    def traits(self, position: Position) -> list[int]:
        """The traits of a position."""
        found = vec[i64]([0] * len(self.patterns.radices))
        self.read(position, found)
        return [int(trait) for trait in found]

    def read(self, position: Position, found: vec[i64]) -> None:
        """Write the traits of a position into `found`."""
        player = int(position.player)
        game = self._game
        held = [0, 0]
        for tray in game.trays(position):
            held[tray.player != player] += len(tray.pieces)
        found[PLAYER] = player
        found[MOVES] = min(len(position.legal_moves()), MOBILE - 1)
        for trait, number in zip(HELD, held, strict=True):
            found[trait] = min(number, TRAY - 1)
        pieces = game.pieces(position)
        for cell in range(len(game.board)):
            stack = pieces.get(cell, ())
            look = 0
            if stack:
                look = self._looks.get(_look(stack), 1) + (stack[-1].player != player)
            found[FIRST_CELL + cell] = look
