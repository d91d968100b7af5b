"""Checks of claims about a game: by counting, solving, exhaustive visits and random games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from stackyard.analysis import Limit, result_words
from stackyard.enumeration import perft
from stackyard.game import Game
from stackyard.options import Value, show_value, typed
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.claims import Check, Finding
from stackyard_engine.solver.engine import SolverEngine, is_best
from stackyard_engine.solver.engine import run as run_solver
from stackyard_engine.solver.solvers import MEMORY, ExhaustiveSolver
from stackyard_engine.strategy_check import StrategyCheck
from stackyard_engine.successors import successor, successors

# A condition on each move: called with the game, the position before, the move and the position
# after it, it returns an empty text or a description of the violation.
Holds = Callable[[Game[Any], Position, int, Position], str]
# A strategy's next move in a position where it is to act, given the opponent's last move (None at
# the start). None ends the strategy; solving must then prove the rest a win.
Reply = Callable[[Game[Any], Position, int | None], int | None]

LOOK = 500  # moves between two calls of the watch
SEED = 1  # of random games
STOPPED = Finding(None, "stopped before the end")


@dataclass(frozen=True)
class Counts:
    """Claims these node counts (perft) for sequences of 1, 2, … moves."""

    counts: Sequence[int]
    options: Mapping[str, Value] = field(default_factory=dict)
    whole: bool = True
    long: bool = False

    def command(self, game: str) -> str:
        """See Check."""
        return f"perft {game} {len(self.counts)}{_words(self.options)}"

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        start = kind(**self.options).initial()
        for depth, count in enumerate(self.counts, 1):
            if watch((depth - 1) / len(self.counts)):
                return STOPPED
            counted = perft(start, depth)
            if counted != count:
                sequences = f"{counted:,} sequences of {plural(depth, 'move')}"
                return Finding(False, f"there are {sequences}, not {count:,}")
        last = plural(len(self.counts), "move")
        return Finding(True, f"{self.counts[-1]:,} sequences of {last}, and all shorter ones")


@dataclass(frozen=True)
class Solves:
    """Claims that a player (a colour) wins with best play, or that it is a draw (`draw`).

    Checked if given: the number of moves (`plies`), the complete set of winning moves (`winning`),
    and the fastest of them (`best`). `method` is one of the solver's; `memory` is in bytes.
    """

    winner: str
    options: Mapping[str, Value] = field(default_factory=dict)
    position: str = ""  # the start position if empty
    plies: int | None = None
    best: Sequence[str] = ()
    winning: Sequence[str] = ()
    method: str = ""
    memory: int = MEMORY
    whole: bool = True
    long: bool = False

    def command(self, game: str) -> str:
        """See Check."""
        method = f" --method {self.method}" if self.method else ""
        memory = f" --memory {self.memory // 10**6}M" if self.memory != MEMORY else ""
        return f"solve {game}{_words(self.options, self.position)}{method}{memory}"

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind(**self.options)
        colours = [*game.colours, "draw"]
        if self.winner not in colours:
            raise ValueError(f"{self.winner!r} wins no {game.title}: name one of {colours}")
        exact = self.plies is not None or self.best or self.winning  # more than a proof tells
        engine = SolverEngine(self.method, self.memory, fallback="exhaustive" if exact else "")
        start = game.parse_position(self.position) if self.position else game.initial()
        found = engine.analyse(Course(game, start), Limit(), watch)
        engine.close()
        if found.proven == ONGOING:
            return Finding(None, f"not solved within {found.positions:,} positions")
        winner = "draw" if found.proven == DRAW else game.colours[found.proven]
        first = found.lines[0]
        best = [line.text for line in found.lines if is_best(line, first)]
        winning = [line.text for line in found.lines if line.result == "wins"]
        words = result_words(found)
        if found.proven == found.course.player:
            words += f", by {' or '.join(best)}"
            others = [text for text in winning if text not in best]
            words += f", or later by {' or '.join(others)}" if others else ""
        holds = winner == self.winner
        holds &= self.plies is None or self.plies == first.plies
        holds &= not self.best or sorted(self.best) == sorted(best)
        holds &= not self.winning or sorted(self.winning) == sorted(winning)
        return Finding(holds, f"{words}; {found.positions:,} positions")


@dataclass(frozen=True)
class Finite:
    """Claims that no position can repeat, so that every game ends."""

    options: Mapping[str, Value] = field(default_factory=dict)
    whole: bool = False
    long: bool = False

    def command(self, game: str) -> str:
        """See Check."""
        return f"solve {game}{_words(self.options)} --method exhaustive"

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        solver = ExhaustiveSolver(kind(**self.options).initial(), MEMORY)
        run_solver(solver, Limit(), watch)
        words = f"{solver.positions:,} positions{_board(self.options)}"
        if solver.repeats:
            return Finding(False, f"positions come back, {words}")
        if not solver.done:
            return Finding(None, f"not all visited, {words}")
        return Finding(True, f"no position comes back, {words}")


@dataclass(frozen=True)
class Contrary:
    """Claims that another check fails, such as Solves("draw") for a game without draws."""

    check: Check
    whole: bool = False

    @property
    def options(self) -> Mapping[str, Value]:
        """See Check."""
        return self.check.options

    @property
    def long(self) -> bool:
        """See Check."""
        return self.check.long

    def command(self, game: str) -> str:
        """See Check."""
        return self.check.command(game)

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        found = self.check.run(kind, watch)
        return Finding(None if found.holds is None else not found.holds, found.words)


class _WithoutCommand:
    """A check that only `certify` shows."""

    def command(self, game: str) -> str:
        """See Check; there is none."""
        return ""


@dataclass(frozen=True)
class Everywhere(_WithoutCommand):
    """Claims a condition for every move reachable from the start.

    If there are more than `most` positions, nothing is decided.
    """

    holds: Holds
    options: Mapping[str, Value] = field(default_factory=dict)
    most: int = 20_000_000
    whole: bool = False
    long: bool = False

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind(**self.options)
        start = game.initial()
        met: set[Hashable] = {start.key()}
        todo = [start]
        moves = 0
        while todo:
            before = todo.pop()
            for move, after in successors(before):
                moves += 1
                if moves % LOOK == 0 and watch(0.0):
                    return STOPPED
                wrong = self.holds(game, before, move, after)
                if wrong:
                    return _broken(game, before, move, wrong)
                key = after.key()
                if after.winner == ONGOING and key not in met:
                    met.add(key)
                    todo.append(after)
            if len(met) > self.most:
                return Finding(None, f"more than {self.most:,} positions")
        at = _board(self.options)
        return Finding(True, f"at all {moves:,} moves of all {len(met):,} positions{at}")


@dataclass(frozen=True)
class Games(_WithoutCommand):
    """Claims a condition for every move of random games; it supports a claim but proves nothing."""

    holds: Holds
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 100
    long: bool = False
    whole: bool = field(default=False, init=False)

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind(**self.options)
        moves = 0
        for moves, number, before, move, after in _strolls(game, self.games):
            if moves % LOOK == 0 and watch(number / self.games):
                return STOPPED
            wrong = self.holds(game, before, move, after)
            if wrong:
                return _broken(game, before, move, wrong)
        at = _board(self.options)
        return Finding(True, f"at all {moves:,} moves of {self.games:,} random games{at}")


@dataclass(frozen=True)
class Example(_WithoutCommand):
    """Claims that an event is possible: `happens` returns a text at some move of a random game.

    If it occurs in none of the games, nothing is decided.
    """

    happens: Holds
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 1000
    whole: bool = True
    long: bool = False

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind(**self.options)
        for moves, number, before, move, after in _strolls(game, self.games):
            if moves % LOOK == 0 and watch(number / self.games):
                return STOPPED
            found = self.happens(game, before, move, after)
            if found:
                return Finding(True, f"{found}: {game.format_position(after)}")
        return Finding(None, f"it did not happen in {self.games:,} random games")


@dataclass(frozen=True)
class Strategy(_WithoutCommand):
    """Claims that a player wins by a strategy; every reply of the opponent is tried.

    A position that comes back is no win. With `games`, it plays that many games against random
    replies, which proves nothing. If there are more than `most` positions, nothing is decided.
    """

    player: int
    reply: Reply
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 0
    most: int = 20_000_000
    whole: bool = False
    long: bool = False

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind(**self.options)
        if self.games:
            return self._play(game, watch)
        check = StrategyCheck(game.initial(), self.player, partial(self._follow, game), self.most)
        while check.step():
            if check.answers % LOOK == LOOK - 1 and watch(0.0):
                return STOPPED
        if check.wins is None:
            return Finding(None, f"more than {self.most:,} positions")
        if not check.wins:
            return Finding(False, f"{check.fault}: {game.format_position(check.at)}")
        at = _board(self.options)
        words = f"won against all {check.answers:,} answers in {check.positions:,} positions{at}"
        return Finding(True, words)

    def _play(self, game: Game[Any], watch: Watch) -> Finding:
        """Play against random replies."""
        for number in range(self.games):
            rng, position, last = Rng(derive(SEED, number)), game.initial(), None
            while not (wrong := self._follow(game, position, last)):
                if watch(number / self.games):
                    return STOPPED
                if position.winner != ONGOING:
                    break
                last = int(position.random_move(rng.bits()))
                position.play(last)
            if wrong:
                return Finding(False, f"{wrong}: {game.format_position(position)}")
        at = _board(self.options)
        return Finding(True, f"won {self.games:,} games against random answers{at}")

    def _follow(self, game: Game[Any], position: Position, last: int | None) -> str:
        """Play the strategy's moves while it is to act; return a description of any failure."""
        while position.winner == ONGOING and position.player == self.player:
            move = self.reply(game, position, last)
            if move is None:
                return self._rest(game, position)
            if move not in position.legal_moves():
                return f"the strategy's move {game.format_move(move, position)} is not legal"
            position.play(move)
            last = None
        if position.winner not in {ONGOING, self.player}:
            return "the strategy does not win"
        return ""

    def _rest(self, game: Game[Any], position: Position) -> str:
        """A description of the failure if the strategy ends in a position that is not won."""
        solver = SolverEngine("proof")
        found = solver.analyse(Course(game, position), Limit())
        return "" if found.proven == self.player else "what the strategy leads to is not won"


def _strolls(game: Game[Any], games: int) -> Iterator[tuple[int, int, Position, int, Position]]:
    """The moves of random games, each with the positions before and after it.

    Moves are numbered from 1 through all games, games from 0.
    """
    moves = 0
    for number in range(games):
        rng, before = Rng(derive(SEED, number)), game.initial()
        while before.winner == ONGOING:
            move = before.random_move(rng.bits())
            after = successor(before, move)
            moves += 1
            yield moves, number, before, int(move), after
            before = after


def _broken(game: Game[Any], before: Position, move: int, wrong: str) -> Finding:
    """A finding that names the move at which a condition is violated."""
    text = game.format_move(move, before)
    return Finding(False, f"{wrong}: {game.format_position(before)}, move {text}")


def _board(options: Mapping[str, Value]) -> str:
    """The options, worded to follow other text."""
    words = [f"{name}={show_value(value)}" for name, value in options.items()]
    return f" ({', '.join(words)})" if words else ""


def _words(options: Mapping[str, Value], position: str = "") -> str:
    """The options and the position as typed on the command line."""
    return typed(options) + (f" --position {shlex.quote(position)}" if position else "")
