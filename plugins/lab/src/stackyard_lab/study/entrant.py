"""A variant in a race: its games are those of two arenas, whose games an archive keeps."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from stackyard.game import Game
from stackyard.records.archive import Archive
from stackyard.turnloop.player_specs import read_player_spec
from stackyard.workforce import Workforce
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import GameOutcome
from stackyard_lab.plan import Pairing
from stackyard_lab.study.comparison import Block
from stackyard_lab.study.matches import PlayedMatch
from stackyard_lab.study.settings import StudySettings


class ArenaEntrant:
    """Plays the level games of a study, and its player with twice the effort against it."""

    def __init__(self, settings: StudySettings, archive: Archive, workforce: Workforce) -> None:
        player = settings.player
        twice = doubled(player, settings.load())
        self._level = PlayedMatch(settings.plan(player, player), archive)
        self._doubled = PlayedMatch(settings.plan(twice, player), archive)
        self._workforce = workforce

    @property
    def processor_seconds(self) -> float:
        """The work of this object."""
        return self._level.processor_seconds + self._doubled.processor_seconds

    def play(self, blocks: int) -> Iterator[object]:
        """Play the first `blocks` blocks; each item is a game."""
        for match in (self._level, self._doubled):
            yield from match.work(self._workforce, inf, games=2 * blocks)

    def blocks(self) -> list[Block | None]:
        """The blocks played so far; None for one with a game that has no result.

        Raises FaultError for a game that a player lost by a fault.
        """
        matches = self._level, self._doubled
        for match in matches:
            _ = match.first_games  # refuses faults
        found: list[Block | None] = []
        while True:
            pair = [Pairing(0, 1, 2 * len(found) + number) for number in range(2)]
            outcomes = [match.arena.outcomes.get(one) for match in matches for one in pair]
            there = [outcome for outcome in outcomes if outcome is not None]
            if len(there) < len(outcomes):
                return found
            found.append(_block(there))


def _block(outcomes: list[GameOutcome]) -> Block | None:
    """A block: two level games, and two in which the larger effort moves first, then second."""
    if any(outcome.winner is None for outcome in outcomes):
        return None
    first, second, there, back = [outcome.points for outcome in outcomes]
    return Block((first + second) / 2, (there + 1 - back) / 2)


def doubled(spec: str, game: Game) -> str:
    """The description of a player with twice the simulations; ArenaError if it has none."""
    found = read_player_spec(spec, game)
    simulations = found.settings.get("simulations")
    if simulations is None:
        raise ArenaError(
            f"{spec}: depth is measured by doubling the simulations; give a player with a number "
            "of them, such as mcts:400"
        )
    name, _, rest = spec.strip().partition(":")
    parts = [part.strip() for part in rest.split(",") if part.strip()]
    bare = [part for part in parts[:1] if "=" not in part]  # the value of the first option
    named = [part for part in parts[len(bare) :] if not part.lower().startswith("simulations")]
    twice = f"simulations={2 * simulations}"
    if found.registered.about.options[0].name == "simulations" and (bare or not parts):
        bare, twice = [], f"{2 * simulations}"  # as in a ladder, with which games are shared
    return f"{name}:{','.join([*bare, twice, *named])}"
