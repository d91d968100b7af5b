"""Finds the symmetries of a game's board under which it plays alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.mcts.images import PositionView, image_of, turned

GAMES: Final = 6  # random games that are followed
LONGEST: Final = 60  # moves of each


def symmetries_of(game: Game) -> list[int]:
    """The numbers in Board.symmetries under which random games play alike, the identity left out.

    The image of each move must be a legal move that leads to the image of the scene, with the same
    player to act, the same replies and the same winner.
    """
    found = []
    for number, turn in enumerate(game.board.symmetries):
        if any(cell != image for cell, image in enumerate(turn)) and _plays_alike(game, turn):
            found.append(number)
    return found


def _plays_alike(game: Game, turn: Sequence[int]) -> bool:
    """Tell if games and their images under a symmetry go on alike."""
    pieces = game.pieces(game.initial())
    if image_of(pieces, turn) != pieces:
        return False
    for number in range(GAMES):
        rng = Rng(derive(number, 3))
        here, there = game.initial(), game.initial()
        for _ in range(LONGEST):
            if here.winner != ONGOING:
                break
            move = int(here.random_move(rng.bits()))
            image = _image_of_move(game, here, there, move, turn)
            if image is None:
                return False
            here.play(move)
            there.play(image)
    return True


def _image_of_move(
    game: Game, here: Position, there: Position, move: int, turn: Sequence[int]
) -> int | None:
    """The move in the image of a position that is the image of a move; None if there is none."""
    view = PositionView(game, here, move)
    touched = turned(view.touched, turn)
    for other in map(int, there.legal_moves()):
        if tuple(game.move_cells(other, there)) == touched:
            image = PositionView(game, there, other)
            if view.is_image(image, turn):
                return other
    return None
