"""The positions that catch a hasty implementer, each played as the rules say."""

from __future__ import annotations

import pytest

from stackyard.errors import IllegalMoveError
from stackyard.position import DRAW, ONGOING
from stackyard_splay.game import SplayGame, SplayPosition
from stackyard_splay.rules import BLACK, WHITE, Splay

pytestmark = pytest.mark.builds


def game_of(text: str, fill: bool = False, pie: bool = False) -> SplayGame:
    """The game on whose board a position stands."""
    return SplayGame(side=(text.count("/") + 2) // 2, fill=fill, pie=pie)


def played(text: str, *moves: str, fill: bool = False, pie: bool = False) -> SplayPosition:
    game = game_of(text, fill, pie)
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return position


def after(text: str, *moves: str, fill: bool = False, pie: bool = False) -> str:
    position = played(text, *moves, fill=fill, pie=pie)
    return game_of(text, fill, pie).format_position(position)


def choices(text: str, *moves: str, fill: bool = False, pie: bool = False) -> list[str]:
    position = played(text, *moves, fill=fill, pie=pie)
    return game_of(text, fill, pie).legal_texts(position)


def rule_against(text: str, move: str, fill: bool = False) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        played(text, move, fill=fill)
    return caught.value.refusal.rule


P1 = "6/7/8/9/10/11/10/2,B,6/1,B,b1,5/1,W,b1,w2,W,2/1,W,4 b"
P2 = "4/1,b1,b2,b2,1/1,w1,w1,1,b1,1/1,w2,2,w1,2/1,b1,b1,w1,2/2,w1,w1,1/4 w"
P3 = "3/1,B,2/1,B,W,w3,1/W,W,w1,1/W,W,1 w"


def test_a_splay_collapses_towers_of_both_colours_beside_it() -> None:
    assert after(P1, "b3") == "6/7/8/9/10/11/10/2,B,6/1,B,B,B,4/1,W,B,W,W,2/1,W,B,3 w"


def test_a_tight_tower_of_ones_own_bars_a_cell() -> None:
    text = "4/5/6/1,B,B,w4,3/6/5/4 w"
    assert rule_against(text, "d5") == "stifled"
    assert after(text, "d4") == "4/5/2,W,W,2/1,B,B,W,W,2/2,W,W,2/5/4 b"


def test_a_tight_enemy_tower_bars_a_cell() -> None:
    assert rule_against("4/5/6/2,b1,w4,3/6/5/4 b", "d5") == "stifled"


CLOSED = "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b"


def test_a_closed_cell_takes_no_checker() -> None:
    assert choices(CLOSED) == ["b2", "d3"]
    assert rule_against(CLOSED, "c3") == "closed"


def test_a_closed_cell_takes_one_where_it_may_be_filled_and_it_is_a_marker() -> None:
    assert choices(CLOSED, fill=True) == ["b2", "c3", "d3"]
    assert after(CLOSED, "c3", fill=True) == "3/1,b1,w1,1/1,w1,B,w1,1/1,b2,w1,1/3 w"


def test_a_new_checker_beside_towers_splays_and_they_collapse() -> None:
    assert after(P2, "d3") == (
        "4/1,b1,b2,b2,1/1,w1,W,1,b1,1/1,w2,W,W,w1,2/1,b1,B,W,2/2,w1,w1,1/4 b"
    )


def test_a_new_checker_beside_a_single_empty_cell_takes_it() -> None:
    assert after(P3, "b3") == "3/1,B,2/1,B,W,W,1/W,W,W,W/W,W,W b"
    assert choices(P3, "b3") == ["d4"]


def test_a_player_who_cannot_move_is_skipped() -> None:
    text = (
        "1,W,W,1/1,B,W,B,1/2,W,W,B,B/1,W,B,W,W,B,B/B,B,B,W,W,B/B,B,B,W,W/2,W,W b",
        "1,W,W,1/1,B,W,B,1/1,b1,W,W,B,B/1,W,B,W,W,B,B/B,B,B,W,W,B/B,B,B,W,W/2,W,W b",
    )
    assert after(text[0], "e3") == text[1]
    assert played(text[0], "e3").winner == ONGOING


def test_more_than_half_of_the_cells_win_at_once() -> None:
    text = "1,W,W/1,w1,W,W/1,W,W,w1,1/B,B,B,1/B,B,1 w"
    position = played(text, "c4")
    assert after(text, "c4") == "1,W,W/1,w1,W,W/1,W,W,W,W/B,B,B,W/B,B,1 b"
    assert position.winner == WHITE
    assert choices(text, "c4") == []
    assert position.random_move(5) == -1


def test_equal_numbers_of_cells_are_a_draw() -> None:
    text = "3/W,B,B,1/W,W,B,W,1/B,B,w1,1/B,B,1 w"
    assert after(text, "b3") == "3/W,B,B,1/W,W,B,W,1/B,B,W,W/B,B,W b"
    assert played(text, "b3").winner == DRAW


@pytest.mark.parametrize("cell", ["a3", "g11", "g2"])
def test_border_cells_take_no_checker(cell: str) -> None:
    assert rule_against("6/7/8/9/10/11/10/9/8/7/6 w", cell) == "border"


def test_a_tower_of_five_splays_over_the_whole_board_of_side_2() -> None:
    text = "2/1,w5,1/2 w"
    assert after(text, "b2") == "W,W/W,W,W/W,W b"
    assert played(text, "b2").winner == WHITE


def test_swap_gives_the_first_checker_to_black_and_the_move_to_white() -> None:
    start = "3/4/5/4/3 w s"
    assert after(start, pie=True) == start
    assert "swap" not in choices(start, pie=True)
    assert after(start, "c3", pie=True) == "3/4/2,w1,2/4/3 b s"
    assert choices(start, "c3", pie=True)[-1] == "swap"
    assert after(start, "c3", "swap", pie=True) == "3/4/2,b1,2/4/3 w"
    assert choices(start, "c3", "swap", pie=True) == ["b2", "b3", "c2", "c4", "d3", "d4"]


def test_black_may_also_answer_with_a_checker_and_then_nobody_swaps() -> None:
    start = "3/4/5/4/3 w s"
    assert after(start, "c3", "b2", pie=True) == "3/4/2,w1,2/1,b1,2/3 w"
    assert "swap" not in choices(start, "c3", "b2", pie=True)
    assert "swap" not in choices(start, "c3", "b2", "c3", pie=True)


def test_without_pie_there_is_no_swap() -> None:
    start = "3/4/5/4/3 w"
    assert after(start) == start
    assert "swap" not in choices(start, "c3")


def test_on_side_2_swap_is_all_that_black_can_do_and_white_is_skipped_then() -> None:
    start = "2/3/2 w s"
    assert choices(start, "b2", pie=True) == ["swap"]
    assert after(start, "b2", "swap", pie=True) == "2/1,b1,1/2 b"
    everything = ["b2", "swap", *["b2"] * 5]
    assert after(start, *everything, pie=True) == "B,B/B,B,B/B,B w"
    assert played(start, *everything, pie=True).winner == BLACK


def test_black_may_swap_on_a_wide_board() -> None:
    start = "7/8/9/10/11/12/13/12/11/10/9/8/7 w s"
    assert choices(start, "g7", pie=True)[-1] == "swap"
    swapped = after(start, "g7", "swap", pie=True)
    assert swapped == "7/8/9/10/11/12/6,b1,6/12/11/10/9/8/7 w"
    assert "swap" not in choices(start, "g7", "swap", pie=True)
    assert "swap" not in choices(start, "g7", "g8", "g9", pie=True)


def test_after_the_end_the_other_player_is_to_act() -> None:
    assert played("2/1,w5,1/2 w", "b2").player == BLACK
    assert played("2/1,b5,1/2 b", "b2").player == WHITE


@pytest.mark.parametrize("player", ["w", "b"])
def test_a_majority_has_won_whoever_is_to_act(player: str) -> None:
    text = f"1,W,W/1,w1,W,W/1,W,W,W,W/B,B,B,W/B,B,1 {player}"
    assert played(text).winner == WHITE
    assert choices(text) == []


def test_towers_that_are_left_count_as_one_cell_each() -> None:
    text = "1,W,W/1,w1,W,W/1,W,W,w1,1/B,B,B,1/B,B,1 w"
    game = game_of(text)
    assert game.ending(played(text, "c4")) == "10 of 19 cells are white, more than half"


def test_a_position_in_which_swap_is_due_has_a_code_of_its_own() -> None:
    due, past = (played(text, pie=True) for text in ("3/4/2,w1,2/4/3 b s", "3/4/2,w1,2/4/3 b"))
    assert isinstance(due, Splay)
    assert isinstance(past, Splay)
    assert due.key() != past.key()
    assert due.symmetric_code() != past.symmetric_code()


def test_every_checker_changes_the_code() -> None:
    game = SplayGame(side=3)
    grid = game.grid
    texts = [f"{grid.write({at: item})} w" for at in range(len(game.board)) for item in "WB"]
    texts += [f"{grid.write({at: item})} w" for at in game.board.interior for item in ("w2", "b2")]
    positions = [game.parse_position(text) for text in texts]
    codes = [position.code() for position in positions if isinstance(position, Splay)]
    assert len(codes) == len(texts)
    assert min(codes) >= 0
    assert len(set(codes)) == len(codes)


def test_a_position_of_a_large_board_has_no_code() -> None:
    position = SplayGame(side=4).initial()
    assert isinstance(position, Splay)
    assert position.code() == -1
