"""The plan of an arena: which players meet how often, from which openings, with which seeds."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, combinations
from pathlib import Path
from typing import NamedTuple

from stackyard.game import Game
from stackyard.options import Value
from stackyard.plugins.discovery import Provider, normalize_name
from stackyard.plugins.registry import load_game, registry
from stackyard.position import Position
from stackyard.rng import derive
from stackyard.turnloop.hooks import TURN_LOOP
from stackyard.turnloop.terms import read_terms
from stackyard_lab.errors import ArenaError
from stackyard_lab.openings import draw_opening

GAMES = 100  # of each pair
OPENING = 4  # turns
NO_MATTER = {"drawing", "records"}  # rooms of core that change no game


def named_plugins() -> str:
    """STACKYARD_PLUGINS, its files named so that they are found from any folder."""
    names = os.environ.get("STACKYARD_PLUGINS", "").split(os.pathsep)
    return os.pathsep.join(
        [str(Path(name).absolute()) if Path(name).is_file() else name for name in names]
    )


class Pairing(NamedTuple):
    """One game to be played: the numbers of two players, and which of their games it is.

    Games 0 and 1, 2 and 3, and so on share an opening; in the odd ones the colours are swapped.
    """

    one: int
    other: int
    number: int

    @property
    def seats(self) -> tuple[int, int]:
        """The numbers of the players, in the order of play."""
        return (self.other, self.one) if self.number % 2 else (self.one, self.other)


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games of an arena.

    `players` are descriptions; all meet all or, in a gauntlet, the first meets each other. Each
    pair plays `games` games, an even number, two from each opening of `opening` random turns.
    `terms` are agreed for every game, such as {"clock": "10/move"}; they are read by the plugins
    that heed them. Raises ArenaError where no arena can be made of it, and what
    `stackyard.turnloop.terms.read_terms` raises.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = GAMES
    gauntlet: bool = False
    seed: int = 1
    opening: int = OPENING
    terms: Mapping[str, str] = field(default_factory=dict)
    plugins: str = field(default_factory=named_plugins)

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError("an arena needs two players or more")
        if self.games < 2 or self.games % 2:
            raise ArenaError(
                f"{self.games} games: colours are swapped over each opening, so a pair plays an "
                "even number of games, 2 or more"
            )
        if self.opening < 0:
            raise ArenaError(f"an opening has 0 turns or more, not {self.opening}")
        object.__setattr__(self, "terms", read_terms(self.terms))

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: as described, and numbered where one comes again."""
        seen: Counter[str] = Counter()
        names = []
        for player in self.players:
            seen[player] += 1
            names.append(player if seen[player] == 1 else f"{player} ({seen[player]})")
        return tuple(names)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The numbers of the players that meet."""
        everybody = range(len(self.players))
        return [(0, n) for n in everybody[1:]] if self.gauntlet else [*combinations(everybody, 2)]

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.games * len(self.pairs)

    def pairings(self) -> Iterator[Pairing]:
        """All games; any first part of them is fair to all pairs and both colours."""
        for number in range(0, self.games, 2):
            for one, other in self.pairs:
                yield Pairing(one, other, number)
                yield Pairing(one, other, number + 1)

    def load(self) -> Game:
        """The game with its options."""
        given = {name: value for name, value in self.options.items() if value is not None}
        return load_game(self.game, **given)

    def seed_of(self, pairing: Pairing) -> int:
        """The seed of a game, from which both players get theirs."""
        return derive(self.seed, 1, *pairing)

    def start_of(self, pairing: Pairing, game: Game) -> Position:
        """The position that a game begins with."""
        one, other, number = pairing
        return draw_opening(game, self.opening, derive(self.seed, 0, one, other, number // 2))

    @cached_property
    def label(self) -> str:
        """The name under which the archive keeps the games of this plan.

        It changes with all that determines a game: the plan, but for how many games there are,
        and the sources of core, the game, the players and the plugins that act in the turn loop.
        """
        told = sha256()
        left_out = {"games", "gauntlet", "plugins", "options", "terms"}
        content = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in left_out}
        settings, terms = sorted(self.load().settings.items()), sorted(self.terms.items())
        told.update(repr((content, settings, terms)).encode())
        for path in self._sources():
            told.update(path.read_bytes())
        return f"arena {self.game} {told.hexdigest()[:16]}"

    def name_of(self, pairing: Pairing) -> str:
        """The id of the record of a game: no other game has it, and it never changes."""
        words = " ".join([self.label, *map(str, pairing)])
        return sha256(words.encode()).hexdigest()[:32]

    def _sources(self) -> list[Path]:
        """The files whose change may change the games."""
        plugins = registry()
        asked = {plugins.player(spec.partition(":")[0]).provider.name for spec in self.players}
        asked |= {"core", plugins.games[self.load().name].provider.name}
        found = {Path(__file__).with_name(name) for name in ("openings.py", "playing.py")}
        for provider in plugins.providers:
            if provider.name in asked or self._acts(provider):
                found |= set(_files(provider.module))
        return sorted(found)

    def _acts(self, provider: Provider) -> bool:
        """Whether a plugin acts in the turn loop; one that reads terms acts by those alone."""
        terms = {normalize_name(name) for name in provider.provides.get("term", [])}
        return bool({*provider.hooks} & {*TURN_LOOP} and (not terms or terms & {*self.terms}))


def _files(module: object) -> Iterator[Path]:
    """The sources of a plugin: of its whole package, if it is in one."""
    package = str(getattr(module, "__package__", None) or "")
    names = [*accumulate(package.split("."), lambda outer, inner: f"{outer}.{inner}")]
    for name in names if package else ():
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None:  # a namespace that several packages share has none
            folder = Path(file).parent
            for path in folder.rglob("*.py"):
                if name != "stackyard" or path.relative_to(folder).parts[0] not in NO_MATTER:
                    yield path
            return
    file = getattr(module, "__file__", None)
    if file is not None:
        yield Path(file)
