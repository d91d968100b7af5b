"""Players: who chooses the moves of a match, and the descriptions that name them.

A description is `NAME[:KEY=VALUE,…]`, such as `human`, `mcts:simulations=2000,seed=7` or
`mcts:2000` (a bare value goes to the first option).
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable

from stackyard.about import PlayerKind
from stackyard.discovery import plain
from stackyard.errors import OptionError, PlayerSpecError, StackyardError, UnknownNameError
from stackyard.game import Game
from stackyard.match import Match, Player
from stackyard.options import resolve
from stackyard.plugins import host
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.search import Search

Watch = Callable[[float], bool]

STEP_SECONDS = 0.01  # about how long a search runs before it looks at the clock
SIMULATIONS = 1000  # of mcts, where its description names no budget


def make_player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a description names, for one game.

    `seed` serves a player whose description holds none; without either it is drawn afresh.
    Raises PlayerSpecError with what is wrong and what is allowed.
    """
    name, colon, rest = spec.strip().partition(":")
    try:
        known = host().player(name)
        kind: PlayerKind = known.about
        if kind.games and game.name not in map(plain, kind.games):
            raise PlayerSpecError(f"player {name} plays {', '.join(kind.games)}, not {game.name}")
        settings = resolve(kind.options, _read_settings(kind, colon, rest), f"player {kind.name}")
    except (UnknownNameError, OptionError) as error:
        raise PlayerSpecError(str(error)) from error
    given = settings.pop("seed", None)
    if given is not None:
        seed = int(given)
    elif seed is None:
        seed = secrets.randbits(62)
    player: Player = known.load()(game, seed, **settings)
    return player


def _read_settings(kind: PlayerKind, colon: str, rest: str) -> dict[str, str]:
    """What stands behind the colon of a description, by option name."""
    settings: dict[str, str] = {}
    if colon and not rest:
        raise PlayerSpecError(f"player {kind.name}: nothing follows the colon")
    for number, part in enumerate(rest.split(",") if rest else []):
        key, equals, value = part.partition("=")
        if not equals:
            if number or not kind.options:
                raise PlayerSpecError(
                    f"player {kind.name}: {part!r:.40} is not KEY=VALUE; the keys are "
                    f"{', '.join(option.name for option in kind.options) or 'none'}"
                )
            key, value = kind.options[0].name, part
        if plain(key) in settings:
            raise PlayerSpecError(f"player {kind.name}: {plain(key)} is given twice")
        settings[plain(key)] = value
    return settings


class HumanPlayer:
    """Asks for each move on the standard streams; a program may set `ask` to ask otherwise."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.name = "human"
        self.ask = _ask_on_terminal

    def choose(self, match: Match) -> int | None:
        """What `ask` answers."""
        return self.ask(match)


def _ask_on_terminal(match: Match) -> int | None:
    position = match.position
    while True:
        try:
            return match.game.parse_move(input(f"{match.game.asked(position)}: "), position)
        except StackyardError as refused:
            print(refused, file=sys.stderr)


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "random"
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A legal move that depends on the seed and on how many moves have been played."""
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))


class MctsPlayer:
    """Plays the move that a UCT search visited most; `watch` may follow and stop its thinking."""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        self.name = "mcts"
        self.seed = seed
        self.simulations = simulations
        self.seconds = seconds
        self.watch: Watch | None = None

    def choose(self, match: Match) -> int:
        """The move most visited; with a budget in simulations it repeats for the same seed."""
        moves = match.position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        seed = derive(self.seed, match.ply)
        search = think(match.game, match.position, seed, self.simulations, self.seconds, self.watch)
        return search.lines()[0].move


def think(
    game: Game,
    position: Position,
    seed: int,
    simulations: int | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
) -> Search:
    """A search of a position that is not over, run until either budget is used up.

    At least one simulation is run for each legal move. `watch` is told every few milliseconds
    which share of the budget is used, 0 … 1; the search stops when it answers True.
    """
    if position.winner != ONGOING:
        raise ValueError("the game is over: there is nothing to search")
    if not (simulations or seconds) or (simulations or 1) < 1 or (seconds or 1) <= 0:
        raise ValueError("a search needs a budget above 0: simulations, seconds or both")
    search = Search(position, game.playout, seed)
    most = sys.maxsize if simulations is None else simulations
    begin = time.perf_counter()
    step = len(position.legal_moves())
    while True:
        before = time.perf_counter()
        search.run(min(step, most - search.simulations))
        now = time.perf_counter()
        share = search.simulations / most
        if seconds is not None:
            share = max(share, (now - begin) / seconds)
        if (watch is not None and watch(min(share, 1.0))) or share >= 1:
            return search
        if now - before < STEP_SECONDS:
            step *= 2
        elif now - before > 2 * STEP_SECONDS:
            step = max(1, step // 2)
