"""Games of self-play as tasks for any process, by plain data alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from librt.vecs import vec
from msgspec import json
from mypy_extensions import i32

from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.registry import load_game
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.weights import Evaluator, FeatureSet, unpacked
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.train.exact_results import exact_results_for
from stackyard_engine.train.examples import SelfPlay, TrainingExample, play_game
from stackyard_engine.train.shards import PackedGames


@dataclass(frozen=True)
class GameTask:
    """Some games of self-play with the same weights, by their seeds.

    With `knows` the worker needs exact results.
    """

    game: str
    options: Settings
    numbers: bytes
    practice: SelfPlay
    trust: float | None
    knows: bool
    first: int
    seeds: tuple[int, ...]


def play_games(task: GameTask) -> PackedGames:
    """Play the games of a task in a worker; WeightsError if it lacks the exact results."""
    game, features, knowledge = _loaded(task.game, json.encode(task.options), task.knows)
    if task.knows and knowledge is None:
        raise WeightsError(f"a worker has no exact results of {task.game}: keep its table there")
    evaluator = features.evaluator(vec[i32](unpacked(task.numbers)))
    return games_of(game, features, evaluator, knowledge, task)


@lru_cache(2)
def _loaded(name: str, options: bytes, knows: bool) -> tuple[Game, FeatureSet, ResultLookup | None]:
    game = load_game(name, **json.decode(options))
    return game, FeatureSet(game), exact_results_for(game) if knows else None


def games_of(
    game: Game,
    features: FeatureSet,
    evaluator: Evaluator,
    knowledge: ResultLookup | None,
    task: GameTask,
    tick: Callable[[int], object] = lambda done: None,
) -> PackedGames:
    """Play the games of a task; `tick` is called before each move with the number of games done."""
    found: list[list[TrainingExample]] = []
    for seed in task.seeds:
        found.append(
            play_game(
                *(game, task.practice, evaluator, seed, task.trust, knowledge),
                lambda: tick(len(found)),
            )
        )
    return PackedGames.of(found, features.patterns.size)
