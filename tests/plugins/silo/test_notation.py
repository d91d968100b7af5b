from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import PositionError
from stackyard_silo.game import SiloGame

pytestmark = pytest.mark.builds


@given(st.data())
def test_any_columns_with_both_colours_are_a_position(data: st.DataObject) -> None:
    stacks = [data.draw(st.text("rb", max_size=10)) or "-" for _ in range(6)]
    columns, player = "/".join(stacks), data.draw(st.sampled_from("rb"))
    text = f"{columns} {player}"
    game = SiloGame()
    if {"r", "b"} <= set(columns):
        try:
            position = game.parse_position(text)
        except PositionError as error:
            refused = str(error)
        else:
            refused = ""
            assert game.format_position(position) == text
        within_reach = stacks[:5] if player == "r" else stacks[1:]
        assert bool(refused) <= (player not in "".join(within_reach)), refused
    else:
        with pytest.raises(PositionError, match="has no checker"):
            game.parse_position(text)


@pytest.mark.parametrize(
    "text",
    [
        "rrr/b/-/-/-/- r",
        "r/-/-/-/-/b r",
        f"{'r' * 31}/{'b' * 31}/-/-/-/- r",
        f"r/{'b' * 61}/-/-/-/- r",
        "rb/br/-/-/-/- b",
    ],
)
def test_other_numbers_of_checkers_are_accepted(text: str) -> None:
    game = SiloGame()
    assert game.format_position(game.parse_position(text)) == text
