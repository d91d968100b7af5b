"""The choices that the browser gets for stacks with many moves."""

from __future__ import annotations

from stackyard_tak.game import TakGame
from stackyard_web.move_picker import choices


def test_no_move_with_a_cell_has_a_button_before_it_is_chosen() -> None:
    game = TakGame(size=3)
    found = choices(game, game.parse_position("2,1,2/1S,x,2/1,2,2S 1"))
    assert [choice.move for choice in found if choice.cells == [4]] == ["b2", "Sb2"]
    assert [choice for choice in found if choice.button] == []


def test_ways_that_a_click_may_mean_have_words() -> None:
    game = TakGame()
    found = choices(game, game.parse_position("x5/x5/x2,21212,x2/x5/2,x4 2"))
    ways = [choice for choice in found if choice.cells[0] == 12]
    assert len(ways) > 12
    assert [choice for choice in ways if not choice.words.startswith("move ")] == []
