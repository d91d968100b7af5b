"""Players: who chooses the moves of a match, and the descriptions that name them.

A description is `NAME[:KEY=VALUE,…]`, such as `human`, `mcts:simulations=2000,seed=7` or
`mcts:2000` (a bare value goes to the first option).
"""

from __future__ import annotations

import secrets
import sys
import time
from collections import Counter
from collections.abc import Hashable, Set

from stackyard.about import PlayerKind
from stackyard.errors import OptionError, PlayerSpecError, StackyardError, UnknownNameError
from stackyard.game import Game
from stackyard.match import Match, Player
from stackyard.options import resolve
from stackyard.plugins.finding import plain
from stackyard.plugins.host import host
from stackyard.position import ONGOING
from stackyard.rng import Rng, derive
from stackyard.search.alphabeta import AlphaBeta
from stackyard.search.mcts import NODES, Search
from stackyard.search.thinking import Watch, think
from stackyard.search.workers import Workers

SIMULATIONS = 1000  # of mcts, where its description names no budget
DEPTH = 6  # of alphabeta, likewise
DEEPEST = 99


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
    """Plays the best move of a UCT search; `watch` may follow and stop its thinking.

    The tree is kept from move to move as long as the match goes on from where it stood; one that
    is resumed, or taken back, begins a new tree. With several `workers` none is kept.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        nodes: int = NODES,
        workers: int = 1,
    ) -> None:
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        self.name = "mcts"
        self.seed = seed
        self.simulations = simulations
        self.seconds = seconds
        self.nodes = nodes
        self.watch: Watch | None = None
        self.search: Search | None = None  # what it thought last
        self._kept: _Kept | None = None
        self._workers = Workers(workers) if workers > 1 else None

    def choose(self, match: Match) -> int:
        """The best move found; with a budget in simulations a whole match repeats for a seed."""
        moves = match.position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        seed = derive(self.seed, match.ply)
        drawn = drawn_keys(match)
        budget = self.simulations, self.seconds, self.watch
        if self._workers:
            found = self._workers.think(
                match.game, match.position, seed, *budget, nodes=self.nodes, drawn=drawn
            )
            return found.lines()[0].move
        search = self._kept.search_of(match, drawn) if self._kept else None
        if search is None:
            playout = match.game.playout
            search = Search(match.position, playout, seed, nodes=self.nodes, drawn=drawn)
        search.reseed(seed)
        self.search = search
        self._kept = _Kept(match, search, drawn)
        return think(match.game, match.position, seed, *budget, search=search).lines()[0].move


class AlphaBetaPlayer:
    """Plays what looks best so many moves ahead; `watch` may follow and stop its thinking."""

    def __init__(
        self, game: Game, seed: int, depth: int | None = None, seconds: float | None = None
    ) -> None:
        if depth is None:
            depth = DEPTH if seconds is None else DEEPEST
        self.name = "alphabeta"
        self.seed = seed
        self.depth = depth
        self.seconds = seconds
        self.watch: Watch | None = None

    def choose(self, match: Match) -> int:
        """The best move found at the greatest depth finished; without `seconds` it repeats."""
        moves = match.position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        begin = time.perf_counter()

        def stop() -> bool:
            used = 0.0 if self.seconds is None else (time.perf_counter() - begin) / self.seconds
            share = min(max(used, search.depth / self.depth), 1.0)
            return used >= 1 or (self.watch is not None and self.watch(share))

        seed = derive(self.seed, match.ply)
        search = AlphaBeta(match.position, seed, drawn=drawn_keys(match))
        search.deepen()  # so that there is a move
        while search.depth < self.depth and search.proven == ONGOING and not stop():
            search.deepen(stop)
        if self.watch is not None:
            self.watch(1.0)
        return search.move


class _Kept:
    """A search and where in which match its root stands."""

    def __init__(self, match: Match, search: Search, drawn: Set[Hashable]) -> None:
        self._game = match.game
        self._search = search
        self._drawn = drawn
        self._ply = match.ply
        self._position = match.position.copy()

    def search_of(self, match: Match, drawn: Set[Hashable]) -> Search | None:
        """The search at the position of a match, if that is reached by moves from the root."""
        if match.game is not self._game or drawn != self._drawn:
            return None
        moves = moves_of(match)[self._ply :]
        position = self._position.copy()
        for move in moves:
            if move not in position.legal_moves():
                return None
            position.play(move)
        if position.key() != match.position.key():
            return None
        for move in moves:
            self._search.advance(move)
        return self._search


def moves_of(match: Match) -> list[int]:
    """All moves of a match, in order."""
    return [move for turn in match.turns for move in turn.moves] + match.unfinished


def drawn_keys(match: Match) -> Set[Hashable]:
    """The keys of the positions that would end a match by repetition at the end of a turn."""
    if not match.repetition:
        return frozenset()
    stood = Counter([turn.before.key() for turn in match.turns])
    if not match.unfinished:
        stood[match.position.key()] += 1
    return frozenset(key for key, times in stood.items() if times >= match.repetition - 1)
