from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.cells.bits import CELLS, bit, count, highest, lowest, members, pick

pytestmark = pytest.mark.builds

sets = st.sets(st.integers(0, 61))
# Few cells, many cells, blocks of neighbouring cells: whatever int comes.
words = st.integers(0, 2**62 - 1)


def packed(cells: set[int]) -> int:
    return sum(2**cell for cell in cells)


def agrees(cells: set[int]) -> bool:
    """Compare every function with a plain set."""
    word, inside = packed(cells), sorted(cells)
    return (
        count(word) == len(inside)
        and list(members(word)) == inside
        and [pick(word, k) for k in range(len(inside))] == inside
        and (not inside or (lowest(word), highest(word)) == (inside[0], inside[-1]))
    )


def test_sets_are_62_cells_wide() -> None:
    assert CELLS == 62


def test_a_bit_is_a_power_of_two() -> None:
    assert [bit(n) for n in range(63)] == [2**n for n in range(63)]


def test_the_marker_alone_is_the_lowest_and_the_highest() -> None:
    assert (lowest(2**62), highest(2**62)) == (62, 62)


def test_the_empty_set_agrees_with_a_plain_one() -> None:
    assert agrees(set())


def test_every_set_of_one_cell_agrees_with_a_plain_one() -> None:
    assert [n for n in range(62) if not agrees({n})] == []


def test_every_set_of_two_cells_agrees_with_a_plain_one() -> None:
    assert [pair for pair in combinations(range(62), 2) if not agrees(set(pair))] == []


def test_every_set_that_lacks_one_cell_agrees_with_a_plain_one() -> None:
    whole = set(range(62))
    assert agrees(whole)
    assert [n for n in range(62) if not agrees(whole - {n})] == []


def test_every_run_of_cells_agrees_with_a_plain_one() -> None:
    runs = [set(range(low, high)) for low in range(62) for high in range(low, 63)]
    assert [run for run in runs if not agrees(run)] == []


@given(sets)
def test_any_set_agrees_with_a_plain_one(cells: set[int]) -> None:
    assert agrees(cells)


@given(words)
def test_any_word_agrees_with_a_plain_set(word: int) -> None:
    assert agrees({n for n in range(62) if word // 2**n % 2})


@given(sets)
def test_the_marker_above_any_cells_is_the_highest(cells: set[int]) -> None:
    assert highest(packed(cells) + 2**62) == 62
