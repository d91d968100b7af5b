"""Patterns for any game: what lies on the cells of its scenes, read without a line of its code."""

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

GAMES: Final = 100  # random games whose pieces are looked at
LONGEST: Final = 500  # moves of these that are played
STEP: Final = 3  # every such position of them is looked at
TALL: Final = 3  # pieces of a cell up to which heights are told apart
TRAY: Final = 16  # pieces beside the board, likewise
MOBILE: Final = 32  # legal moves
MOST: Final = 200_000  # weights, beyond which lines of three cells are left out


def piece_kinds(game: Game) -> list[str]:
    """How cells can look in random games: the kind of the highest piece, and how high it stands."""
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
    """Reads the traits of a position from what its game shows.

    They are, in order: the player to act; how many moves are legal; of each player how many pieces
    the trays hold; of each cell whether it is empty, or else how its highest piece looks and
    whether it belongs to the player to act. The board is never turned round, so each table has a
    half for each player.
    """

    def __init__(self, game: Game, looks: Sequence[str]) -> None:
        self._game = game
        self._looks = {look: 1 + 2 * number for number, look in enumerate(looks)}
        cells = range(len(game.board))
        first = 4
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

    def read(self, position: Position, found: vec[i64]) -> None:
        """Write the traits of a position into `found`."""
        player = int(position.player)
        game = self._game
        held = [0, 0]
        for tray in game.trays(position):
            held[tray.player != player] += len(tray.pieces)
        found[0] = player
        found[1] = min(len(position.legal_moves()), MOBILE - 1)
        found[2] = min(held[0], TRAY - 1)
        found[3] = min(held[1], TRAY - 1)
        at = 4
        pieces = game.pieces(position)
        for cell in range(len(game.board)):
            stack = pieces.get(cell, ())
            look = 0
            if stack:
                look = self._looks.get(_look(stack), 1) + (stack[-1].player != player)
            found[at + cell] = look
