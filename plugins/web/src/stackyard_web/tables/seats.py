"""The players that can sit at a table: people, and computer players on offer."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.plugins.registry import registry
from stackyard.text import normalize_name
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import levels

HUMAN = "human"
SECONDS = (1, 5, 20)  # of thinking a move, for players without a level
NAMED = {HUMAN, "level", "mcts"}  # offered under other names


@dataclass(frozen=True)
class Opponent:
    """A computer player offered in a form."""

    spec: str
    name: str
    sentence: str


def opponents(game: str) -> list[Opponent]:
    """The computer players on offer for a game, weakest first.

    A page may choose no others, so that thinking times are bounded: `mcts:seconds=3600` is refused.
    """
    kinds = registry().players
    found = [Opponent(f"level:{n}", f"Computer, level {n}", "") for n in levels()]
    found += [Opponent(f"mcts:seconds={n}", f"Computer, thinks {n} s a move", "") for n in SECONDS]
    for name, known in kinds.items():
        fits = not known.about.games or normalize_name(game) in known.about.games
        if fits and name not in NAMED and not known.about.runs:
            found.append(Opponent(name, f"Computer, {name}", known.about.summary))
    return found


class RemotePlayer:
    """A player whose moves come from a page or a worker process."""

    awaited = True

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match) -> None:
        """Return no move; the table plays it."""


def seat_remote_players(match: Match) -> None:
    """Replace both players by remote ones with the same descriptions."""
    match.close()
    for side, (player, spec) in enumerate(zip(match.players, match.specs, strict=True)):
        match.seat(side, RemotePlayer(player.name), spec)


def name_of(spec: str, game: str) -> str:
    """The name of a player for pages."""
    if spec == HUMAN:
        return "Person"
    names = {opponent.spec: opponent.name for opponent in opponents(game)}
    return names.get(spec, f"Computer, {spec}")
