"""Learned weights and their files.

The data of a file are numbers of 16 bits, low byte first, compressed.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import astuple
from math import exp
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from librt.vecs import vec
from msgspec import Meta, Struct, field
from msgspec.json import Decoder
from msgspec.structs import replace
from mypy_extensions import i32, i64

from stackyard.builds import nearest
from stackyard.game import Game
from stackyard.options import Settings, chosen, typed
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.derivation import Reading, reading_of
from stackyard_engine.eval.model import UNIT
from stackyard_engine.eval.patterns import Patterns
from stackyard_engine.eval.scene_features import SceneFeatures, piece_kinds
from stackyard_engine.eval.symmetries import symmetries_of
from stackyard_engine.file_format import (
    FileKind,
    Heading,
    check_game,
    checksum,
    open_file,
    read_heading,
    write_file,
)
from stackyard_engine.knowledge import knowledge_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Chance = Annotated[float, Meta(ge=-100, le=100)]  # a number of a calibration
Chances = Annotated[list[Chance], Meta(max_length=7)]


class Evaluator(Protocol):
    """The interface by which a search evaluates positions."""

    def value(self, position: Any) -> int:
        """The value of an unfinished position for the player to act; 0 is even."""

    def begin(self, parent: Any) -> None:
        """Begin a family of positions that follow from `parent` by a move."""

    def value_beside(self, position: Any) -> int:
        """The value of a position of that family, faster."""

    def indices(self, position: Any) -> list[int]:
        """The indices of the weights whose sum is the value."""


class MatchResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a match of weights `against` others, or playouts.

    `better` tells whether the match showed that they play better.
    """

    against: str
    games: Annotated[int, Meta(ge=0)]
    points: Annotated[float, Meta(ge=0)]
    better: bool


class WeightsHeading(Heading, frozen=True):
    """The heading of a file of weights: the game, its options and its patterns.

    `looks` are the kinds of pieces in patterns made from scenes, empty if the game has traits of
    its own; `turns` are the symmetries of the board by which these patterns share weights, as
    numbers in Board.symmetries. `report` holds the measurements of the training. `chances` are the
    numbers of calibration.Calibration, empty if not known.
    `learned` is the date of the training, empty in files that were not made for play here;
    `matches` the matches that decided about their use. `boards` are the numbers of the options of
    the boards on which general weights were learned, which serve others as well; `options` are then
    words alone, `board_chances` the calibrations on each of the boards, and `chances` their mean,
    for others. `alphabeta` is the match of alpha-beta search against tree search, both by these
    weights.
    """

    patterns: str
    weights: Annotated[int, Meta(ge=0)]
    checksum: str
    looks: list[str] = field(default_factory=list)
    report: dict[str, int | float] = field(default_factory=dict)
    chances: Chances = field(default_factory=list)
    learned: str = ""
    matches: list[MatchResult] = field(default_factory=list)
    boards: list[dict[str, int]] = field(default_factory=list)
    board_chances: list[Chances] = field(default_factory=list)
    alphabeta: MatchResult | None = None
    turns: list[Annotated[int, Meta(ge=0)]] = field(default_factory=list)

    @property
    def lost(self) -> MatchResult | None:
        """The match that did not show them to be better, if there was one."""
        return next((match for match in self.matches if not match.better), None)

    def calibration_on(self, numbers: dict[str, int]) -> Calibration:
        """The calibration on a board with these numbers: its own if it was one of the training."""
        each = zip(self.boards, self.board_chances, strict=False)
        return Calibration(*next((own for board, own in each if board == numbers), self.chances))


WEIGHTS: Final = FileKind(
    b"stackyard weights 2\n",
    "file of weights",
    Decoder(WeightsHeading),
    "delete it, or make new weights with `stackyard train`",
    WeightsError,
    "; move it away, or make new weights with `stackyard train`",
)


class Weights:
    """Learned weights for the positions of one game.

    `learned_here` is the date on which they were learned if the user's folder provides them; it is
    empty for those of a package.
    """

    def __init__(
        self, heading: WeightsHeading, numbers: Sequence[int], features: FeatureSet
    ) -> None:
        self.heading = heading
        self.numbers = numbers
        self._features = features
        self._table = vec[i32](numbers)
        self.learned_here = ""
        self.calibration = heading.calibration_on(numbers_of(features.game))

    @property
    def patterns(self) -> Patterns:
        """The patterns to which the weights belong."""
        return self._features.patterns

    def with_calibration(self, chances: Calibration) -> Weights:
        """The same weights with another calibration."""
        return self.with_heading(replace(self.heading, chances=list(astuple(chances))))

    def with_calibrations(self, each: Sequence[Calibration]) -> Weights:
        """The same general weights with a calibration on each board of their training."""
        chances = [list(astuple(one)) for one in each]
        mean = [round(fmean(numbers), 4) for numbers in zip(*chances, strict=True)]
        return self.with_heading(replace(self.heading, chances=mean, board_chances=chances))

    def with_heading(self, heading: WeightsHeading) -> Weights:
        """The same weights with another heading."""
        return Weights(heading, self.numbers, self._features)

    def evaluator(self) -> Evaluator:
        """An evaluator for one search; evaluators share the weights."""
        return self._features.evaluator(self._table)


