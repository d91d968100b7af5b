"""Check a solution while it is made: keys and codes against position strings, results against play.

A solver knows positions by their codes. Two positions with one code get one result, which is false
for one of them. Samples of random games are compared while the solver runs. When it has finished,
the results are compared with those of the moves, in these samples and along lines of best play.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any, Final

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng
from stackyard_engine.solver.game_solver import ExactResult, ResultLookup, final_result
from stackyard_engine.successors import successors

FIRST: Final = 300  # positions that are compared before a solver starts
RATE: Final = 65_536  # positions that it visits for each one compared after that
KEPT: Final = 200  # of them, those whose results can be compared when it has finished

# The results that are compared then: CHECKED, and one more for each CHECK_RATE positions visited,
# so that the checks take a small part of the solver's time. A third of them are samples; the
# others lie on lines of best play.
CHECKED: Final = 40
CHECK_RATE: Final = 250_000


class CollisionError(StackyardError):
    """Positions that differ have the same key or code, so that nothing is solved."""


class Verification:
    """Compares positions of random games that begin at a position."""

    def __init__(self, game: Game[Any], position: Position) -> None:
        self._game = game
        self._start = position.copy()
        self._rng = Rng(0)
        self._coded: dict[int, str] = {}
        self._keyed: dict[Hashable, str] = {}
        self._kept: list[Position] = []
        self._compared = 0

    def keep_up(self, visited: int) -> None:
        """Compare as many positions as are due when the solver has visited this many."""
        due = FIRST + visited // RATE
        while self._compared < due:
            position = self._start.copy()
            while position.winner == ONGOING and self._compared < due:
                self._compare(position)
                moves = position.legal_moves()
                position.play(int(moves[self._rng.below(len(moves))]))

    def check_results(self, results: ResultLookup, visited: int = 0) -> None:
        """The results of samples, and on lines of best play, follow from those of the moves.

        How many are checked depends on the positions that the solver has visited.
        """
        checks = CHECKED + visited // CHECK_RATE
        kept = self._kept
        samples = min(checks // 3, KEPT, len(kept))
        for number in range(samples):
            self._check(results, kept[number * len(kept) // samples])
        left = min(checks - samples, 2 * KEPT)
        while left > 0:
            left -= self._replay(results, left)

    def _compare(self, position: Position) -> None:
        """Compare a position with those that have its key or code."""
        self._compared += 1
        text = self._game.format_position(position)
        code = code_of(position)
        known = text if code < 0 else self._coded.setdefault(code, text)
        if known != text:
            raise _collision("code", code, known, text, position)
        known = self._keyed.setdefault(position.key(), text)
        if known != text:
            raise _collision("key", position.key(), known, text, position)
        if self._compared % max(1, self._compared // KEPT) == 0:
            self._kept.append(position.copy())

    def _replay(self, results: ResultLookup, most: int) -> int:
        """Play one line, the winner by a move that wins; gives the number of positions."""
        position = self._start.copy()
        met: set[Hashable] = set()
        while position.winner == ONGOING and len(met) < most and position.key() not in met:
            met.add(position.key())
            here = results.known(position)
            self._check(results, position)
            if here is None:
                break
            after = [child for _, child in successors(position)]
            if here.winner == position.player:
                found = [one for one in after if _wins(results, one, here.winner)]
                after = [one for one in found if one.key() not in met] or found
            if not after:
                break
            position = after[self._rng.below(len(after))]
        return len(met)

    def _check(self, results: ResultLookup, position: Position) -> None:
        """The result of a position follows from those of its moves."""
        here = results.known(position)
        if here is None:
            return
        player = int(position.player)
        after = [_result(results, child) for _, child in successors(position)]
        known = [result for result in after if result is not None]
        if here.winner == player:
            wins = [result for result in known if result.winner == player]
            holds = bool(wins) and _follows(here, wins, min)
        elif here.winner == DRAW:
            holds = all(result.winner != player for result in known)
        else:
            lost = all(result.winner == here.winner for result in known)
            holds = lost and len(known) == len(after) and _follows(here, known, max)
        if not holds:
            code = code_of(position)
            words = f"position has its code {code}" if code >= 0 else "position has its key"
            raise CollisionError(
                f"the result of {self._game.format_position(position)} does not follow from those "
                f"of its moves: another {words}, or a similar one has; nothing is solved; run the "
                f"tests of stackyard_kit.testing{_place('code' if code >= 0 else 'key', position)}"
            )


def code_of(position: Any) -> int:
    """The code of a position, -1 if it has none."""
    return int(position.code()) if hasattr(position, "code") else -1


def _result(results: ResultLookup, position: Position) -> ExactResult | None:
    """The result of a position, over or not."""
    return results.known(position) if position.winner == ONGOING else final_result(position)


def _wins(results: ResultLookup, position: Position, player: int) -> bool:
    result = _result(results, position)
    return result is not None and result.winner == player


def _follows(here: ExactResult, after: list[ExactResult], chosen: Any) -> bool:
    """Tell if the distance to the end is one more than that of the best move, where known."""
    plies = [result.plies for result in after if result.plies is not None]
    return here.plies is None or len(plies) < len(after) or here.plies == chosen(plies) + 1


def _collision(
    what: str, value: object, one: str, other: str, position: Position
) -> StackyardError:
    return CollisionError(
        f"two positions have the {what} {value!r:.60}: {one} and {other}; nothing is solved, since "
        f"they would get the same result{_place(what, position)}"
    )


def _place(method: str, position: Position) -> str:
    """The file and line of a position's method, if it is not compiled."""
    made = getattr(getattr(type(position), method, None), "__code__", None)
    if made is None:
        return ""
    return f" ({method} is in {Path(made.co_filename).name}, line {made.co_firstlineno})"
