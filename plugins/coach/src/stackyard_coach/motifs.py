"""Motifs: what a turn brings about, in the words of its game, for hints and puzzles.

A plugin registers them for a game by the hook `stackyard_register_motifs`. Each is a name and a
function of two positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stackyard.game import Game
from stackyard.plugins.contributions import contribution, leave_out
from stackyard.text import quoted

HOOK = "stackyard_register_motifs"


@dataclass(frozen=True)
class Motif:
    """Something that a turn may bring about, such as `capturing a stack`: the idea of a puzzle.

    `found(game, before, after)` returns what a turn of the player to act in `before` has done when
    `after` stands: words that follow the name of a move, as in `buries the white stack on c`. The
    text is empty if the motif is absent. Both positions stay unchanged. A `slight` motif is told of
    the best move alone: it would not make another move a threat, or a reply worth preventing.
    """

    name: str
    found: Callable[[Any, Any, Any], str]
    slight: bool = False


def motifs_of(game: Game[Any]) -> Sequence[Motif]:
    """The motifs that a plugin registers for a game; empty without any.

    Raises ProblemError if they cannot be imported, PluginError if they are something else.
    """
    registered = contribution(HOOK, type(game))
    if registered is None:
        return ()
    motifs: Any = registered.load()
    if fault := _fault_of(motifs):
        raise registered.fault(f"motifs of game {game.name}: {fault}")
    return tuple(motifs)


def _fault_of(motifs: object) -> str:
    """The fault of something that is registered as motifs; empty if there is none."""
    if not isinstance(motifs, Sequence):
        return f"{quoted(motifs)} is no sequence of stackyard_coach.motifs.Motif"
    for motif in motifs:
        if not isinstance(motif, Motif):
            return f"{quoted(motif)} is no stackyard_coach.motifs.Motif"
    names = [motif.name for motif in motifs]
    return f"two have one name: {', '.join(names)}" if len({*names}) != len(names) else ""


def motifs_between(game: Any, before: Any, after: Any, *, slight: bool = True) -> dict[str, str]:
    """The motifs of a turn, in the order of the game's: the words of each by its name.

    Those that are slight can be left out. If one fails, its plugin is reported, and the game has no
    motifs from then on.
    """
    words: dict[str, str] = {}
    for motif in motifs_of(game):
        if slight or not motif.slight:
            try:
                words[motif.name] = motif.found(game, before, after)
            except Exception as failure:
                leave_out(HOOK, type(game), f"motif {motif.name} of game {game.name}", failure)
                return {}
    return {name: found for name, found in words.items() if found}


def opponent_stuck(game: Any, before: Any, after: Any) -> str:
    """A motif of games in which a player without a move passes: the player acts again."""
    if after.player != before.player or not len(after.legal_moves()):
        return ""
    colour, other = game.colours[before.player], game.colours[1 - before.player]
    return f"leaves {other} without a move so that {colour} moves again"
