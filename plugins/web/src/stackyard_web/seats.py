"""Who may sit at a table: people, and the computer players that a person may choose."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.plugins.finding import plain
from stackyard.plugins.host import host

HUMAN = "human"
LEVELS = range(1, 9)


@dataclass(frozen=True)
class Opponent:
    """A computer player as a form offers it."""

    spec: str
    name: str
    sentence: str


def opponents(game: str) -> list[Opponent]:
    """The computer players of a game, weakest first; nothing else may be asked for.

    Their thinking is bounded: descriptions such as `mcts:seconds=3600` are not taken from a page.
    """
    kinds = host().players
    found = [Opponent(f"level:{n}", f"Computer, level {n}", "") for n in LEVELS]
    for name, known in kinds.items():
        own = plain(game) in map(plain, known.about.games)
        if own:
            found.append(Opponent(name, f"Computer, {name}", known.about.summary))
    return found


def name_of(spec: str, game: str) -> str:
    """A player as a page names him."""
    if spec == HUMAN:
        return "Person"
    names = {opponent.spec: opponent.name for opponent in opponents(game)}
    return names.get(spec, f"Computer, {spec}")
