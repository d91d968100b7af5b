from __future__ import annotations

import pytest

from stackyard.errors import PositionError
from stackyard_slicron.game import SlicronGame

pytestmark = pytest.mark.builds

MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6])
def test_every_move_of_the_move_space_round_trips(side: int) -> None:
    game = SlicronGame(side=side)
    position = game.initial()
    texts = [game.format_move(move, position) for move in range(game.move_space)]
    assert len(set(texts)) == game.move_space
    assert [game.read_move(text) for text in texts] == list(range(game.move_space))


@pytest.mark.parametrize(
    "text",
    [
        "4/5/6/7/6/5/4 b s",
        "4/5/6/7/6/5/4 w -",
        "4/5/6/7/6/5/4 b -",
        "4/5/6/3b3/6/5/4 w s",
        "bbbb/bbbbb/bbbbbb/bbbbbbb/bbbbbb/bbbbb/bbbb w -",
        "4/5/2b3/2bb3/1bbb2/1bb2/1b2 b -",
        MID_TURN,
        MID_TURN + "-b2-c2",
        MID_TURN + "-b3-c4",
    ],
)
def test_a_position_is_read_and_written_alike(text: str) -> None:
    game = SlicronGame(side=4)
    assert game.format_position(game.parse_position(text)) == text


def test_a_run_of_empty_cells_may_have_two_digits() -> None:
    text = "6/7/8/9/10/11/b9/9/8/7/6 w s"
    game = SlicronGame(side=6)
    assert game.format_position(game.parse_position(text)) == text


ROWS = "4/5/6/7/6/5/4"


def test_without_the_pie_nothing_is_ever_to_be_decided_about_it() -> None:
    game = SlicronGame(side=4, pie=False)
    assert game.format_position(game.initial()) == f"{ROWS} b -"
    with pytest.raises(PositionError, match="^swap: s stands where the pie is off; write -$"):
        game.parse_position(f"{ROWS} b s")
