"""The folder of a training: what is needed to go on with it after any interruption.

It holds the examples in shards, the weights at the beginning of each round, the state of the fit,
and the weights and match scores at the end. Each file is written atomically.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta
from msgspec.json import Decoder
from msgspec.structs import replace

from stackyard.files import replacing
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.kept_weights import PLACE_NAME
from stackyard_engine.eval.lookup import SUFFIX
from stackyard_engine.eval.weights import (
    FeatureSet,
    Weights,
    read_weights,
    write_weights,
)
from stackyard_engine.file_format import (
    HEAD,
    FileKind,
    Heading,
    check_game,
    checksum,
    open_file,
    read_heading,
    write_file,
    writing,
)
from stackyard_engine.train.shards import PackedGames, Shard, find_shard, write_shard

STATE_NAME: Final = "state"
EXAMPLES: Final = ".examples"
SCORES_SUFFIX: Final = ".scores"
DRAFTS: Final = ".*.part"  # of files that a killed run was writing

Count = Annotated[int, Meta(ge=0)]


class StateHeading(Heading, frozen=True):
    """The heading of a state: `rounds` are the last games and the epochs of the rounds begun.

    `epochs` of the last one are done. `positions` were played in the rounds before it.
    """

    patterns: str
    seed: Count
    knows: bool
    rounds: list[tuple[Count, Count]]
    epochs: Count
    positions: Count
    checksum: str


STATE: Final = FileKind(
    b"stackyard training 1\n",
    "state of a training",
    Decoder(StateHeading),
    "the training begins again",
    WeightsError,
)


class ScoresHeading(Heading, frozen=True):
    """The heading of a match that is being played, between two checksums of weights."""

    between: tuple[str, str]
    seed: Count
    checksum: str


SCORES: Final = FileKind(
    b"stackyard match scores 1\n",
    "file of match scores",
    Decoder(ScoresHeading),
    "the match begins again",
    WeightsError,
)


class TrainingFolder:
    """The files of one training; `on_problem` is told of each file that is not used, and why."""

    def __init__(
        self,
        path: Path,
        features: FeatureSet,
        seed: int,
        knows: bool,
        on_problem: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        self.path = path
        self._features = features
        self._seed = seed
        self._knows = knows
        self._tell = on_problem

    def state(self) -> tuple[StateHeading, bytes] | None:
        """The state of the fit; None without a usable one."""
        path = self.path / STATE_NAME
        if not path.exists():
            return None
        try:
            with open_file(path, STATE) as file:
                heading = read_heading(file, STATE, str(path))
                data = file.read()
            check_game(heading, self._features.game, STATE, str(path))
            if checksum([data]) != heading.checksum:
                raise STATE.damaged(str(path), "its checksum is wrong")
        except WeightsError as error:
            self._tell(str(error))
            return None
        same = (heading.patterns, heading.seed, heading.knows) == (
            self._features.patterns.mark,
            self._seed,
            self._knows,
        )
        if not same or not heading.rounds:
            self._tell(f"{path} is of another training; {STATE.remedy}")
            return None
        return heading, data

    def write_state(
        self, rounds: Sequence[tuple[int, int]], epochs: int, positions: int, data: bytes
    ) -> None:
        """Write the state of the fit after some epochs of the last of these rounds."""
        game = self._features.game
        heading = StateHeading(
            game=game.name,
            options=dict(game.settings),
            rules_version=game.rules_version,
            patterns=self._features.patterns.mark,
            seed=self._seed,
            knows=self._knows,
            rounds=list(rounds),
            epochs=epochs,
            positions=positions,
            checksum=checksum([data]),
        )
        write_file(self.path / STATE_NAME, STATE, heading, [data])

    def shard(self, source: str, first: int, games: int) -> Shard | None:
        """The shard of these games; None if it must be played."""
        path = self._shard_path(first)
        try:
            return find_shard(path, source, first, games)
        except WeightsError as error:
            self._tell(str(error))
            path.unlink(missing_ok=True)
            return None

    def has_shard(self, first: int) -> bool:
        """Tell if there is a shard that begins with this game."""
        return self._shard_path(first).exists()

    def write_shard(self, source: str, first: int, games: PackedGames) -> Shard:
        """Write a shard; WeightsError if that fails."""
        return write_shard(self._shard_path(first), self._features, source, first, games)

    def _shard_path(self, first: int) -> Path:
        return self.path / f"{first:08}{EXAMPLES}"

    def weights(self, name: str) -> Weights | None:
        """The weights kept under a name; None without usable ones."""
        path = self.path / f"{name}{SUFFIX}"
        if not path.exists():
            return None
        try:
            return read_weights(path, self._features.game)
        except WeightsError as error:
            self._tell(str(error))
            return None

    def write_weights(self, name: str, weights: Weights) -> None:
        """Keep weights under a name."""
        write_weights(self.path / f"{name}{SUFFIX}", weights)

    def place(self, new: Path) -> Path:
        """The file of the weights beside this one that an earlier run chose, otherwise `new`."""
        path = self.path / PLACE_NAME
        with suppress(OSError, ValueError):
            name = path.read_text("utf-8").strip()
            if name.startswith(new.name.partition(".")[0]) and Path(name).name == name:
                return new.with_name(name)
        with writing(path, STATE), replacing(path) as file:
            file.write(new.name.encode())
        return new

    def clear(self) -> None:
        """Remove the files, and the folder unless there is something else in it."""
        names = (STATE_NAME, PLACE_NAME, f"*{EXAMPLES}", f"*{SUFFIX}", f"*{SCORES_SUFFIX}")
        for pattern in (*names, DRAFTS):
            for path in self.path.glob(pattern):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            self.path.rmdir()

    def forget(self) -> None:
        """Remove the state and all shards."""
        for path in [self.path / STATE_NAME, *self.path.glob(f"*{EXAMPLES}")]:
            path.unlink(missing_ok=True)

    def drop_shards(self, before: int) -> None:
        """Remove the shards whose games all come before this one."""
        paths = sorted(self.path.glob(f"*{EXAMPLES}"))
        for path, following in pairwise(paths):
            if following.stem <= f"{before:08}":
                path.unlink(missing_ok=True)

    def scores(self, weights: Weights, other: Weights | None, what: str = "") -> ScoreLog:
        """The scores of a match of these weights, played so far.

        `what` tells it from another match between the same weights, by other searches perhaps.
        """
        own, others = weights.heading, "" if other is None else other.heading.checksum
        name = f"{own.checksum[:8]}-{others[:8] or 'playouts'}{what}{SCORES_SUFFIX}"
        about = own.game, own.options, own.rules_version
        heading = ScoresHeading(*about, (own.checksum, others), self._seed, "")
        return ScoreLog(self.path / name, heading)


class ScoreLog:
    """The scores of the pairs of a match, in a file, so that the match goes on where it was."""

    def __init__(self, path: Path, heading: ScoresHeading) -> None:
        self._path = path
        self._heading = heading
        self.scores = self._read()

    def add(self, score: float) -> None:
        """Note the score of a pair, in quarters of its two points."""
        self.scores.append(score)
        data = bytes([int(4 * score) for score in self.scores])
        heading = replace(self._heading, checksum=checksum([data]))
        write_file(self._path, SCORES, heading, [data])

    def _read(self) -> list[float]:
        """The scores so far; none if there is no file of this match, or a damaged one."""
        try:
            with open_file(self._path, SCORES) as file:
                heading = read_heading(file, SCORES, str(self._path))
                data = file.read(HEAD)
        except WeightsError:
            return []
        same = (heading.between, heading.seed) == (self._heading.between, self._heading.seed)
        if not same or checksum([data]) != heading.checksum or max(data, default=0) > 4:
            return []
        return [quarters / 4 for quarters in data]
