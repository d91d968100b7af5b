"""What lists of games and of players show of each, known before its code is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.options import Option


@dataclass(frozen=True)
class About:
    """What a list of games shows, known without loading the rules.

    `name` is what one types: lower-case letters, digits and underscores. `summary` is a sentence.
    """

    name: str
    title: str
    designer: str
    year: int
    summary: str


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player that a description such as `mcts:simulations=2000` can name.

    `summary` is a sentence; a bare value in a description goes to the first of the `options`.
    `games` limits it to games of these names; empty, it plays them all.
    """

    name: str
    summary: str
    options: tuple[Option, ...] = ()
    games: tuple[str, ...] = ()
