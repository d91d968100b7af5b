"""The positions that catch a hasty implementer, each played as the rules say."""

from __future__ import annotations

from typing import Any

import pytest

from stackyard.errors import IllegalMoveError, PositionError
from stackyard.position import ONGOING
from stackyard_filo.game import FiloGame
from stackyard_filo.rules import BLACK, WHITE, Filo

pytestmark = pytest.mark.builds


def played(text: str, moves: str, **options: Any) -> tuple[FiloGame, Filo]:
    game = FiloGame(**options)
    position = game.parse_position(text)
    for move in moves.split():
        position.play(game.parse_move(move, position))
    return game, position


def after(text: str, moves: str, **options: Any) -> str:
    game, position = played(text, moves, **options)
    return game.format_position(position)


def winner(text: str, moves: str = "", **options: Any) -> int:
    return int(played(text, moves, **options)[1].winner)


def legal(text: str, **options: Any) -> list[str]:
    game, position = played(text, "", **options)
    return game.legal_texts(position)


def test_a_full_cell_uses_the_checker_up() -> None:
    text = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"
    assert after(text, "a") == "-/wwww/wwww/w/w/bbbb/bbbb/bbbb 0,0 2,0 b"


def test_the_lowest_checker_comes_first_leftwards_and_round() -> None:
    text = "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b"
    assert after(text, "b") == "b/-/w/ww/www/bb/bbbb/bw 0,0 5,4 w"


def test_an_entry_skips_a_full_cell() -> None:
    text = "wwww/-/-/-/-/-/-/b 8,11 0,0 w"
    assert after(text, "2") == "wwww/w/w/-/-/-/-/b 6,11 0,0 b"


def test_no_more_enter_than_there_are_open_cells() -> None:
    text = "wwww/-/-/-/-/-/-/b 8,11 0,0 w"
    assert legal(text) == ["1", "2", "3", "4", "5", "6", "7"]
    with pytest.raises(IllegalMoveError):
        played(text, "8")


def test_black_enters_from_the_other_end() -> None:
    text = "wwww/-/-/-/-/-/-/bbbb 8,8 0,0 b"
    assert after(text, "3") == "wwww/-/-/-/b/b/b/bbbb 8,5 0,0 w"


EMPTY = "wwww/wwww/www/w/-/-/b/bb 0,9 0,0 b"


def test_whose_reserve_runs_out_first_loses() -> None:
    assert after(EMPTY, "1") == "wwww/wwww/www/w/-/-/b/bbb 0,8 0,0 w"
    assert winner(EMPTY, "1") == BLACK


def test_whose_reserve_runs_out_first_is_skipped_where_that_is_the_rule() -> None:
    assert after(EMPTY, "1", empty_reserve="skip") == "wwww/wwww/www/w/-/-/b/bbb 0,8 0,0 b"
    assert winner(EMPTY, "1", empty_reserve="skip") == ONGOING


def test_when_all_checkers_are_in_the_turns_alternate_again() -> None:
    text = "wwww/wwww/wwww/-/b/b/bbbb/bbbb 0,2 0,0 b"
    assert after(text, "1 1", empty_reserve="skip").endswith(" 0,0 0,0 w")


def test_who_is_down_to_one_by_his_opponents_sowing_has_won() -> None:
    text = "bw/wbww/w/-/-/-/-/- 0,0 7,10 w"
    assert after(text, "a") == "-/wbww/ww/-/-/-/-/- 0,0 7,11 b"
    assert winner(text, "a") == BLACK


ESCAPE = "w/ww/-/-/-/bb/b/- 0,0 9,9 w"


def test_an_escape_takes_the_stack_off_and_wins() -> None:
    assert after(ESCAPE, "a*") == "-/-/-/-/-/bb/b/- 0,0 12,9 b"
    assert winner(ESCAPE, "a*") == WHITE


def test_an_escape_need_not_be_made() -> None:
    assert legal(ESCAPE) == ["a", "b", "a*"]
    assert after(ESCAPE, "a") == "-/www/-/-/-/bb/b/- 0,0 9,9 b"
    assert winner(ESCAPE, "a") == ONGOING


def test_it_is_too_late_for_an_escape_on_the_next_turn() -> None:
    assert legal("-/www/-/-/-/bb/b/- 0,0 9,9 w") == ["b"]