class FeatureSet:
    """A game with patterns: its own, or those of its scenes.

    `looks` and `turns` are those of the weights' heading; without them random games tell them. With
    `general` they are the game's general patterns. Raises WeightsError if there are none.
    """

    def __init__(
        self,
        game: Game,
        looks: Sequence[str] | None = None,
        turns: Sequence[int] = (),
        *,
        general: bool = False,
    ) -> None:
        self.game = game
        self.looks: list[str] = []
        self.turns: list[int] = []
        self._kind = type(game.initial())
        known = knowledge_of(game)
        own = known.general_patterns() if general else known.patterns()
        if general and own is None:
            raise WeightsError(
                f"{game.name} declares no patterns for boards of any size"
                " (Knowledge.general_patterns)"
            )
        self._scene: SceneFeatures | None = None
        self._reading: Reading | None = None
        if own is not None:
            self.patterns: Patterns = own
        else:
            self.looks = list(piece_kinds(game) if looks is None else looks)
            if not self.looks:
                raise WeightsError(
                    f"{game.name} cannot be trained: its scenes show no pieces on the"
                    " board, and it declares no patterns of its own (Knowledge.patterns)"
                )
            self.turns = symmetries_of(game) if looks is None else [*turns]
            if any(turn >= len(game.board.symmetries) for turn in self.turns):
                raise WeightsError("its board has not all of the symmetries of these patterns")
            self._scene = SceneFeatures(game, self.looks, self.turns)
            self.patterns = self._scene.patterns
            if game.build == "compiled":  # the sources are as slow as scenes
                self._reading = reading_of(game, self._scene)
        self._plan = vec[i64](self.patterns.plan)

    @classmethod
    def of(cls, game: Game, heading: WeightsHeading) -> FeatureSet:
        """The features that a file of weights has for a game."""
        looks, turns = heading.looks or None, heading.turns
        return cls(game, looks, turns, general=bool(heading.boards))

    def evaluator(self, weights: vec[i32]) -> Evaluator:
        """An evaluator with these weights."""
        module = nearest(self._kind, "stackyard_engine.eval.model")
        read: Any = None
        if self._reading is not None and self._scene is not None:
            read = self._reading.reader(self._kind, self._scene).read
        elif self._scene is not None:
            read = self._scene.read
        evaluator: Evaluator = module.LinearEvaluator(
            len(self.patterns.radices), self._plan, weights, read
        )
        return evaluator

    @property
    def reads_scenes(self) -> bool:
        """True if traits are read from scenes, which is slow."""
        return self._scene is not None and self._reading is None

    def heading(self, numbers: Sequence[int], report: dict[str, Any]) -> WeightsHeading:
        """The heading of weights for it."""
        game = self.game
        return WeightsHeading(
            *(game.name, dict(game.settings), game.rules_version, self.patterns.mark),
            *(len(numbers), checksum([packed(numbers)]), self.looks, report),
            turns=self.turns,
        )


def words_of(game: Game) -> Settings:
    """The options of a game that are no numbers: general weights belong to them."""
    found = game.settings.items()
    return {name: value for name, value in found if isinstance(value, bool | str)}


def numbers_of(game: Game) -> dict[str, int]:
    """The options of a game that are numbers."""
    words = words_of(game)
    found = game.settings.items()
    return {name: int(value) for name, value in found if name not in words and value is not None}


def packed(numbers: Sequence[int]) -> bytes:
    """Weights as bytes."""
    stored = array("h", numbers)
    if sys.byteorder == "big":
        stored.byteswap()
    return stored.tobytes()


def unpacked(data: bytes) -> list[int]:
    """The weights that were packed."""
    numbers = array("h")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights atomically; raises WeightsError if that fails."""
    write_file(path, WEIGHTS, weights.heading, [zlib.compress(packed(weights.numbers), 9)])


def read_weights(path: Path | Traversable, game: Game) -> Weights:
    """The weights in a file, for a game; WeightsError gives the reason if they are unusable."""
    with open_file(path, WEIGHTS) as file:
        heading = read_heading(file, WEIGHTS, str(path))
        data = file.read()
    return _unpacked(heading, data, game, str(path))


def heading_of(path: Path | Traversable) -> WeightsHeading:
    """The heading of a file; WeightsError if it cannot be read or is damaged."""
    with open_file(path, WEIGHTS) as file:
        return read_heading(file, WEIGHTS, str(path))


def _unpacked(heading: WeightsHeading, data: bytes, game: Game, name: str) -> Weights:
    """The weights with this heading and this packed data; `name` is the file in messages."""
    check_game(heading, game, WEIGHTS, name, words_of(game) if heading.boards else None)
    try:
        features = FeatureSet.of(game, heading)
    except WeightsError as failure:
        raise WeightsError(f"{name} does not fit {game.name}: {failure}") from failure
    if heading.patterns != features.patterns.mark or heading.weights != features.patterns.size:
        from stackyard_cli.command_lines import command_line  # which weights do without

        words = command_line("train", game.name) + typed(chosen(game.options, game.settings))
        raise WeightsError(
            f"{name} was made for other patterns than {game.name} has today;"
            f" `{words}` makes new weights"
        )
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(data, 2 * heading.weights + 1)
    except zlib.error as failure:
        raise WEIGHTS.damaged(name, "its weights cannot be unpacked") from failure
    whole = unpacker.eof and not unpacker.unused_data and len(data) == 2 * heading.weights
    if not whole or checksum([data]) != heading.checksum:
        raise WEIGHTS.damaged(name, "its checksum is wrong")
    return Weights(heading, unpacked(data), features)


def win_chance(value: float) -> float:
    """The expected share of points, 0 to 1, in a position with this value."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, value / UNIT))))
