from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stackyard import stacks, tall_stacks

colours = st.integers(0, 1)
checkers = st.lists(colours, max_size=124)
# Every height, each in several patterns.
PATTERNS = [
    [*(pattern * 124)[:height]]
    for height in range(125)
    for pattern in ([0], [1], [0, 1], [1, 1, 0], [0, 0, 0, 1])
]


def test_the_empty_stack_is_a_marker_alone() -> None:
    assert tall_stacks.EMPTY == (1, 0) == tall_stacks.pack([])
    assert tall_stacks.height(tall_stacks.EMPTY) == 0
    assert tall_stacks.unpack(tall_stacks.EMPTY) == ()


def test_a_stack_of_124_checkers_fills_both_words() -> None:
    assert tall_stacks.TALLEST == 124
    assert tall_stacks.pack([1] * 124) == (2**62 - 1, 2**63 - 1)


def test_the_functions_are_those_of_stacks_and_low_stacks_have_the_same_bits() -> None:
    public = {name for name in vars(stacks) if name.islower() and not name.startswith("_")}
    public -= {"annotations", "bit", "count", "highest", "i64"}
    assert {"height", "lift", "put"} < public <= set(vars(tall_stacks))
    assert tall_stacks.pack([1, 0, 0]) == (stacks.pack([1, 0, 0]), 0)


def test_at_every_height_every_function_agrees_with_a_list() -> None:
    for model in PATTERNS:
        agree(model)


def agree(model: list[int]) -> None:
    """Compare every function with a plain list."""
    tall = tall_stacks
    height, stack, rng = len(model), tall.pack(model), Random(len(model))
    assert tall.unpack(stack) == tuple(model)
    assert tall.height(stack) == height
    assert [tall.count_of(stack, colour) for colour in (0, 1)] == [
        model.count(0),
        model.count(1),
    ]
    assert tall.is_mixed(stack) is (len(set(model)) == 2)
    for number in {0, 1, 61, 62, 63, height - 1, height, rng.randint(0, height)}:
        if 0 <= number <= height:
            lifted, left = tall.lift(stack, number), tall.leave(stack, number)
            assert tall.unpack(lifted) == tuple(model[height - number :])
            assert tall.unpack(left) == tuple(model[: height - number])
            assert tall.put(left, lifted) == stack
    if model:
        assert tall.top(stack) == model[-1]
        assert tall.add(tall.leave(stack, 1), model[-1]) == stack


@given(checkers, st.data())
def test_putting_sets_one_stack_upon_the_other(model: list[int], data: st.DataObject) -> None:
    upon = data.draw(st.lists(colours, max_size=124 - len(model)))
    made = tall_stacks.put(tall_stacks.pack(model), tall_stacks.pack(upon))
    assert made == tall_stacks.pack(model + upon)


def test_a_table_holds_stacks_one_after_the_other() -> None:
    one, other = tall_stacks.pack([1, 0]), tall_stacks.pack([1] * 100)
    table = tall_stacks.table([one, tall_stacks.EMPTY])
    tall_stacks.store(table, 1, other)
    assert [tall_stacks.at(table, n) for n in (0, 1)] == [one, other]
