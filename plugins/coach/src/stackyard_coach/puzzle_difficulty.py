"""The difficulty of a puzzle: the moves that a glance suggests, and the levels that solve it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_coach.strength import strength_of
from stackyard_engine.levels import STRENGTHS, STRONGEST
from stackyard_engine.players import level_player
from stackyard_engine.successors import successor

GLANCING = (2, 3)  # the levels of those who glance
GLANCES = 8  # choices of each of them
MISSED = 0.6  # the part of the choices that is wrong where a move tempts
TRIALS = 3  # of each level at a puzzle; the strongest has one

Asked = Sequence[tuple[Position, int]]  # positions, each with the one right move


def tempting_move(game: Game, position: Position, right: int, seed: int) -> int | None:
    """The wrong move that players who glance choose most; None if not enough of them are wrong."""
    good = successor(position, right).key()
    glances = [(level, trial) for level in GLANCING for trial in range(GLANCES)]
    missed = ceil(MISSED * len(glances))
    wrong: Counter[int] = Counter()
    for done, (level, trial) in enumerate(glances):
        if wrong.total() + len(glances) - done < missed:
            return None
        move = choice(game, position, level, derive(seed, level, trial))
        if successor(position, move).key() != good:
            wrong[move] += 1
    if wrong.total() < missed:
        return None
    return wrong.most_common(1)[0][0]


def solves(game: Game, asked: Asked, level: int, seed: int) -> bool:
    """Tell if a level finds the right move in every position."""
    return all(
        successor(position, choice(game, position, level, seed)).key()
        == successor(position, right).key()
        for position, right in asked
    )


def rating_of(game: Game, asked: Asked, seed: int) -> int:
    """The strength in Elo at which half of the players solve a puzzle, by the eight levels."""
    results = [
        (STRENGTHS[level], float(not solves(game, asked, level, derive(seed, level, trial))))
        for level in STRENGTHS
        for trial in range(1 if level == STRONGEST else TRIALS)
    ]
    return round(strength_of(results).value)


def choice(game: Game, position: Position, level: int, seed: int) -> int:
    """The move of a level."""
    player = level_player(game, seed, level)
    match = Match(game, (player, player), course=Course(game, position))
    return player.choose(match)
