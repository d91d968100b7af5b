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


OFF_BOARD: Final = -1  # in place of a cell: beside the board
ARRIVING: Final = -1  # in place of a level: pieces that are shown as they lie at the end

# How pieces may look in pictures, and the looks of kinds that name none.
LOOKS: Final = ("disc", "star", "stone", "tile", "wall", "pillar", "cap", "flag")
_LOOK_OF_KIND: Final = {"officer": "star", "stone": "stone", "pillar": "pillar", "marker": "flag"}


class OwnerError(ValueError):
    """The owner of a piece is neither a player nor NEUTRAL."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its owner, its letter in texts, its kind, and its look in pictures.

    `player` is 0, 1 or NEUTRAL; anything else raises OwnerError. A `kind` is a word for the piece.
    A `look` is one of LOOKS, else ValueError is raised; without one, an officer is a disc with a
    star, a stone, a pillar and a marker have shapes of their own, and any other kind is a disc.
    """

    player: int
    letter: str
    kind: str = "checker"
    look: str = ""

    def __post_init__(self) -> None:
        if self.player not in (0, 1, NEUTRAL):
            given = quoted(self.player)
            raise OwnerError(f"a piece belongs to player 0 or 1, or is NEUTRAL (2), not {given}")
        if self.look and self.look not in LOOKS:
            listed = ", ".join(LOOKS)
            raise ValueError(f"a piece looks like one of {listed}, not {quoted(self.look)}")

    @property
    def shape(self) -> str:
        """The look of the piece, one of LOOKS."""
        return self.look or _LOOK_OF_KIND.get(self.kind, "disc")


@dataclass(frozen=True, slots=True)
class Movement:
    """The way of some pieces of one stack: `count` of them, through `cells`, from step `start` on.

    One step leads from a cell to the next. `level` is the number of pieces below them on the first
    cell, or ARRIVING. The first or the last cell may be OFF_BOARD.
    """

    cells: tuple[int, ...]
    count: int = 1
    start: int = 0
    level: int = 0


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
    now and `prompt` is the prompt for that player; when the game is over (`winner` is not ONGOING)
    `prompt` says how it ended. `touched` are the cells that the last turn changed, `decisive` those
    that decided a finished game; `choices` are the cells that a legal move starts with. `notes` are
    a few characters about a cell, such as a capacity, that are shown on request; `notes_legend`
    describes them: a word, a colon and a few words more. `cell_letters` is the most letters that
    the pieces of a cell may need: a board that is drawn during a match keeps space for them; on a
    row, the most pieces of a cell if that is more than 1. `neutral` is the colour of pieces that
    belong to neither player. `links` are pairs of cells whose pieces a picture joins, `trail` the
    ways of the pieces that the last turn moved, from cell to cell, and `movements` those of the
    last ply, as a film shows them.
    """

    board: Board
    cells: Mapping[int, tuple[Piece, ...]]
    colours: tuple[str, str]
    player: int
    prompt: str = ""
    winner: int = ONGOING
    trays: tuple[Tray, ...] = ()
    touched: frozenset[int] = field(default_factory=frozenset)
    decisive: frozenset[int] = field(default_factory=frozenset)
    choices: frozenset[int] = field(default_factory=frozenset)
    notes: Mapping[int, str] = field(default_factory=dict)
    notes_legend: str = ""
    cell_letters: int = 1
    neutral: str = "neutral"
    links: tuple[tuple[int, int], ...] = ()
    trail: tuple[tuple[int, ...], ...] = ()
    movements: tuple[Movement, ...] = ()

    def colour(self, piece: Piece) -> str:
        """The name of a piece's colour."""
        return (*self.colours, self.neutral)[piece.player]

    def note_words(self, cell: int) -> str:
        """The note of a cell with its name, such as `capacity 4`; empty without one."""
        word, colon, _ = self.notes_legend.partition(":")
        return f"{word if colon else 'note'} {self.notes[cell]}" if cell in self.notes else ""
