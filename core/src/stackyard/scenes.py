"""Scenes: the pieces and marks of a board, the only view that renderers have of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stackyard.boards import Board
from stackyard.position import ONGOING
from stackyard.text import quoted

NEUTRAL: Final = 2  # the owner of a piece that belongs to neither player
MEN = frozenset({"checker", "man", "stone"})  # kinds of pieces that texts leave unnamed


class OwnerError(ValueError):
    """The owner of a piece is neither a player nor NEUTRAL."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its owner, its letter in texts, and its kind.

    `player` is 0, 1 or NEUTRAL; anything else raises OwnerError. A `kind` is a word; a pillar and a
    marker have shapes of their own in pictures, an officer a star, and any other kind is drawn like
    a checker.
    """

    player: int
    letter: str
    kind: str = "checker"

    def __post_init__(self) -> None:
        if self.player not in (0, 1, NEUTRAL):
            given = quoted(self.player)
            raise OwnerError(f"a piece belongs to player 0 or 1, or is NEUTRAL (2), not {given}")


@dataclass(frozen=True, slots=True)
class Tray:
    """Pieces beside the board, such as a reserve."""

    title: str
    player: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Scene:
    """A position ready to be drawn.

    `cells` maps a cell to its pieces, bottom first; a cell that is absent is empty. `player` acts
    now and `asked` is the prompt for that player; when the game is over (`winner` is not ONGOING)
    `asked` says how it ended. `touched` are the cells that the last turn changed, `decisive` those
    that decided a finished game; `choices` are the cells that a legal move starts with. `notes` are
    a few characters about a cell, such as a capacity, that are shown on request; `noted` describes
    them: a word, a colon and a few words more. `room` is the most letters that the pieces of a cell may need: a
    board that is drawn during a match keeps space for them. `neutral` is the colour of pieces that
    belong to neither player.
    """

    board: Board
    cells: Mapping[int, tuple[Piece, ...]]
    colours: tuple[str, str]
    player: int
    asked: str = ""
    winner: int = ONGOING
    trays: tuple[Tray, ...] = ()
    touched: frozenset[int] = field(default_factory=frozenset)
    decisive: frozenset[int] = field(default_factory=frozenset)
    choices: frozenset[int] = field(default_factory=frozenset)
    notes: Mapping[int, str] = field(default_factory=dict)
    noted: str = ""
    room: int = 1
    neutral: str = "neutral"

    def colour(self, piece: Piece) -> str:
        """The name of a piece's colour."""
        return (*self.colours, self.neutral)[piece.player]
