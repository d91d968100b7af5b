"""Training examples on disk: the positions of some games in a file, a shard.

The data of a shard are the indices of the weights of all positions, and then their shares of the
points as 32-bit floats, low byte first.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.json import Decoder

from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.weights import FeatureSet
from stackyard_engine.file_format import (
    FileKind,
    Heading,
    checksum,
    open_file,
    read_heading,
    write_file,
)
from stackyard_engine.train.examples import TrainingExample
from stackyard_engine.train.fit import numpy

HELD_OUT: Final = 10  # one game in ten is held out for the report
SHORT: Final = 65_536  # indices below it are stored in two bytes
SHARE_BYTES: Final = 4

Count = Annotated[int, Meta(ge=0, lt=2**31)]


class ShardHeading(Heading, frozen=True):
    """The heading of a shard.

    `source` is a checksum of what determines the games beside their seeds; `first` the number of
    the first one and `lengths` the positions of each. A position has `width` indices.
    """

    patterns: str
    source: str
    first: Count
    lengths: list[Count]
    width: Count
    index_bytes: Count
    checksum: str


SHARD: Final = FileKind(
    b"stackyard examples 1\n",
    "file of training examples",
    Decoder(ShardHeading),
    "the same command plays its games again",
    WeightsError,
    "; move it away",
)


@dataclass(frozen=True)
class PackedGames:
    """The examples of some games as bytes, with the number of positions of each game.

    A position has `width` indices.
    """

    indices: bytes | memoryview
    shares: bytes | memoryview
    lengths: list[int]
    width: int

    @classmethod
    def of(
        cls, games: Sequence[Sequence[TrainingExample]], size: int, width: int = 0
    ) -> PackedGames:
        """Pack games whose indices are below `size`.

        With a `width`, shorter rows of indices are filled up with the index `size`.
        """
        indices, shares = array(_index_code(size + 1 if width else size)), array("f")
        for examples in games:
            for example in examples:
                row = example.indices.tolist()
                indices.fromlist(row + [size] * (width - len(row)))
                shares.append(example.share)
        if sys.byteorder == "big":
            indices.byteswap()
            shares.byteswap()
        width = width or len(indices) // max(1, len(shares))
        return cls(
            *(indices.tobytes(), shares.tobytes(), [len(examples) for examples in games], width)
        )

    @property
    def positions(self) -> int:
        """Their number."""
        return sum(self.lengths)

    def read(self, held_out: bool = False) -> tuple[Any, Any]:
        """The indices of all positions, a row for each, and their shares."""
        np = numpy()
        numbers = self.positions * self.width
        kind = "<u2" if len(self.indices) == 2 * numbers else "<i4"
        indices = np.frombuffer(self.indices, kind).reshape(self.positions, self.width)
        return indices, np.frombuffer(self.shares, "<f4")


def _index_code(size: int) -> str:
    return "H" if size <= SHORT else "i"


@dataclass(frozen=True)
class Shard:
    """A file of examples. The games held out are left out unless they are asked for."""

    path: Path
    first: int
    end: int
    positions: int
    held_out: int  # positions

    @property
    def games(self) -> int:
        """The number of games."""
        return self.end - self.first

    def read(self, held_out: bool = False) -> tuple[Any, Any]:
        """The indices of positions, a row for each, and their shares.

        Raises WeightsError if the file is damaged.
        """
        np = numpy()
        heading, data = _content(self.path)
        end = len(data) - SHARE_BYTES * sum(heading.lengths)
        whole = PackedGames(data[:end], data[end:], heading.lengths, heading.width)
        numbers = np.arange(heading.first, heading.first + len(heading.lengths))
        chosen = np.repeat(_is_held_out(numbers) == held_out, heading.lengths)
        indices, shares = whole.read()
        return indices[chosen], shares[chosen]


def _is_held_out(number: Any) -> Any:
    return number % HELD_OUT == HELD_OUT - 1


def write_shard(
    path: Path, features: FeatureSet, source: str, first: int, games: PackedGames
) -> Shard:
    """Write a shard atomically; raises WeightsError if that fails."""
    game, patterns = features.game, features.patterns
    heading = ShardHeading(
        *(game.name, dict(game.settings), game.rules_version, patterns.mark, source, first),
        *(games.lengths, patterns.tuples, array(_index_code(patterns.size)).itemsize),
        checksum([games.indices, games.shares]),
    )
    write_file(path, SHARD, heading, [games.indices, games.shares])
    return _described(path, heading)


def find_shard(path: Path, source: str, first: int, games: int) -> Shard | None:
    """A shard with just these games, None without one; WeightsError if the file is damaged."""
    if not path.exists():
        return None
    heading, _ = _content(path)
    if (heading.source, heading.first, len(heading.lengths)) != (source, first, games):
        return None
    return _described(path, heading)


def _described(path: Path, heading: ShardHeading) -> Shard:
    first, end = heading.first, heading.first + len(heading.lengths)
    held = sum([n for number, n in enumerate(heading.lengths, first) if _is_held_out(number)])
    return Shard(path, first, end, sum(heading.lengths) - held, held)


def _content(path: Path) -> tuple[ShardHeading, memoryview]:
    with open_file(path, SHARD) as file:
        heading = read_heading(file, SHARD, str(path))
        data = memoryview(file.read())
    position = heading.width * heading.index_bytes + SHARE_BYTES
    whole = heading.index_bytes in (2, 4) and len(data) == sum(heading.lengths) * position
    if not whole or checksum([data]) != heading.checksum:
        raise SHARD.damaged(str(path), "its checksum is wrong")
    return heading, data
