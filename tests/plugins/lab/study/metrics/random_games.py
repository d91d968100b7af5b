"""Games of uniformly random moves: their traces, and the exact distribution of what they are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_lab.study.trace import GameTrace, PlyTrace


class Outcome(NamedTuple):
    """The rest of a game."""

    winner: int
    turns: int = 0
    plies: int = 0
    choices: int = 0  # their sum
    forced: int = 0
    skips: int = 0
    product: int = 1  # of the choices


Distribution = dict[Outcome, float]


def distribution(start: Position) -> Distribution:
    """The chance of each outcome, by dynamic programming over all positions."""
    known: dict[Hashable, Distribution] = {}

    def solve(position: Position) -> Distribution:
        if position.winner != ONGOING:
            return {Outcome(int(position.winner)): 1.0}
        if position.key() not in known:
            moves = position.legal_moves()
            number, found = len(moves), Distribution()
            for move in moves:
                after = position.copy()
                after.play(move)
                for rest, chance in solve(after).items():
                    outcome = Outcome(
                        rest.winner,
                        rest.turns + (not after.mid_turn),
                        rest.plies + 1,
                        rest.choices + number,
                        rest.forced + (number == 1),
                        rest.skips + skipped(position, after),
                        rest.product * number,
                    )
                    found[outcome] = found.get(outcome, 0.0) + chance / int(number)
            known[position.key()] = found
        return known[position.key()]

    return solve(start)


def skipped(before: Position, after: Position) -> bool:
    """Tell if the opponent's turn is left out between two positions."""
    over = after.winner != ONGOING or after.mid_turn
    return not over and int(before.player) == int(after.player)


def random_trace(start: Position, number: int) -> GameTrace:
    """The trace of a random game."""
    position, rng = start.copy(), Rng(derive(3, number))
    plies: list[PlyTrace] = []
    turns = skips = 0
    while position.winner == ONGOING:
        before = position.copy()
        plies.append(PlyTrace(len(position.legal_moves())))
        position.play(position.random_move(rng.bits()))
        turns += not position.mid_turn
        skips += skipped(before, position)
    return GameTrace(number, int(position.winner), turns, tuple(plies), skips=skips)