def test_a_stack_that_the_opponent_made_cannot_escape() -> None:
    text = "-/ww/wb/-/-/b/-/b 0,0 9,9 b"
    assert after(text, "c") == "b/www/-/-/-/b/-/b 0,0 9,9 w"
    assert legal("b/www/-/-/-/b/-/b 0,0 9,9 w") == ["b"]


def test_a_stack_with_a_foreign_checker_cannot_escape() -> None:
    assert legal("w/bw/-/-/-/bb/b/- 0,0 10,8 w") == ["a", "b"]


STUCK = "-/-/bwb/wbwb/wbwb/b/-/b 0,0 7,4 b"
TIE = "-/-/-/wbwb/wbwb/wbw/w/bbbb 0,0 5,3 b"


@pytest.mark.parametrize(("variant", "who"), [("standard", BLACK), ("proposal-2", WHITE)])
def test_the_exits_decide_in_proposal_2_when_a_player_is_stuck(variant: str, who: int) -> None:
    assert after(STUCK, "h", variant=variant) == "-/-/bwb/wbwb/wbwb/b/b/- 0,0 7,4 w"
    assert winner(STUCK, "h", variant=variant) == who


@pytest.mark.parametrize("variant", ["standard", "proposal-2"])
def test_the_player_who_is_stuck_loses_when_the_exits_are_equal(variant: str) -> None:
    assert after(TIE, "h", variant=variant) == "-/-/-/wbwb/wbwb/wbwb/wb/- 0,0 5,5 w"
    assert winner(TIE, "h", variant=variant) == BLACK


def test_an_escape_may_follow_an_entry_in_proposal_1() -> None:
    text = "w/-/-/-/-/-/b/b 1,0 10,10 w"
    assert legal(text, variant="proposal-1") == ["1", "a", "1*"]
    assert after(text, "1*", variant="proposal-1") == "-/-/-/-/-/-/b/b 0,0 12,10 b"
    assert winner(text, "1*", variant="proposal-1") == WHITE


def test_black_escapes_by_an_entry_too() -> None:
    text = "w/w/-/-/-/-/-/bbb 0,1 10,8 b"
    assert legal(text, variant="proposal-1") == ["1", "h", "1*"]
    assert after(text, "1*", variant="proposal-1") == "w/w/-/-/-/-/-/- 0,0 10,12 w"


def test_an_escape_needs_an_empty_reserve_in_proposal_1() -> None:
    assert legal("-/w/w/-/-/-/b/b 1,0 9,10 w", variant="proposal-1") == ["1", "b", "c"]


def test_nobody_has_won_at_the_start_of_proposal_1_and_nothing_can_be_sown() -> None:
    game = FiloGame(variant="proposal-1")
    start = game.initial()
    assert start.winner == ONGOING
    assert game.legal_texts(start) == [str(number) for number in range(1, 9)]


@pytest.mark.parametrize("variant", ["proposal-1", "proposal-1+2"])
@pytest.mark.parametrize("empty_reserve", ["loses", "skip"])
def test_an_empty_reserve_means_nothing_in_proposal_1(variant: str, empty_reserve: str) -> None:
    text = "wwww/wwww/www/w/-/-/b/bbb 0,8 0,0 w"
    options = {"variant": variant, "empty_reserve": empty_reserve}
    assert legal(text, **options) == ["a", "b", "c", "d"]


def test_an_escape_is_no_choice_where_the_sowing_itself_ends_the_game() -> None:
    # White's one checker meets a full cell and leaves Black with one: Black has won.
    text = "w/-/wbbb/-/-/-/-/b 0,0 10,8 w"
    assert legal(text) == ["a"]
    text = "bw/wwbw/-/ww/-/-/-/- 0,0 6,10 w"
    assert winner(text, "a") == BLACK


def test_a_player_to_act_who_is_skipped_is_refused() -> None:
    with pytest.raises(PositionError, match="^player to act: white has no reserve left"):
        played("wwww/wwww/www/w/-/-/b/bbb 0,8 0,0 w", "", empty_reserve="skip")


def test_after_the_end_the_loser_or_his_opponent_is_to_act_and_nothing_is_legal() -> None:
    for text, moves, player in ((ESCAPE, "a*", BLACK), (STUCK, "h", WHITE)):
        _, position = played(text, moves)
        assert position.player == player
        assert list(position.legal_moves()) == []
        assert position.random_move(12345) == -1
