"""Sets of one word, of two and of any number have one interface and one meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.cells import bits, pairs, wide

pytestmark = pytest.mark.builds

SHARED = ("set_of", "has", "count", "lowest", "highest", "pick", "members")
COMBINING = ("union", "common", "without", "is_empty")


@dataclass
class Kind:
    """A module of sets, and how one of its sets is made."""

    module: ModuleType
    cells: int
    made: Callable[[Iterable[int]], Any]


def of(cells: int) -> Kind:
    return Kind(wide, cells, lambda chosen: wide.set_of(chosen, cells))


KINDS = {
    "bits": Kind(bits, 62, bits.set_of),
    "pairs": Kind(pairs, 124, pairs.set_of),
    "wide 5": of(5),
    "wide 64": of(64),
    "wide 200": of(200),
}
each = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
several_words = pytest.mark.parametrize("kind", list(KINDS.values())[1:], ids=list(KINDS)[1:])
numbers = st.sets(st.integers(0, 199))


def agrees(kind: Kind, chosen: set[int]) -> bool:
    """Compare every function that reads a set with a plain set."""
    module, cells, inside = kind.module, kind.made(chosen), sorted(chosen)
    return (
        module.count(cells) == len(inside)
        and list(module.members(cells)) == inside
        and [module.pick(cells, k) for k in range(len(inside))] == inside
        and [n for n in range(kind.cells) if module.has(cells, n)] == inside
        and (not inside or (module.lowest(cells), module.highest(cells)) == (inside[0], inside[-1]))
    )


@each
def test_the_functions_have_the_same_names_in_all_of_them(kind: Kind) -> None:
    names = SHARED if kind.module is bits else SHARED + COMBINING
    assert [name for name in names if not hasattr(kind.module, name)] == []


@each
def test_small_and_full_sets_agree_with_plain_ones(kind: Kind) -> None:
    whole = set(range(kind.cells))
    assert agrees(kind, set())
    assert agrees(kind, whole)
    assert [n for n in whole if not agrees(kind, {n})] == []
    assert [n for n in whole if not agrees(kind, whole - {n})] == []


@each
@given(chosen=numbers)
def test_any_set_agrees_with_a_plain_one(kind: Kind, chosen: set[int]) -> None:
    assert agrees(kind, {n % kind.cells for n in chosen})


@several_words
@given(one=numbers, other=numbers)
def test_sets_are_combined_like_plain_ones(kind: Kind, one: set[int], other: set[int]) -> None:
    module = kind.module
    one, other = ({n % kind.cells for n in chosen} for chosen in (one, other))
    both = kind.made(one), kind.made(other)
    assert set(module.members(module.union(*both))) == one | other
    assert set(module.members(module.common(*both))) == one & other
    assert set(module.members(module.without(*both))) == one - other
    assert module.is_empty(module.common(*both)) == one.isdisjoint(other)
    assert list(module.members(both[0])) == sorted(one)  # which is as it was


@given(st.sets(st.integers(0, 123), min_size=1))
def test_two_words_are_walked_through_cell_by_cell(chosen: set[int]) -> None:
    cells, walked = pairs.set_of(chosen), list[int]()
    while not pairs.is_empty(cells):
        walked.append(pairs.lowest(cells))
        cells = pairs.rest(cells)
    assert walked == sorted(chosen)


def test_two_words_hold_each_single_cell() -> None:
    assert [n for n in range(124) if pairs.bit(n) != pairs.set_of([n])] == []


def test_a_table_holds_pairs_one_after_the_other() -> None:
    sets = pairs.table([pairs.set_of([0, 99]), pairs.set_of([61, 62])])
    assert pairs.at(sets, 1) == pairs.set_of([61, 62])
    pairs.store(sets, 1, pairs.set_of([7]))
    assert [list(pairs.members(pairs.at(sets, n))) for n in (0, 1)] == [[0, 99], [7]]


def test_a_wide_set_is_changed_in_place() -> None:
    cells = wide.set_of([3, 31], 70)
    for cell in (32, 69, 3):
        wide.add(cells, cell)
    for cell in (31, 30):
        wide.drop(cells, cell)
    assert list(wide.members(cells)) == [3, 32, 69]


@each
@pytest.mark.parametrize("beyond", ["below", "above"])
def test_a_cell_that_does_not_fit_is_refused_in_a_sentence(kind: Kind, beyond: str) -> None:
    cell = kind.cells if beyond == "above" else -1
    with pytest.raises(ValueError, match=f"^cell {cell} .* 0 to {kind.cells - 1}"):
        kind.made([0, cell])


def test_the_sentence_names_what_has_room() -> None:
    with pytest.raises(ValueError, match=r"cells\.pairs has sets of 124 .*cells\.wide"):
        bits.set_of([63])
    with pytest.raises(ValueError, match=r"cells\.wide has sets of any size"):
        pairs.set_of([124])
