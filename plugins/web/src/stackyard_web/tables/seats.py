"""Who may sit at a table: people, and the computer players that a person may choose."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.plugins.discovery import normalize_name
from stackyard.plugins.registry import registry
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import levels

HUMAN = "human"
SECONDS = (1, 5, 20)  # that a computer player thinks who is not offered by a level
NAMED = {HUMAN, "level", "mcts"}  # offered in other words


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
    kinds = registry().players
    found = [Opponent(f"level:{n}", f"Computer, level {n}", "") for n in levels()]
    found += [Opponent(f"mcts:seconds={n}", f"Computer, thinks {n} s a move", "") for n in SECONDS]
    for name, known in kinds.items():
        fits = not known.about.games or normalize_name(game) in map(
            normalize_name, known.about.games
        )
        if fits and name not in NAMED:
            found.append(Opponent(name, f"Computer, {name}", known.about.summary))
    return found


class Elsewhere:
    """Sits where the moves come from elsewhere: from a page, or from a worker process."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match) -> None:
        """Leave the move to be played by the table."""


def let_others_choose(match: Match) -> None:
    """Have both sides played from elsewhere, by the descriptions that they have."""
    match.close()
    for side, (player, spec) in enumerate(zip(match.players, match.specs, strict=True)):
        match.seat(side, Elsewhere(player.name), spec)


def name_of(spec: str, game: str) -> str:
    """A player as a page names it."""
    if spec == HUMAN:
        return "Person"
    names = {opponent.spec: opponent.name for opponent in opponents(game)}
    return names.get(spec, f"Computer, {spec}")
