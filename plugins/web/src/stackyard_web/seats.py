"""Who may sit at a table: people, and the computer players that a person may choose."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.discovery import plain
from stackyard.plugins import host

HUMAN = "human"
LEVELS = range(1, 9)
KNOWN = ("human", "random", "mcts", "level")


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
    found = []
    if "level" in kinds:
        found += [Opponent(f"level:{n}", f"Computer, level {n}", "") for n in LEVELS]
    else:
        if "random" in kinds:
            found.append(Opponent("random", "Computer, random moves", ""))
        for word, seconds in (("easy", "0.05"), ("medium", "0.5"), ("strong", "3")):
            sentence = f"thinks for {seconds} s a move"
            if "mcts" in kinds:
                found.append(Opponent(f"mcts:seconds={seconds}", f"Computer, {word}", sentence))
    for name, known in kinds.items():
        own = plain(game) in map(plain, known.about.games)
        if own and name not in KNOWN:
            found.append(Opponent(name, f"Computer, {name}", known.about.summary))
    return found


def name_of(spec: str, game: str) -> str:
    """A player as a page names him."""
    if spec == HUMAN:
        return "Person"
    names = {opponent.spec: opponent.name for opponent in opponents(game)}
    return names.get(spec, f"Computer, {spec}")
