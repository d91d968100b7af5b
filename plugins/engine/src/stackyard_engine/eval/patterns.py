"""Patterns: small tables of learned weights, indexed by features of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate, combinations_with_replacement, product
from math import prod
from operator import mul
from typing import Final


@dataclass(frozen=True)
class Patterns:
    """The traits of a position and the tuples of traits that have weights.

    A trait is a small number computed from a position; `radices` holds the exclusive upper bound
    of each trait. A table is one or more tuples of traits, each of which takes its
    weight from the table: the images of a shape on the board may share one. The traits of all
    tuples of a table have the same radices.

    `points` are the points of the board that the traits describe, neighbours at distance 1, or None
    for a trait of the whole board. They allow weights of one board size to be transferred to
    another; without them there is no transfer. Weights of a smaller board are transferred only to
    patterns with `takes_smaller`: the numbers of the traits mean the same there.

    `widths` are given by **general patterns**, whose tables mean the same on boards of any size, so
    that weights learned on some boards serve all: they are the numbers of weights of the tables. On
    some boards a table may be without tuples.

    Raises ValueError for invalid tables or places.
    """

    radices: tuple[int, ...]
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    points: tuple[tuple[float, float] | None, ...] = ()
    widths: tuple[int, ...] = ()
    takes_smaller: bool = False

    def __post_init__(self) -> None:
        if self.points and len(self.points) != len(self.radices):
            raise ValueError(f"{len(self.points)} places for {len(self.radices)} traits")
        for table in self.tables:
            shapes = {tuple([self.radices[trait] for trait in traits]) for traits in table}
            if len(shapes) != 1 and not (self.widths and not shapes):
                raise ValueError(f"the tuples of a table have the same radices, not {shapes}")
        found = [self._width(table) for table in self.tables if table]
        given = [width for width, table in zip(self.widths, self.tables, strict=False) if table]
        if self.widths and (len(self.widths) != len(self.tables) or found != given):
            raise ValueError(f"the tables do not have the widths {self.widths}")

    @cached_property
    def size(self) -> int:
        """The number of weights."""
        return sum(self._widths)

    @property
    def tuples(self) -> int:
        """The number of weights that add up to the value of a position."""
        return sum(map(len, self.tables))

    @cached_property
    def plan(self) -> list[int]:
        """The tuples as used by stackyard_engine.eval.model.LinearEvaluator."""
        plan: list[int] = []
        for begin, table in zip(self.begins, self.tables, strict=True):
            for traits in table:
                plan += [begin, len(traits)]
                for trait, step in zip(traits, self.steps(traits), strict=True):
                    plan += [trait, step]
        return plan

    @cached_property
    def begins(self) -> list[int]:
        """The first weight of each table."""
        return list(accumulate(self._widths[:-1], initial=0))

    def steps(self, traits: Sequence[int]) -> list[int]:
        """The stride of each trait of a tuple in its table."""
        radices = [self.radices[trait] for trait in traits]
        return list(accumulate(radices[:-1], mul, initial=1))

    @cached_property
    def mark(self) -> str:
        """The fingerprint that distinguishes these patterns from others.

        General patterns have the same one on all boards.
        """
        known = repr(self.widths or (self.radices, self.tables))
        return blake2b(known.encode(), digest_size=8).hexdigest()

    @property
    def _widths(self) -> Sequence[int]:
        return self.widths or [self._width(table) for table in self.tables]

    def _width(self, table: Sequence[Sequence[int]]) -> int:
        return prod([self.radices[trait] for trait in table[0]])


def orbits(
    shapes: Iterable[Sequence[int]], symmetries: Sequence[Sequence[int]]
) -> list[tuple[tuple[int, ...], ...]]:
    """Shapes (tuples of cells), grouped by the symmetries of the board.

    The shapes of a group have their cells in the same order, so that they may share a table.
    """
    found: list[tuple[tuple[int, ...], ...]] = []
    seen: set[frozenset[int]] = set()
    for shape in shapes:
        group: dict[frozenset[int], tuple[int, ...]] = {}
        for images in symmetries:
            there = tuple([images[cell] for cell in shape])
            group.setdefault(frozenset(there), there)
        if frozenset(shape) not in seen:
            found.append(tuple(group.values()))
            seen |= set(group)
    return found


FROM_END: Final = 2  # cells of a row told apart by their distance from an end
NEAR: Final = 3  # the same for the distance of two cells


def row_patterns(
    size: int,
    radices: Sequence[int],
    single: int,
    pair: int,
    counts: Sequence[tuple[int, ...]],
) -> Patterns:
    """General patterns of a row: each cell, each pair of cells, and tuples of counts.

    `single` and `pair` are the traits of the first cell, alone and in pairs. Single cells and
    neighbours are told apart by their distances from both ends up to FROM_END, other pairs by their
    distance up to NEAR and by whether they reach an end.
    """
    tables: dict[tuple[int, int, int], list[tuple[int, ...]]] = {}
    for apart in range(NEAR + 2):
        ends = range(_told_apart(apart) + 1)
        for left, right in product(ends, ends):
            tables[apart, left, right] = []
    for first, last in combinations_with_replacement(range(size), 2):
        apart = min(last - first, NEAR + 1)
        most = _told_apart(apart)
        kind = apart, min(first, most), min(size - 1 - last, most)
        tables[kind].append((pair + first, pair + last) if apart else (single + first,))
    return Patterns(
        tuple(radices),
        (*map(tuple, tables.values()), *[(traits,) for traits in counts]),
        widths=(
            *[radices[pair] ** 2 if apart else radices[single] for apart, _, _ in tables],
            *[prod([radices[trait] for trait in traits]) for traits in counts],
        ),
    )


def _told_apart(apart: int) -> int:
    """The largest distance from an end that tells cells apart which lie so far apart."""
    return 0 if apart > NEAR else FROM_END if apart < 2 else 1
