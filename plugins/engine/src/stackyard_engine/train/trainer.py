"""The training: rounds of self-play, each followed by a fit to the games so far.

It continues from its folder: the same games and fits follow, wherever it was interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32

from stackyard.game import Game
from stackyard.rng import derive
from stackyard.workforce import Workforce
from stackyard_engine.eval.weights import Evaluator, FeatureSet, Weights, packed, unpacked
from stackyard_engine.file_format import checksum
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.train.chances import calibration
from stackyard_engine.train.exact_results import deciding_kept
from stackyard_engine.train.examples import SelfPlay, best_next, play_game
from stackyard_engine.train.fit import Fit
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.self_play import GameTask, games_of, play_games
from stackyard_engine.train.shards import PackedGames, Shard

FIRST: Final = 2000  # games at most before the first doubling
ROUNDS: Final = (10, 5)  # before the first doubling, and of each doubling
EPOCHS: Final = 3  # after each round but the last of a doubling
LAST_EPOCHS: Final = 12
KEPT: Final = 0.6  # the share of the latest games whose examples are used
SHARDS: Final = 32  # of a round, unless they would be larger than LARGEST
LARGEST: Final = 100  # games of a shard

# Called before each move and after each game, with the number of games played and their total.
GameCounter = Callable[[int, int], object]


@dataclass(frozen=True)
class TrainingResult:
    """The weights of a training, and their quality.

    `error` is the mean logarithmic loss on games that were held out. `kept` is the share of
    positions with known results, of which only some moves keep the result, whose best move looking
    one move ahead does; `by_chance` the share of the moves that do. Both are None without
    knowledge.
    """

    weights: Weights
    games: int
    positions: int
    error: float
    kept: float | None = None
    by_chance: float | None = None


def schedule(games: int) -> list[tuple[int, int]]:
    """The rounds of a training: the number of games at the end of each, and the epochs of its fit.

    The number of games is doubled until it is reached, from one of at most FIRST. So the schedule
    begins with that of half as many games.
    """
    ends = [games]
    while ends[0] > FIRST:
        ends.insert(0, (ends[0] + 1) // 2)
    found, begin = [], 0
    for end in ends:
        rounds = ROUNDS[begin > 0]
        for number in range(1, rounds + 1):
            last = number == rounds
            until = begin + (end - begin) * number // rounds
            found.append((until, LAST_EPOCHS if last else EPOCHS))
        begin = end
    return found


class _LostError(Exception):
    """A file without which the training cannot continue is missing or damaged."""


class Trainer:
    """Trains weights for a game on `games` games of self-play, in a folder of its own.

    If the folder holds the beginning of this training, it continues there. `knowledge` provides
    exact results, for positions where it has them. The same seed and number of games give the same
    weights, whatever the `workforce`. `on_problem` is told of files that are not used, and why.
    Raises WeightsError if the game has no patterns, or without numpy.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        folder: Path,
        seed: int = 1,
        knowledge: ResultLookup | None = None,
        workforce: Workforce | None = None,
        on_problem: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        self._game = game
        self._games = games
        self._seed = seed
        self._knowledge = knowledge
        self.knows = knowledge is not None
        self._workforce = workforce
        self._features = FeatureSet(game)
        self.patterns = self._features.patterns
        self.reads_scenes = self._features.reads_scenes
        self.folder = TrainingFolder(folder, self._features, seed, self.knows, on_problem)
        self._schedule = schedule(games)
        self._practice = SelfPlay.of(game, self.knows)
        self._begin()

    def _begin(self) -> None:
        """Forget what was learned."""
        self._fit = Fit(self.patterns.size)
        self._done = 0  # rounds that are learned, the last perhaps in part
        self._epochs = 0  # of the last of them
        self._positions = 0
        self._shards: list[Shard] = []
        self.played = 0
        if self._taught() is not None:  # the state is of more games, perhaps
            self.played = self._games
            return
        state = self.folder.state()
        if state is None:
            return
        heading, data = state
        done, most = len(heading.rounds), len(self._schedule)
        if heading.rounds == self._schedule[:done] and len(data) == len(self._fit.saved()):
            self._fit.restore(data)
            self._done, self._epochs = done, heading.epochs
            self._positions, self.played = heading.positions, heading.rounds[-1][0]
        elif heading.rounds[:most] != self._schedule:  # of another number of games
            self.folder.forget()

    def _taught(self) -> Weights | None:
        """The weights after all games, if they are in the folder."""
        found = self.folder.weights(self._name)
        if found is None:
            return None
        report = found.heading.report
        mine = report.get("seed") == self._seed and ("kept" in report) == self.knows
        return found if mine else None

    @property
    def kept(self) -> int:
        """The number of games that are kept from an earlier run."""
        if self._done == len(self._schedule) or self.played == self._games:
            return self.played
        begin, end, size = self._span(self._done)
        return self.played + sum(
            [
                min(size, end - first)
                for first in range(begin, end, size)
                if self.folder.has_shard(first)
            ]
        )

    def _span(self, number: int) -> tuple[int, int, int]:
        """The first game of a round, the last, and the games of a shard."""
        begin = self._schedule[number - 1][0] if number else 0
        end = self._schedule[number][0]
        return begin, end, max(1, min((end - begin) // SHARDS, LARGEST))

    def seconds(
        self, tell: Callable[[int, int | None], object] = lambda done, total: None
    ) -> float:
        """The approximate duration of the games, from one played now; `tell` counts its moves."""
        begin, moves = time.perf_counter(), count(1)
        play_game(
            *(self._game, self._practice, self._evaluator(), derive(self._seed, 0)),
            knowledge=self._knowledge,
            tick=lambda: tell(next(moves), None),
        )
        return (time.perf_counter() - begin) * (self._games - self.played)

    def train(
        self,
        tell: GameCounter = lambda done, total: None,
        checkpoint: Callable[[Weights], object] = lambda weights: None,
        calibrating: Callable[[int, int], object] = lambda done, total: None,
    ) -> TrainingResult:
        """Play and fit, round by round, and calibrate; see `teach`.

        `calibrating` is called with the number of games of the calibration and their total.
        """
        result = self.teach(tell, checkpoint)
        if result.weights.heading.chances:
            return result
        chances = calibration(
            *(self._game, result.weights, self._seed, result.games),
            *(calibrating, self._workforce),
        )
        weights = result.weights.with_calibration(chances)
        self.folder.write_weights(self._name, weights)
        return replace(result, weights=weights)

    def teach(
        self,
        tell: GameCounter = lambda done, total: None,
        checkpoint: Callable[[Weights], object] = lambda weights: None,
    ) -> TrainingResult:
        """Play and fit, round by round; `checkpoint` gets the weights after each round.

        Raises WeightsError if a file cannot be written; all those before are kept.
        """
        if (found := self._taught()) is not None:
            checkpoint(found)
            return _told(found)
        try:
            self._teach(tell, checkpoint)
        except _LostError:
            self.folder.clear()
            self._begin()  # at the first game
            self._teach(tell, checkpoint)
        result = self._result()
        self.folder.write_weights(self._name, result.weights)
        return result

    @property
    def _name(self) -> str:
        """The name under which the weights are kept in the folder."""
        return f"taught-{self._games}"

    def _teach(self, tell: GameCounter, checkpoint: Callable[[Weights], object]) -> None:
        """Play and learn the rounds that are left."""
        self._shards = []
        first = max(0, self._done - 1)  # its fit may be unfinished
        since = self._window(first)
        for number, (end, _) in enumerate(self._schedule[:first]):
            if end > since:
                self._play_round(number, since, tell)
        for number in range(first, len(self._schedule)):
            end, epochs = self._schedule[number]
            self._play_round(number, 0, tell)
            self.played = end
            self._learn(number, epochs)
            checkpoint(self._weights({"games": end, "positions": self._positions}))

    def _play_round(self, number: int, since: int, tell: GameCounter) -> None:
        """Find or play the shards of a round that end after the game `since`."""
        begin, end, size = self._span(number)
        numbers = packed(self._numbers(number))
        task = GameTask(
            *(self._game.name, self._game.settings, numbers),
            replace(self._practice, depth=1) if number == 0 else self._practice,
            1.0 if number == 0 else None,
            *(self.knows, begin, ()),
        )
        known = repr((task.practice, task.trust, task.knows, self._seed)).encode()
        source = checksum([numbers, known])
        missing = []
        for first in range(begin, end, size):
            games = min(size, end - first)
            if first + games <= since:
                continue
            shard = self.folder.shard(source, first, games)
            if shard is None:
                seeds = tuple([derive(self._seed, first + game) for game in range(games)])
                missing.append(replace(task, first=first, seeds=seeds))
            else:
                self._count(shard, number)
        done = begin + sum([s.games for s in self._shards if s.first >= begin])
        for played, found in self._played(missing, tell, done):
            shard = self.folder.write_shard(source, played.first, found)
            self._count(shard, number)
            done += shard.games
            tell(done, self._games)
        self._shards.sort(key=lambda shard: shard.first)

    def _count(self, shard: Shard, number: int) -> None:
        """Use a shard of a round, whose positions may have been counted already."""
        self._shards.append(shard)
        if number >= self._done:
            self._positions += shard.positions + shard.held_out

    def _played(
        self, tasks: list[GameTask], tell: GameCounter, done: int
    ) -> Iterator[tuple[GameTask, PackedGames]]:
        """The games of some tasks, each when it is done."""

        def tick(more: int = 0) -> None:
            tell(done + more, self._games)

        if self._workforce is not None:
            for task, games in self._workforce.run(play_games, tasks, tick):
                done += len(task.seeds)
                yield task, games
        else:
            evaluator = None
            for task in tasks:
                evaluator = evaluator or self._features.evaluator(vec[i32](unpacked(task.numbers)))
                game, features, knowledge = self._game, self._features, self._knowledge
                yield task, games_of(game, features, evaluator, knowledge, task, tick)
                done += len(task.seeds)

    def _numbers(self, number: int) -> list[int]:
        """The weights at the beginning of a round."""
        name = f"round-{number:03}"
        complete = number == 0 or self._epochs == self._schedule[number - 1][1]
        if self._done == number and complete:
            weights = self._weights({"round": number})
            self.folder.write_weights(name, weights)
        elif (found := self.folder.weights(name)) is not None:
            weights = found
        else:
            raise _LostError
        return list(weights.numbers)

    def _learn(self, number: int, epochs: int) -> None:
        """Fit the weights to the latest games, and keep the state after each epoch."""
        since = self._window(number)
        self._shards = [shard for shard in self._shards if shard.end > since]
        if self._done <= number:
            self._done, self._epochs = number + 1, 0
        for epoch in range(self._epochs, epochs):
            self._fit.learn(self._shards, (self._seed, number, epoch))
            state = self._fit.saved()
            rounds = self._schedule[: number + 1]
            self.folder.write_state(rounds, epoch + 1, self._positions, state)
            self._epochs = epoch + 1
        self.folder.drop_shards(since)

    def _window(self, number: int) -> int:
        """The games of whole rounds whose examples the fit after a round does not use any more."""
        most = (1 - KEPT) * self._schedule[number][0]
        return max([end for end, _ in self._schedule[:number] if end <= most], default=0)

    def _evaluator(self) -> Evaluator:
        return self._features.evaluator(vec[i32](self._fit.numbers()))

    def _weights(self, report: dict[str, Any]) -> Weights:
        numbers = self._fit.numbers()
        return Weights(self._features.heading(numbers, report), numbers, self._features)

    def _result(self) -> TrainingResult:
        error = self._fit.error([s for s in self._shards if s.first >= self.played // 2])
        result = TrainingResult(self._weights({}), self.played, self._positions, error)
        if self._knowledge is not None:
            evaluator = self._evaluator()
            kept, by_chance = deciding_kept(
                self._game, self._knowledge, lambda position: best_next(evaluator.value, position)
            )
            result = replace(result, kept=kept, by_chance=by_chance)
        return replace(result, weights=self._weights(report_of(result) | {"seed": self._seed}))


def report_of(result: TrainingResult) -> dict[str, Any]:
    """The report of a training in a file of weights."""
    report: dict[str, Any] = {
        "games": result.games,
        "positions": result.positions,
        "error": round(result.error, 4),
    }
    if result.kept is not None and result.by_chance is not None:
        report |= {"kept": round(result.kept, 3), "by_chance": round(result.by_chance, 3)}
    return report


def _told(weights: Weights) -> TrainingResult:
    """The result of a training by the report in its weights."""
    report = weights.heading.report
    return TrainingResult(
        *(weights, int(report["games"]), int(report["positions"]), report["error"]),
        *(report.get("kept"), report.get("by_chance")),
    )
