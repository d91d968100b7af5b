from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard import stacks

pytestmark = pytest.mark.builds

colours = st.integers(0, 1)
# Plain models: lists of colours, bottom first.
checkers = st.lists(colours, max_size=62)
some_checkers = st.lists(colours, min_size=1, max_size=62)
# Every height, each in several patterns.
PATTERNS = [
    [*(pattern * 62)[:height]]
    for height in range(63)
    for pattern in ([0], [1], [0, 1], [1, 0], [1, 1, 0], [0, 0, 0, 1])
]


def test_the_empty_stack_is_a_marker_alone() -> None:
    assert stacks.EMPTY == 1
    assert stacks.pack([]) == 1
    assert stacks.height(1) == 0
    assert stacks.unpack(1) == ()


def test_a_stack_holds_62_checkers_at_most() -> None:
    assert stacks.TALLEST == 62
    assert stacks.pack([1] * 62) == 2**63 - 1


def test_the_bottom_checker_is_the_highest_bit_below_the_marker() -> None:
    assert stacks.pack([1, 0, 0]) == 0b1100
    assert stacks.pack([0, 0, 1]) == 0b1001


@given(checkers)
def test_packing_and_unpacking_undo_each_other(model: list[int]) -> None:
    assert stacks.unpack(stacks.pack(model)) == tuple(model)


@given(checkers)
def test_height_is_the_number_of_checkers(model: list[int]) -> None:
    assert stacks.height(stacks.pack(model)) == len(model)


@given(some_checkers)
def test_the_top_is_the_last_checker(model: list[int]) -> None:
    assert stacks.top(stacks.pack(model)) == model[-1]


@given(checkers, st.data())
def test_lifting_takes_the_top_and_leaves_the_rest(model: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(model)))
    stack, rest = stacks.pack(model), len(model) - number
    assert stacks.lift(stack, number) == stacks.pack(model[rest:])
    assert stacks.leave(stack, number) == stacks.pack(model[:rest])


@given(checkers, st.data())
def test_putting_sets_one_stack_upon_the_other(model: list[int], data: st.DataObject) -> None:
    upon = data.draw(st.lists(colours, max_size=62 - len(model)))
    assert stacks.put(stacks.pack(model), stacks.pack(upon)) == stacks.pack(model + upon)


@given(st.lists(colours, max_size=61), colours)
def test_adding_sets_one_checker_on_top(model: list[int], colour: int) -> None:
    assert stacks.add(stacks.pack(model), colour) == stacks.pack([*model, colour])


@given(checkers, colours)
def test_count_of_counts_one_colour(model: list[int], colour: int) -> None:
    assert stacks.count_of(stacks.pack(model), colour) == model.count(colour)


@given(checkers)
def test_a_stack_of_both_colours_is_mixed(model: list[int]) -> None:
    assert stacks.is_mixed(stacks.pack(model)) is (len(set(model)) == 2)


def test_at_every_height_every_function_agrees_with_a_list() -> None:
    for model in PATTERNS:
        height = len(model)
        stack = stacks.pack(model)
        assert stacks.unpack(stack) == tuple(model)
        assert stacks.height(stack) == height
        assert [stacks.count_of(stack, colour) for colour in (0, 1)] == [
            model.count(0),
            model.count(1),
        ]
        assert stacks.is_mixed(stack) is (len(set(model)) == 2)
        for number in range(height + 1):
            lifted, left = stacks.lift(stack, number), stacks.leave(stack, number)
            assert stacks.unpack(lifted) == tuple(model[height - number :])
            assert stacks.unpack(left) == tuple(model[: height - number])
            assert stacks.put(left, lifted) == stack
        if model:
            assert stacks.top(stack) == model[-1]
            assert stacks.add(stacks.leave(stack, 1), model[-1]) == stack
