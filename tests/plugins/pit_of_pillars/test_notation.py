from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import PositionError
from stackyard_pit_of_pillars.game import PitOfPillarsGame

pytestmark = pytest.mark.builds


@given(st.text("wrWR0123456789,/ -:opennxtfreemovpillar", max_size=60))
def test_whatever_is_typed_is_a_position_or_an_error(text: str) -> None:
    game = PitOfPillarsGame(size=3)
    for whole in (text, f"{text}/3/1 w 0,0 move", f"1/3/1 w {text} move", f"1/3/1 w 0,0 {text}"):
        try:
            position = game.parse_position(whole)
        except PositionError:
            continue
        assert game.format_position(position) == whole


@pytest.mark.parametrize(
    "text",
    [
        "6/8/8/8/8/8/8/6 w 0,0 move",
        "6/8/8/8/8/8/8/6 r 62,62 move",
        f"6/8/8/8/8/{'wr' * 31},7/8/6 w 0,0 move",
        f"6/8/8/8/8/{'w' * 62},{'r' * 62},6/8/6 w 0,0 move",
        "6/8/8/3,w,4/8/8/8/6 w 0,0 next:d5",
        "6/8/8/3,w,4/8/8/8/6 r 0,0 free",
    ],
)
def test_positions_that_no_game_leads_to_are_accepted(text: str) -> None:
    game = PitOfPillarsGame()
    assert game.format_position(game.parse_position(text)) == text
