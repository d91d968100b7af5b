from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stackyard import stacks
from stackyard_tak import tall_stacks as tall

colours = st.integers(0, 1)
checkers = st.lists(colours, max_size=124)
# Every height, each in several patterns.
PATTERNS = [
    [*(pattern * 124)[:height]]
    for height in range(125)
    for pattern in ([0], [1], [0, 1], [1, 1, 0], [0, 0, 0, 1])
]


def test_low_stacks_have_the_same_bits_as_those_of_core() -> None:
    assert tall.EMPTY == (1, 0) == tall.pack([])
    assert tall.pack([1, 0, 0]) == (stacks.pack([1, 0, 0]), 0)
    assert tall.pack([1] * 124) == (2**62 - 1, 2**63 - 1)


def test_at_every_height_every_function_agrees_with_a_list() -> None:
    for model in PATTERNS:
        height, stack = len(model), tall.pack(model)
        assert tall.unpack(stack) == tuple(model)
        assert tall.height(stack) == height
        assert [tall.count_of(stack, colour) for colour in (0, 1)] == [
            model.count(0),
            model.count(1),
        ]
        for number in {0, 1, 61, 62, 63, height - 1, height}:
            if 0 <= number <= height:
                left = tall.leave(stack, number)
                assert tall.unpack(left) == tuple(model[: height - number])


@given(checkers, st.data())
def test_putting_sets_one_stack_upon_the_other(model: list[int], data: st.DataObject) -> None:
    upon = data.draw(st.lists(colours, max_size=124 - len(model)))
    made = tall.put(tall.pack(model), tall.pack(upon))
    assert made == tall.pack(model + upon)


def test_a_table_holds_stacks_one_after_the_other() -> None:
    one, other = tall.pack([1, 0]), tall.pack([1] * 100)
    table = tall.table([one, tall.EMPTY])
    tall.store(table, 1, other)
    assert [tall.at(table, n) for n in (0, 1)] == [one, other]
