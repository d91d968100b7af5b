"""Turns within a line of play, for hints: what belongs to a turn, its text, and its replies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from stackyard.turnloop.ply import Ply


def opening_turns(plies: Sequence[Ply], turns: int) -> list[Ply]:
    """The plies of the first turns, whether or not the last of them is complete."""
    groups = [list(group) for _, group in groupby(plies, lambda ply: ply.turn)]
    return [ply for group in groups[:turns] for ply in group]


def texts(plies: Sequence[Ply]) -> str:
    """Moves in the game's notation."""
    return " ".join([ply.text for ply in plies])


def reply_of(plies: Sequence[Ply]) -> list[Ply]:
    """The turn after the first one of a line; empty if the same player makes it, or if it ends."""
    own = opening_turns(plies, 1)
    reply = opening_turns(plies, 2)[len(own) :]
    return reply if reply and reply[0].player != plies[0].player else []


def replies(plies: Sequence[Ply]) -> int:
    """The number of replies to the first turn of a line."""
    after = opening_turns(plies, 1)[-1].after
    return len(after.legal_moves()) if after.player != plies[0].player else 0
