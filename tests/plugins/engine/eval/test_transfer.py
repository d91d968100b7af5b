"""Weights that one board takes over from another."""

from __future__ import annotations

from itertools import product

from stackyard_engine.eval.patterns import Patterns
from stackyard_engine.eval.transfer import transferred


def row(length: int) -> Patterns:
    """Cells in a row, of two values, each two neighbours of them, and two counts of three."""
    cells = [((cell,),) for cell in range(length)]
    pairs = [((cell, cell + 1),) for cell in range(length - 1)]
    counts = [((length,),), ((length + 1,),)]
    places = [(float(cell), 0.0) for cell in range(length)]
    return Patterns((*[2] * length, 3, 3), (*cells, *pairs, *counts), (*places, None, None))


def weight(patterns: Patterns, numbers: list[int], table: int, *values: int) -> int:
    """The weight of a table for values of its traits."""
    steps = patterns.steps(patterns.tables[table][0])
    at = sum(value * step for value, step in zip(values, steps, strict=True))
    return numbers[patterns.begins[table] + at]


def test_a_board_takes_over_all_weights_of_its_own() -> None:
    own = row(5)
    numbers = list(range(own.size))
    assert transferred(own, own, numbers) == numbers


def test_a_pattern_takes_the_weights_at_the_nearest_place() -> None:
    small, large = row(3), row(5)
    numbers = list(range(large.size))
    taken = transferred(small, large, numbers)
    assert len(taken) == small.size
    for cell, there in {0: 0, 1: 2, 2: 4}.items():  # the ends from the ends, the middle alike
        for value in range(2):
            assert weight(small, taken, cell, value) == weight(large, numbers, there, value)
    for pair, there in {3: 5, 4: 8}.items():
        for one, other in product(range(2), repeat=2):
            found = weight(small, taken, pair, one, other)
            assert found == weight(large, numbers, there, one, other)


def test_counts_take_the_weights_of_the_same_count() -> None:
    small, large = row(3), row(5)
    numbers = list(range(large.size))
    taken = transferred(small, large, numbers)
    for count in range(2):
        for value in range(3):
            found = weight(small, taken, 5 + count, value)
            assert found == weight(large, numbers, 9 + count, value)


def test_the_order_of_the_cells_of_a_tuple_does_not_matter() -> None:
    places = (0.0, 0.0), (1.0, 0.0)
    forth, back = (Patterns((2, 3), ((order,),), places) for order in ((0, 1), (1, 0)))
    numbers = list(range(6))
    taken = transferred(back, forth, numbers)
    for one, other in product(range(2), range(3)):
        assert weight(back, taken, 0, other, one) == weight(forth, numbers, 0, one, other)


def test_a_shape_that_the_other_board_lacks_weighs_nothing() -> None:
    assert transferred(row(2), row(1), [7] * row(1).size)[4:8] == [0] * 4
