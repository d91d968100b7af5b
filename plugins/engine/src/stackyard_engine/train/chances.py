"""The calibration of chances by games, with their intervals.

The chance of a move is that its side wins if both play on this well, from games that searches of
equal strength play on. With best play every position is won, lost or drawn; that is told as proven.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING, Position
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_engine.eval.calibration import Calibration, visits_of
from stackyard_engine.eval.weights import FeatureSet, Weights, WeightsHeading, packed, unpacked
from stackyard_engine.mcts.search import Search
from stackyard_engine.successors import points_of
from stackyard_engine.train.chance_fit import LaterChance, Outcome, fit_chances, fit_intervals
from stackyard_engine.train.validation import (
    SelfPlayer,
    drawn_from,
    drawn_move,
    seen_again,
    varied_line,
)

PLAYED: Final = 40_000  # maximum number of games that are played on
TAUGHT: Final = 10  # training games for each of them
MOVES: Final = 200_000  # moves of them, after which no more are played
COMPARED: Final = 1200  # positions searched again for the intervals
EFFORTS: Final = (100, 400, 1600)  # simulations per evaluation, used in turn
SIMULATIONS: Final = 200  # per move when playing on
TOGETHER: Final = 4  # games of a task

R = TypeVar("R")

# Called with a game, its weights, their calibration so far, a seed and the number of a trial.
Trial = Callable[[Game, Weights, Calibration, int, int], R]


def calibration(
    game: Game,
    weights: Weights,
    seed: int,
    games: int,
    tell: Callable[[int, int], object] = lambda done, total: None,
    workforce: Workforce | None = None,
) -> Calibration:
    """The calibration of weights that were trained on that number of games.

    One game for TAUGHT of them is played on; for the intervals a position of some games is searched
    again for longer. A position that comes again counts once for each length of the search. `tell`
    is called with the number of these games and their total. The `workforce` changes nothing but
    the duration.
    """
    lines = min(games // TAUGHT, PLAYED)
    again = min(lines, COMPARED)

    def told(done: int) -> None:
        tell(done, lines + again)

    chances = fit_chances(_by_playing_on(game, weights, seed, lines, told, workforce))
    seen: dict[Hashable, list[LaterChance]] = {}
    for key, found in _trials(
        *(_later, game, weights, chances, seed, again),
        lambda done: told(lines + done),
        workforce,
    ):
        seen.setdefault(key, found)
    return fit_intervals(chances, [one for found in seen.values() for one in found])


def _by_playing_on(
    game: Game,
    weights: Weights,
    seed: int,
    lines: int,
    tell: Callable[[int], object],
    workforce: Workforce | None,
) -> list[Outcome]:
    """The values of moves, and the outcomes of games played on."""
    seen: dict[Hashable, list[Outcome]] = {}
    moves = 0
    trials = _trials(_played_on, game, weights, Calibration(), seed, lines, tell, workforce)
    with closing(trials):
        for key, found, plies in trials:
            seen.setdefault(key, found)
            moves += plies
            if moves >= MOVES:
                break
    return [one for found in seen.values() for one in found]


def _played_on(
    game: Game, weights: Weights, chances: Calibration, seed: int, number: int
) -> tuple[Hashable, list[Outcome], int]:
    """A search, the value of a move with the outcome of the game that is played on, and its plies.

    The search is named by its length and its position. The move is any whose chance would be told;
    those after it are the best.
    """
    own = derive(seed, number, 5)
    (position,) = drawn_from(varied_line(game, weights.evaluator(), own), own, 1)
    player = SelfPlayer(game, weights, Course(game, position), own)
    effort = EFFORTS[number % len(EFFORTS)]
    key = effort, position.key()
    search = player.search(effort)
    chosen = None if search.proven != ONGOING else drawn_move(search, own)
    if chosen is None:
        return key, [], 0
    mover = player.course.player
    total = visits_of(search.children())
    player.play(chosen.move)
    points = points_of(player.winner(SIMULATIONS), mover)
    outcome = Outcome(chosen.value, chosen.visits, total, points, number)
    return key, [outcome], player.course.ply


def _later(
    game: Game, weights: Weights, chances: Calibration, seed: int, number: int
) -> tuple[Hashable, list[LaterChance]]:
    """A search, and the chances of its moves, with those of a longer search that proves nothing.

    The search is named by its length and its position.
    """

    def search(position: Position, seed: int, simulations: int) -> Search:
        return SelfPlayer(game, weights, Course(game, position), seed).search(simulations)

    own = derive(seed, number, 7)
    (position,) = drawn_from(varied_line(game, weights.evaluator(), own), own, 1)
    effort = EFFORTS[number % len(EFFORTS)]
    return (effort, position.key()), [
        LaterChance(before.chance, before.child.visits, later.chance, best=place == 0)
        for place, (before, later) in enumerate(seen_again(search, position, own, effort, chances))
        if later.child.proven == ONGOING
    ]


@dataclass(frozen=True)
class CalibrationTask:
    """Some trials of a calibration, with plain data alone."""

    trial: Trial[Any]
    game: str
    options: Settings
    weights: tuple[WeightsHeading, bytes]
    chances: Calibration
    seed: int
    first: int
    number: int


def do_trials(task: CalibrationTask) -> list[Any]:
    """The results of the trials of a task, in a worker."""
    game = load_game(task.game, **task.options)
    heading, numbers = task.weights
    weights = Weights(heading, unpacked(numbers), FeatureSet.of(game, heading))
    return [
        task.trial(game, weights, task.chances, task.seed, task.first + number)
        for number in range(task.number)
    ]


def _trials(
    trial: Trial[R],
    game: Game,
    weights: Weights,
    chances: Calibration,
    seed: int,
    lines: int,
    tell: Callable[[int], object],
    workforce: Workforce | None,
) -> Generator[R, None, None]:
    """The results of that many trials, in order; `tell` is called before each."""
    if workforce is None:
        for number in range(lines):
            tell(number)
            yield trial(game, weights, chances, seed, number)
        return
    plain = weights.heading, packed(weights.numbers)
    tasks = [
        CalibrationTask(
            *(trial, game.name, game.settings, plain, chances, seed, first),
            number=min(TOGETHER, lines - first),
        )
        for first in range(0, lines, TOGETHER)
    ]
    done = 0

    def tick() -> None:
        tell(done)

    for results in workforce.run_in_order(do_trials, tasks, tick):
        tick()
        yield from results
        done += len(results)
