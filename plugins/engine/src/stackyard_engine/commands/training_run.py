"""A training with its progress, and what is told when it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stackyard.game import Game
from stackyard.text import plural
from stackyard.workforce import Workforce
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import warn
from stackyard_cli.output import tell
from stackyard_engine.commands.phase_progress import PhaseProgress, tell_stop
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.kept_weights import TRAINING
from stackyard_engine.eval.lookup import SUFFIX, file_name, weights_folder
from stackyard_engine.eval.weights import Weights, write_weights
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.train.acceptance import dated
from stackyard_engine.train.doubling import GAIN, Gain, best_of, gain_of, is_flat
from stackyard_engine.train.trainer import Trainer, TrainingResult

UNBOUNDED = 1000.0  # Elo
SHIPPING = "To ship it, put this file into the folder `weights` of the package that knows the game."


@dataclass
class TrainingRun:
    """A training whose weights are written to `path` after each round.

    `output` is the same file, or None if the weights are for use in play. `again` tells how the
    training is continued.
    """

    game: Game
    seed: int
    output: Path | None
    path: Path
    workforce: Workforce | None
    progress: PhaseProgress
    again: str
    knowledge: ResultLookup | None = None
    gains: list[Gain] = field(default_factory=list)
    played: int = 0
    kept: int = 0

    def trainer(self, games: int) -> Trainer:
        """The training with this number of games, in a folder beside its files."""
        if self.output is not None:
            folder = self.output.with_name(f"{self.output.name}.{TRAINING}")
        else:
            name = f"{file_name(self.game).removesuffix(SUFFIX)}-{self.seed}"
            folder = weights_folder() / TRAINING / name
        return Trainer(*(self.game, games, folder, self.seed, self.knowledge, self.workforce, warn))

    def trained(self, trainer: Trainer) -> TrainingResult:
        """Play, fit and calibrate."""
        with self.stoppable():
            return trainer.train(
                self._tell, self._keep, self.progress.of("games of the calibration")
            )

    def doubled(self, games: int, most: int, silent: bool) -> TrainingResult:
        """Train with doubling numbers of games until that does not pay, from `games` games on.

        Each doubling is measured by a match of at most `most` games, and told in a line,
        unless it is to be `silent`. The strongest weights are calibrated.
        """
        with self.stoppable():
            found = [self.trainer(games).teach(self._tell, self._keep).weights]
            while not is_flat(self.gains):
                games *= 2
                trainer = self.trainer(games)
                found.append(trainer.teach(self._tell, self._keep).weights)
                gain = gain_of(
                    *(self.game, found[-1], found[-2], most, self.seed),
                    self.progress.of("games of the match with half as many"),
                    *(trainer.folder, self.workforce),
                )
                self.gains.append(gain)
                self.progress.clear()
                if not silent:
                    tell(gain_words(gain))
            best = best_of(self.gains)
        return self.trained(self.trainer(int(found[best].heading.report["games"])))

    def _tell(self, done: int, total: int) -> None:
        self.played = done
        self.progress.tell("games", done, total)

    def _keep(self, weights: Weights) -> None:
        write_weights(self.path, weights if self.output else dated(weights))
        self.kept = int(weights.heading.report["games"])
        self.played = max(self.played, self.kept)

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """Tell what is kept after Ctrl-C, and that the command continues after other failures."""
        try:
            yield
        except KeyboardInterrupt:
            self.progress.clear()
            words = f"Stopped after {plural(self.played, 'game')}: "
            if not self.kept:
                words += f"no weights were written; {self.again}."
            elif self.output is None:
                how = how_to_use(self.path)
                words += f"the weights after {self.kept:,} are kept aside. {how}; {self.again}."
            else:
                words += f"{self.path} has the weights after {self.kept:,}; {self.again}."
            tell_stop(words)
            raise
        except MemoryError as failure:
            raise WeightsError(
                "there is too little memory for the training; with more of it (up to 1 GB)"
                f" {self.again} where it was"
            ) from failure
        except WeightsError as failure:
            if isinstance(failure.__cause__, OSError):
                raise WeightsError(
                    f"{failure}; the games so far are kept, and {self.again}"
                ) from failure
            raise


def how_to_use(path: Path) -> str:
    """The command that tests weights kept aside."""
    words = command_line("train", "--use", f"aside/{path.stem}")
    return f"`{words}` tests them and uses them if they are better"


def gain_words(gain: Gain) -> str:
    """A line about a doubling."""
    low, high = [f"{bound:+.0f}" if abs(bound) < UNBOUNDED else "—" for bound in gain.interval]
    verdict = "it pays" if gain.pays else "it does not pay"
    verdict += "" if gain.shown else " by its estimate"
    return (
        f"{gain.games:,} games: {gain.points:g} of {gain.played} points against"
        f" {gain.games // 2:,}, {gain.elo:+.0f} Elo ({low} to {high}); {verdict}."
    )


def described(gain: Gain) -> dict[str, Any]:
    """A doubling for programs; null in place of a bound that the points do not give."""
    low, high = gain.interval
    bounds = {"elo_low": low, "elo_high": high}
    return {
        "games": gain.games,
        "played": gain.played,
        "points": gain.points,
        "elo": round(gain.elo, 1),
        **{n: round(elo, 1) if abs(elo) < UNBOUNDED else None for n, elo in bounds.items()},
        "pays": gain.pays,
    }


def tell_curve(gains: list[Gain]) -> None:
    """Tell the strength by the number of games, from the gains of the doublings."""
    total = 0.0
    steps = [f"{gains[0].games // 2:,}: 0"]
    for gain in gains:
        total += gain.elo
        steps.append(f"{gain.games:,}: {total:+.0f}")
    tell(f"Elo by games: {', '.join(steps)}.")
    if is_flat(gains):
        tell(f"Two doublings in a row gained less than {GAIN:g} Elo each.")
