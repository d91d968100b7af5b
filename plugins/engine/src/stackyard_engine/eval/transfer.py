"""Transfer of weights between boards of one game."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from stackyard_engine.eval.patterns import Patterns

# For each trait of a tuple, in an order shared by all boards: its upper bound, and its offset from
# the first trait, or its index among the traits without a place.
Shape = tuple[tuple[int, float, float], ...]
DIGITS = 3  # decimal places of compared coordinates


def transferred(patterns: Patterns, other: Patterns, numbers: Sequence[int]) -> list[int]:
    """Weights for `patterns` from those for `other`: of the same game, but of another board.

    Each table takes its weights from the one with the nearest tuple of the same shape, both
    boards being scaled to one size. A shape that the other board lacks gets zero weights. Both
    patterns need places.
    """
    there, here = _Board(other), _Board(patterns)
    found: dict[Shape, list[tuple[complex, int, dict[int, int]]]] = {}
    for begin, table in zip(other.begins, other.tables, strict=True):
        for traits in table:
            order, shape, middle = there.seen(traits)
            step_of = dict(zip(traits, other.steps(traits), strict=True))
            steps = {place: step_of[trait] for place, trait in enumerate(order)}
            found.setdefault(shape, []).append((middle, begin, steps))
    taken: list[int] = []
    for table in patterns.tables:
        traits = table[0]
        order, shape, middle = here.seen(traits)
        alike = found.get(shape)
        begin, steps = 0, dict.fromkeys(range(len(order)), 0)
        if alike:
            _, begin, steps = min(alike, key=lambda one: _preferred(one[0], middle))
        entries = [begin]
        for trait in traits:
            step = steps[order.index(trait)]
            entries = [
                place + step * n for n in range(patterns.radices[trait]) for place in entries
            ]
        taken += [numbers[place] for place in entries] if alike else [0] * len(entries)
    return taken


class _Board:
    """The places of a pattern's traits, relative to the middle of the board."""

    def __init__(self, patterns: Patterns) -> None:
        self._radices = patterns.radices
        placed = [place for place in patterns.points if place is not None]
        middle = sum([complex(*place) for place in placed]) / max(1, len(placed))
        self._places = [
            None if place is None else complex(*place) - middle for place in patterns.points
        ]
        self._reach = max([hypot(x - middle.real, y - middle.imag) for x, y in placed], default=1.0)
        others = [trait for trait, place in enumerate(patterns.points) if place is None]
        self._numbers = {trait: number for number, trait in enumerate(others)}

    def seen(self, traits: Sequence[int]) -> tuple[list[int], Shape, complex]:
        """The traits in the shared order, their shape, and its middle, the edge being 1."""
        order = sorted(traits, key=self._rank)
        placed = [place for trait in order if (place := self._places[trait]) is not None]
        first = placed[0] if placed else 0j
        shape = []
        for trait in order:
            place = self._places[trait]
            x, y = (self._numbers[trait], 0) if place is None else _apart(place, first)
            shape.append((self._radices[trait], x, y))
        middle = sum(placed) / max(1, len(placed)) / (self._reach or 1.0)
        return order, tuple(shape), middle

    def _rank(self, trait: int) -> tuple[bool, float, float, int]:
        """The sort key of a trait: those without a place first, then from left to right."""
        place = self._places[trait]
        if place is None:
            return False, self._numbers[trait], 0, 0
        return True, round(place.real, DIGITS), round(place.imag, DIGITS), self._radices[trait]


def _preferred(there: complex, middle: complex) -> tuple[float, float]:
    """The sort key of a shape: nearer middles first; of equal ones, those nearer to the edge."""
    return round(abs(there - middle), DIGITS), -abs(there)


def _apart(place: complex, first: complex) -> tuple[float, float]:
    away = place - first
    return round(away.real, DIGITS) + 0.0, round(away.imag, DIGITS) + 0.0
