"""A scene as plain text: letters, no colours, readable aloud line by line.

Cells that the last turn touched are marked *, those that decided a finished game !.
"""

from __future__ import annotations

from collections import Counter

from stackyard.drawing.picture import PLAIN, Look, picture
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import Piece, Scene


def draw(scene: Scene, look: Look = PLAIN) -> str:
    """The scene with its trays and a status line."""
    return "\n".join([board(scene, look), *trays(scene), status(scene)])


def board(scene: Scene, look: Look = PLAIN) -> str:
    """The board alone."""
    lines = ["".join([span.text for span in line]) for line in picture(scene, look)]
    return "\n".join([line.rstrip() for line in lines])


def trays(scene: Scene) -> list[str]:
    """A line for each tray, with its pieces counted."""
    return [f"{tray.title}: {_pile(tray.pieces)}" for tray in scene.trays]


def status(scene: Scene) -> str:
    """The player to move and the prompt, or the winner and the reason."""
    if scene.winner == ONGOING:
        return f"{scene.colours[scene.player]}: {scene.prompt}"
    if scene.winner == DRAW:
        return f"draw: {scene.prompt}"
    return f"{scene.colours[scene.winner]} wins: {scene.prompt}"


def _pile(pieces: tuple[Piece, ...]) -> str:
    counted = Counter([piece.letter for piece in pieces])
    return " ".join([f"{number} {letter}" for letter, number in counted.items()]) or "none"
