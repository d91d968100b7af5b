"""Patterns: small tables of learned weights, indexed by features of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate
from math import prod
from operator import mul


@dataclass(frozen=True)
class Patterns:
    """The traits of a position and the tuples of traits that have weights.

    A trait is a small number computed from a position; `radices` holds the exclusive upper bound
    of each trait. A table is one or more tuples of traits, each of which takes its
    weight from the table: the images of a shape on the board may share one. The traits of all
    tuples of a table have the same radices.

    `places` are the points of the board that the traits describe, neighbours at distance 1, or None
    for a trait of the whole board. They allow weights of one board size to be transferred to
    another; without them there is no transfer.

    Raises ValueError for invalid tables or places.
    """

    radices: tuple[int, ...]
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    places: tuple[tuple[float, float] | None, ...] = ()

    def __post_init__(self) -> None:
        if self.places and len(self.places) != len(self.radices):
            raise ValueError(f"{len(self.places)} places for {len(self.radices)} traits")
        for table in self.tables:
            shapes = {tuple([self.radices[trait] for trait in traits]) for traits in table}
            if len(shapes) != 1:
                raise ValueError(f"the tuples of a table have the same radices, not {shapes}")

    @cached_property
    def size(self) -> int:
        """The number of weights."""
        return sum(self._width(table) for table in self.tables)

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
        return list(accumulate(map(self._width, self.tables[:-1]), initial=0))

    def steps(self, traits: Sequence[int]) -> list[int]:
        """The stride of each trait of a tuple in its table."""
        radices = [self.radices[trait] for trait in traits]
        return list(accumulate(radices[:-1], mul, initial=1))

    @cached_property
    def mark(self) -> str:
        """The fingerprint that distinguishes these patterns from others."""
        return blake2b(repr((self.radices, self.tables)).encode(), digest_size=8).hexdigest()

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
