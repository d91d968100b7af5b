"""The plan of an arena: its pairings, openings and seeds."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, combinations, islice
from pathlib import Path
from typing import NamedTuple

from stackyard.game import Game
from stackyard.options import Value
from stackyard.plugins.discovery import Provider
from stackyard.plugins.registry import load_game, registry
from stackyard.position import Position
from stackyard.rng import derive
from stackyard.text import normalize_name
from stackyard.turnloop.hooks import TURN_LOOP
from stackyard.turnloop.player_specs import runs_program
from stackyard.turnloop.terms import read_terms
from stackyard_lab.errors import ArenaError
from stackyard_lab.openings import draw_opening

GAMES = 100  # of each pair
OPENING = 4  # turns
IRRELEVANT = {"drawing", "records"}  # rooms of core that affect no game


class Pairing(NamedTuple):
    """One game of a plan: the numbers of two players, and the number of the game between them.

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
    """The parameters that determine the games of an arena.

    `players` are descriptions; all meet all. Each pair plays `games` games, an even number, two
    from each opening of `opening` random turns. `terms` hold for every game, such as
    {"clock": "10/move"}; plugins read them. Raises ArenaError if the plan is invalid, and the
    errors of `stackyard.turnloop.terms.read_terms`.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = GAMES
    seed: int = 1
    opening: int = OPENING
    terms: Mapping[str, str] = field(default_factory=dict)

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
        """The names of the players: their descriptions, numbered if one occurs again."""
        seen: Counter[str] = Counter()
        names = []
        for player in self.players:
            seen[player] += 1
            names.append(player if seen[player] == 1 else f"{player} ({seen[player]})")
        return tuple(names)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of players that meet, by number."""
        return [*combinations(range(len(self.players)), 2)]

    @property
    def total(self) -> int:
        """The number of games in the plan."""
        return self.games * len(self.pairs)

    def pairings(self) -> Iterator[Pairing]:
        """All games, in an order that balances pairs and colours at every stage."""
        for number in range(0, self.games, 2):
            for one, other in self.pairs:
                yield Pairing(one, other, number)
                yield Pairing(one, other, number + 1)

    def load(self) -> Game:
        """The game with its options."""
        return load_game(self.game, **self.options)

    def seed_of(self, pairing: Pairing) -> int:
        """The seed of a game, from which the seeds of its players derive."""
        return derive(self.seed, 1, *pairing)

    def opening_of(self, pairing: Pairing, game: Game) -> tuple[int, ...]:
        """The random moves before a game."""
        one, other, number = pairing
        return draw_opening(game, self.opening, derive(self.seed, 0, one, other, number // 2))

    def start_of(self, pairing: Pairing, game: Game) -> Position:
        """The opening position of a game."""
        position = game.initial()
        for move in self.opening_of(pairing, game):
            position.play(move)
        return position

    @cached_property
    def label(self) -> str:
        """The label of this plan's games in the archive.

        It depends on everything that determines a game: the plan, except for the number of games,
        the sources of core, the game, the players and the plugins in the turn loop, the programs
        that play, and what the engine's players have learned.
        """
        digest = sha256()
        left_out = {"games", "options", "terms"}
        content = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in left_out}
        game = self.load()
        settings, terms = sorted(game.settings.items()), sorted(self.terms.items())
        digest.update(repr((content, settings, terms)).encode())
        if "engine" in self._providers:
            digest.update(_learned(game))
        for path in [*self._sources(), *self._programs()]:
            digest.update(path.read_bytes())
        return f"arena {self.game} {digest.hexdigest()[:16]}"

    def name_of(self, pairing: Pairing) -> str:
        """The id of a game's record, unique and stable."""
        words = " ".join([self.label, *map(str, pairing)])
        return sha256(words.encode()).hexdigest()[:32]

    def title_of(self, pairing: Pairing) -> str:
        """The players and the number of a game, for display."""
        return f"{self.names[pairing.one]} – {self.names[pairing.other]}, game {pairing.number + 1}"

    @property
    def _providers(self) -> set[str]:
        """The plugins of the players; those of this one search by the engine."""
        found = {registry().player(spec.partition(":")[0]).provider.name for spec in self.players}
        return found | {"engine"} if "lab" in found else found

    def _sources(self) -> list[Path]:
        """The source files on which the games depend."""
        plugins = registry()
        relevant = self._providers | {"core", plugins.games[self.load().name].provider.name}
        found = {Path(__file__).with_name(name) for name in ("openings.py", "game_runner.py")}
        for provider in plugins.providers:
            if provider.name in relevant or self._affects_games(provider):
                found |= set(_files(provider.module))
        return sorted(found)

    def _programs(self) -> Iterator[Path]:
        """The programs that play, each with the first file that it is given, such as a script.

        Further files may be those that it writes, such as a log.
        """
        for spec in filter(runs_program, self.players):
            with suppress(ValueError):  # an open quotation mark, which no player has
                program, *arguments = shlex.split(spec.partition(":")[2])
                files = filter(Path.is_file, map(Path, arguments))
                yield from filter(Path.is_file, [Path(shutil.which(program) or program)])
                yield from islice(files, 1)

    def _affects_games(self, provider: Provider) -> bool:
        """Tell if a plugin has hooks in the turn loop and, if it registers terms, one is agreed."""
        terms = {normalize_name(name) for name in provider.provides.get("term", [])}
        return bool({*provider.hooks} & {*TURN_LOOP} and (not terms or terms & {*self.terms}))


def _learned(game: Game) -> bytes:
    """The weights and tuned parameters by which the engine plays a game, as bytes to digest."""
    from stackyard_engine.eval.lookup import weights_for  # takes long to import
    from stackyard_engine.eval.tuning_file import encoded, tuning_of

    weights, tuning = weights_for(game), tuning_of(game)
    found = b"" if tuning is None else encoded(tuning)
    if weights is not None:
        heading = weights.heading
        found += repr((heading.checksum, heading.alphabeta, weights.calibration)).encode()
    return found


def _files(module: object) -> Iterator[Path]:
    """The source files of a plugin: its package, or its module."""
    package = str(getattr(module, "__package__", None) or "")
    names = [*accumulate(package.split("."), lambda outer, inner: f"{outer}.{inner}")]
    for name in names if package else ():
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None:  # a namespace package has none
            folder = Path(file).parent
            for path in folder.rglob("*.py"):
                if name != "stackyard" or path.relative_to(folder).parts[0] not in IRRELEVANT:
                    yield path
            return
    file = getattr(module, "__file__", None)
    if file is not None:
        yield Path(file)
