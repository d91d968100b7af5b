"""Check threads: positions played side by side give the same results as played alone."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock, Thread
from types import FrameType
from typing import Any, NamedTuple

from stackyard.position import Position
from stackyard.rng import Rng
from stackyard_kit.testing.moves import snapshot
from stackyard_kit.testing.samples import ConformanceError, RandomGame, at, differing

THREADS = 4
MOVES = 250  # minimum moves of all threads together
# The reading of a position: its snapshot, and a random move for certain bits.
READ = ("position", "player", "winner", "mid_turn", "legal_moves", "key", "random_move")
DOUBLINGS = 5  # a thread runs for 1, 2, 4 … or 2**DOUBLINGS calls and lines, then another one


class Stretch(NamedTuple):
    """Moves in the middle of a random game, and the results after each of them."""

    played: RandomGame
    ply: int
    start: Position
    moves: tuple[int, ...]
    found: list[tuple[object, ...]]

    def play(self) -> None:
        """Play the moves; later results must equal those of the first time."""
        position, rng, first = self.start.copy(), Rng(self.ply), not self.found
        for number, move in enumerate(self.moves):
            with at(f"{self.played}, ply {self.ply + number + 1}"):
                position.play(move)
                random_move = int(position.random_move(rng.bits()))
                now = (*snapshot(self.played.game, position), random_move)
                if first:
                    self.found.append(now)
                    continue
                for name, one, other in zip(READ, now, self.found[number], strict=True):
                    if one != other:
                        told, expected = differing(one, other)
                        words = f" is {told} instead of {expected}" if name != "key" else " differs"
                        raise ConformanceError(f"{name}{words}")


class Relay:
    """Several threads that run one at a time and switch at function calls and lines.

    The interpreter would switch rarely on a busy machine, and at different places. Here the seed
    decides the places, so that failures are repeatable.
    """

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)
        self._gates: list[Lock] = []  # of the unfinished threads; each waits at its own
        self._calls = 1  # and lines until the next thread runs

    def run(self, works: Sequence[Callable[[], None]]) -> None:
        """Do each of `works` in a thread of its own."""
        gates = [Lock() for _ in works]
        self._gates = gates[:]
        pairs = zip(works, gates, strict=True)
        threads = [Thread(target=self._join, args=pair, daemon=True) for pair in pairs]
        for gate, thread in zip(gates, threads, strict=True):
            gate.acquire()
            thread.start()
        gates[0].release()
        for thread in threads:
            thread.join()

    def _join(self, work: Callable[[], None], gate: Lock) -> None:
        """Do some work in this thread whenever it is its turn."""

        def watch(frame: FrameType, event: str, function: Any) -> Any:
            if event in ("call", "c_call", "line"):
                self._calls -= 1
                if self._calls <= 0:
                    self._hand_over(gate)
            return watch

        gate.acquire()
        sys.setprofile(watch)
        tracing = sys.gettrace()
        sys.settrace(watch)
        try:
            work()
        finally:
            sys.settrace(tracing)
            sys.setprofile(None)
            self._gates.remove(gate)
            self._open(self._gates)

    def _hand_over(self, gate: Lock) -> None:
        """Let another thread run, and wait."""
        self._calls = 2 ** int(self._rng.below(1 + DOUBLINGS))
        if self._open([other for other in self._gates if other is not gate]):
            gate.acquire()

    def _open(self, gates: Sequence[Lock]) -> bool:
        """Release a thread that waits at one of the gates; False if there is no gate."""
        if gates:
            gates[self._rng.below(len(gates))].release()
        return len(gates) > 0


@contextmanager
def _uncollected() -> Iterator[None]:
    """Disable the garbage collector, which may call functions at any time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def check_threads(games: Sequence[RandomGame]) -> None:
    """Positions played in several threads at once give the same results as played alone.

    The threads switch inside methods and play copies of one position. This finds memory that is
    shared by all positions, or by a position and its copies.
    """
    number = -(-MOVES // len(games))
    relay = Relay(games[0].seed)
    for played in games:
        stretches = list(_stretches(played, -(-number // THREADS)))
        for stretch in stretches:
            stretch.play()
        rounds = -(-number // max(1, sum([len(stretch.moves) for stretch in stretches])))
        failures: list[Exception] = []
        play = partial(_play, rounds=rounds, failures=failures)
        with _uncollected():
            relay.run([partial(play, stretch) for stretch in stretches])
        if failures:
            failures[0].add_note("while other threads played other positions")
            raise failures[0]


def _stretches(played: RandomGame, length: int) -> Iterator[Stretch]:
    """A stretch of the game for each thread, of that many moves if the game has them."""
    starts = [len(played.moves) * number // THREADS for number in range(THREADS)]
    for sample in played.samples():
        for _ in range(starts.count(sample.ply)):
            moves = played.moves[sample.ply : sample.ply + length]
            yield Stretch(played, sample.ply, sample.position.copy(), moves, [])


def _play(stretch: Stretch, rounds: int, failures: list[Exception]) -> None:
    """Play a stretch again and again, until it or another one fails."""
    try:
        for _ in range(rounds):
            if not failures:
                stretch.play()
    except Exception as error:
        failures.append(error)
