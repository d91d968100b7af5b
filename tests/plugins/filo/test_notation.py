from __future__ import annotations

import pytest

from stackyard_filo.game import FiloGame

pytestmark = pytest.mark.builds


@pytest.mark.parametrize("size", range(5, 10))
def test_every_move_of_the_move_space_round_trips(size: int) -> None:
    game = FiloGame(size=size)
    texts = [game.format_move(move, game.initial()) for move in range(game.move_space)]
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


def test_a_reserve_beside_checkers_off_the_board_is_accepted_in_proposal_1() -> None:
    game, text = FiloGame(variant="proposal-1"), "-/-/-/-/-/-/-/- 11,12 1,0 w"
    assert game.format_position(game.parse_position(text)) == text
