"""Silo's own solver, the interface of `retrograde` for engines and the command."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from stackyard.position import ONGOING
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_silo import retrograde
from stackyard_silo.retrograde import Alphabet, RetrogradePass
from stackyard_silo.rules import BLUE, RED, Silo


class SiloSolver:
    """Solves a position and every word from its own on.

    The data of `stored` can be kept in a file and `load`ed instead of running.
    """

    method = "words"  # in files of tables
    counted = "positions"
    repeats = False

    def __init__(self, position: Silo, goal: int, memory: int) -> None:
        stacks = position.words()
        self._counts = counts(stacks)
        self._alphabet = Alphabet(*self._counts)
        self.total = self._alphabet.place(word_of(stacks)) + 1
        far = retrograde.FAR
        self._pass = RetrogradePass(*self._counts, goal, self.total - 1, far)
        self._most = memory
        self._edges = far + 1, retrograde.TOP - far - 1  # the bytes of long results
        self._values: Sequence[int] | None = None
        self._long: Sequence[int] = ()

    def run(self, visits: int) -> None:
        """Solve this many more words, or fewer if all are solved or memory is full."""
        if not (self.done or self.full):
            self._pass.run(visits)
        if self._pass.done:
            values, longer = self.stored()
            self._values, self._long = values.cast("B"), longer

    @property
    def done(self) -> bool:
        """True if all words are solved."""
        return self._values is not None

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        return self.memory > self._most

    @property
    def positions(self) -> int:
        """The number of solved words."""
        return int(self._pass.used)

    @property
    def memory(self) -> int:
        """The memory in use or to be used, in bytes, without results too long for a byte."""
        late = self._alphabet.length // 2
        halves = 4 * 4 ** (self._alphabet.length - late) + 2 * 4**late + 4 * 3**late
        return int(self.total + halves + 8 * len(self._pass.long))

    @property
    def seconds(self) -> float:
        """The approximate time to solve everything; longer rows have more moves."""
        return self.total * pace() * self._alphabet.between / 3

    def stored(self) -> list[memoryview]:
        """The results to store in a file, in words of 8 bytes, when it is done."""
        longer = self._pass.long
        return [memoryview(self._pass.values).cast("q"), memoryview(longer)]

    def load(self, data: memoryview) -> None:
        """Load the results from a file."""
        end = retrograde.padded(self.total)
        self._values, self._long = data[:end], data[end:].cast("q")

    def known(self, position: Silo) -> ExactResult | None:
        """The winner of a position of the same board, and the number of moves."""
        if position.winner != ONGOING:
            return ExactResult(int(position.winner), 0)
        stacks = position.words()
        if self._values is None or counts(stacks) != self._counts:
            return None
        place = self._alphabet.place(word_of(stacks))
        if place >= self.total:
            return None
        result = self._exact(place) if position.player == RED else self._with_blue(position)
        if result > retrograde.LONG // 2:
            return ExactResult(RED, retrograde.LONG - result)
        return ExactResult(BLUE, result)

    def _exact(self, place: int) -> int:
        """The result at a place: Blue wins in n moves, or Red in LONG - n."""
        assert self._values is not None
        value = self._values[place]
        if value in self._edges:
            return self._long[bisect_left(self._long, place << retrograde.LEFT)] & retrograde.LONG
        return value + retrograde.LONG - retrograde.TOP if value >= retrograde.RED_WINS else value

    def _with_blue(self, position: Silo) -> int:
        """The result of a position with Blue to act, from the results after Blue's moves."""
        results = []
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if after.winner == BLUE:
                return 1
            results.append(self._exact(self._alphabet.place(word_of(after.words()))))
        return retrograde.long_before(min(results))


def silo_solver(position: Silo, goal: int, memory: int) -> SiloSolver | None:
    """A solver for a position; None if the board is too large for it or for this memory."""
    alphabet = Alphabet(*counts(position.words()))
    if alphabet.length > retrograde.SYMBOLS or alphabet.words > retrograde.MOST:
        return None
    solver = SiloSolver(position, goal, memory)
    return None if solver.full else solver


def word_of(stacks: Sequence[int]) -> int:
    """The word of the columns returned by `Silo.words`."""
    size = len(stacks) // 2
    word = 0
    for column in range(size - 1, -1, -1):
        red, blue = stacks[column], stacks[size + column]
        for level in range((red | blue).bit_length() - 1, -1, -1):
            word = word << 2 | (retrograde.RED if red >> level & 1 else retrograde.BLUE)
        if column:
            word = word << 2 | retrograde.BETWEEN
    return word


def counts(stacks: Sequence[int]) -> tuple[int, int, int]:
    """The numbers of blue checkers, separators and red checkers in the word of these columns."""
    size = len(stacks) // 2
    red, blue = [sum(map(int.bit_count, part)) for part in (stacks[:size], stacks[size:])]
    return blue, size - 1, red


@cache
def pace() -> float:
    """The approximate seconds per word on a row of four columns."""
    whole = RetrogradePass(4, 3, 4, 0, Alphabet(4, 3, 4).words - 1, retrograde.FAR)
    begin = time.process_time()
    whole.run(whole.size)
    return (time.process_time() - begin) / int(whole.size)
