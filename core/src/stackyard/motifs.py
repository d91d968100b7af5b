"""Motifs: what a turn brings about, in the words of its game, for hints and puzzles.

A game declares them in `Game.motifs`. Each is a name and a function of two positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Motif:
    """Something that a turn may bring about, such as `stack captured`.

    `found(game, before, after)` returns what a turn of the player to act in `before` has done when
    `after` stands: words that follow the name of a move, as in `buries the white stack on c`. The
    text is empty if the motif is absent. Both positions stay unchanged.
    """

    name: str
    found: Callable[[Any, Any, Any], str]


def motifs_between(game: Any, before: Any, after: Any) -> dict[str, str]:
    """The motifs of a turn, in the game's order: the words of each by its name."""
    words = {motif.name: motif.found(game, before, after) for motif in game.motifs}
    return {name: found for name, found in words.items() if found}


def opponent_stuck(game: Any, before: Any, after: Any) -> str:
    """A motif of games in which a player without a move passes: the player acts again."""
    if after.player != before.player or not len(after.legal_moves()):
        return ""
    colour, other = game.colours[before.player], game.colours[1 - before.player]
    return f"leaves {other} without a move so that {colour} moves again"
