"""Learned weights and their files.

The data of a file are numbers of 16 bits, low byte first, compressed.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field, replace
from math import exp
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final, Protocol

from librt.vecs import vec
from mypy_extensions import i32, i64

from stackyard.compiled import nearest
from stackyard.errors import WeightsError
from stackyard.features import Patterns
from stackyard.game import Game
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.model import UNIT
from stackyard_engine.eval.scene_features import SceneFeatures, piece_kinds
from stackyard_engine.file_format import (
    FileKind,
    check_game,
    checksum,
    read_heading,
    write_file,
    writing,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

WEIGHTS: Final = FileKind(
    b"stackyard weights 1\n",
    "file of weights",
    "`stackyard train` makes new weights",
    WeightsError,
)
LARGEST: Final = 1_000_000  # bytes of a file
MOST: Final = 4_000_000  # weights


class Evaluator(Protocol):
    """The interface by which a search evaluates positions."""

    def value(self, position: Any) -> int:
        """The value of an unfinished position for the player to act; 0 is even."""

    def indices(self, position: Any) -> list[int]:
        """The indices of the weights whose sum is the value."""


@dataclass(frozen=True)
class WeightsHeading:
    """The heading of a file of weights: the game, its options and its patterns.

    `looks` are the kinds of pieces in patterns made from scenes, empty if the game has traits of
    its own. `report` holds the measurements of the training. `chances` are the numbers of
    calibration.Calibration; empty if not known.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    patterns: str
    weights: int
    checksum: str
    looks: list[str] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)
    chances: list[float] = field(default_factory=list)


class Weights:
    """Learned weights for the positions of one game."""

    def __init__(
        self, heading: WeightsHeading, numbers: Sequence[int], features: FeatureSet
    ) -> None:
        self.heading = heading
        self.numbers = numbers
        self._features = features
        self._table = vec[i32](numbers)
        self.calibration = Calibration(*heading.chances)

    @property
    def patterns(self) -> Patterns:
        """The patterns to which the weights belong."""
        return self._features.patterns

    def with_calibration(self, chances: Calibration) -> Weights:
        """The same weights with another calibration."""
        heading = replace(self.heading, chances=list(astuple(chances)))
        return Weights(heading, self.numbers, self._features)

    def evaluator(self) -> Evaluator:
        """An evaluator for one search; evaluators share the weights."""
        return self._features.evaluator(self._table)


class FeatureSet:
    """A game with patterns: its own, or those of its scenes.

    `looks` are those of the weights' heading; without them the game's scenes are sampled. Raises
    WeightsError if neither gives patterns.
    """

    def __init__(self, game: Game, looks: Sequence[str] | None = None) -> None:
        self.game = game
        self.looks: list[str] = []
        self._kind = type(game.initial())
        own = game.patterns()
        self._reader: Any = None
        if own is not None:
            self.patterns: Patterns = own
        else:
            self.looks = list(piece_kinds(game) if looks is None else looks)
            if not self.looks:
                raise WeightsError(
                    f"{game.name} cannot be trained: its scenes show no pieces on the"
                    " board, and it declares no patterns of its own (Game.patterns)"
                )
            scene = SceneFeatures(game, self.looks)
            self.patterns = scene.patterns
            self._reader = scene.read
        self._plan = vec[i64](self.patterns.plan)

    def evaluator(self, weights: vec[i32]) -> Evaluator:
        """An evaluator with these weights."""
        module = nearest(self._kind, "stackyard_engine.eval.model")
        evaluator: Evaluator = module.LinearEvaluator(
            len(self.patterns.radices), self._plan, weights, self._reader
        )
        return evaluator

    def blank(self) -> Evaluator:
        """An evaluator with zero weights, for its indices."""
        return self.evaluator(vec[i32]([0] * self.patterns.size))

    def heading(self, numbers: Sequence[int], report: dict[str, Any]) -> WeightsHeading:
        """The heading of weights for it."""
        game = self.game
        return WeightsHeading(
            *(game.name, dict(game.settings), game.rules_version, self.patterns.mark),
            *(len(numbers), checksum([packed(numbers)]), self.looks, report),
        )


def packed(numbers: Sequence[int]) -> bytes:
    """Weights as bytes."""
    stored = array("h", numbers)
    if sys.byteorder == "big":
        stored.byteswap()
    return stored.tobytes()


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights atomically; raises WeightsError if that fails."""
    write_file(path, WEIGHTS, weights.heading, [zlib.compress(packed(weights.numbers), 9)])


def check_writable(path: Path) -> None:
    """Raise WeightsError if no file can be written at `path`; called before a long training."""
    with writing(path, WEIGHTS), TemporaryFile(dir=path.parent):
        pass


def read_weights(path: Path, game: Game) -> Weights:
    """The weights in a file, for a game; WeightsError gives the reason if they are unusable."""
    return weights_in(bytes_of(path), game, str(path))


def bytes_of(file: Path | Traversable) -> bytes:
    """The contents of a file; WeightsError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as failure:
        raise WeightsError(f"{file} cannot be read: {failure.strerror}") from failure


def split_file(text: bytes, name: str) -> tuple[WeightsHeading, bytes]:
    """The heading and the remaining data of a file's contents; `name` is the file in messages."""
    if not text.startswith(WEIGHTS.magic):
        raise WeightsError(f"{name} is no {WEIGHTS.name} of Stackyard's")
    line, _, data = text[len(WEIGHTS.magic) :].partition(b"\n")
    heading = read_heading(line, WeightsHeading, WEIGHTS, name)
    try:
        Calibration(*heading.chances).of(0.25)
    except (ArithmeticError, TypeError, ValueError) as failure:
        raise WeightsError(f"{name} is damaged: its heading cannot be read") from failure
    return heading, data


def weights_in(text: bytes, game: Game, name: str) -> Weights:
    """The weights in a file's contents, for a game."""
    heading, data = split_file(text, name)
    check_game(heading, game, WEIGHTS, name)
    features = FeatureSet(game, heading.looks or None)
    if heading.patterns != features.patterns.mark or heading.weights != features.patterns.size:
        raise WeightsError(
            f"{name} was made for other patterns than {game.name} has today;"
            f" `stackyard train {game.name}` makes new weights"
        )
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(data, 2 * MOST)
    except zlib.error as failure:
        raise WeightsError(f"{name} is damaged: its weights cannot be unpacked") from failure
    whole = unpacker.eof and len(data) == 2 * heading.weights
    if not whole or checksum([data]) != heading.checksum:
        raise WeightsError(f"{name} is damaged: its checksum is wrong")
    numbers = array("h")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return Weights(heading, numbers.tolist(), features)


def win_chance(value: float) -> float:
    """The expected share of points, 0 to 1, in a position with this value."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, value / UNIT))))
