"""The positions that catch a hasty implementer, each played as the rules say."""

from __future__ import annotations

import pytest

from stackyard.errors import NotationError
from stackyard.position import ONGOING
from stackyard_pit_of_pillars.game import PitOfPillarsGame
from stackyard_pit_of_pillars.rules import RED, WHITE, PitOfPillars

pytestmark = pytest.mark.builds


def played(
    text: str, moves: str = "", option: str = "plays-on", size: int = 8
) -> tuple[PitOfPillarsGame, PitOfPillars]:
    game = PitOfPillarsGame(size=size, self_elimination=option)
    position = game.parse_position(text)
    for move in moves.split():
        position.play(game.parse_move(move, position))
    return game, position


def after(text: str, moves: str, option: str = "plays-on") -> tuple[str, int]:
    game, position = played(text, moves, option)
    return game.format_position(position), int(position.winner)


def steps(text: str, option: str = "plays-on", size: int = 8) -> set[str]:
    game, position = played(text, "", option, size)
    return set(game.legal_texts(position))


def test_nothing_is_captured_at_a_height_equal_to_the_capacity() -> None:
    text = "6/8/8/3,wrw,4/3,r,4/8/8/6 r 0,0 move"
    assert after(text, "d4-d5") == ("6/8/8/3,wrwr,4/8/8/8/6 w 0,0 move", RED)


def test_a_capture_sets_off_no_other() -> None:
    text = "6/8/8/3,wrwr,wrwr,3/3,w,4/8/8/r,5 w 0,0 move"
    assert after(text, "d4-d5") == (
        "6/8/8/3,W,wrwr,3/8/8/8/r,5 w 3,0 pillar",
        ONGOING,
    )


def test_a_stack_that_is_left_above_its_capacity_may_be_captured_later() -> None:
    text = "6/8/8/3,W,wrwr,r,2/8/8/8/w,5 r 3,0 move"
    assert after(text, "f5-e5") == ("6/8/8/3,W,R,3/8/8/8/w,5 r 3,3 pillar", ONGOING)


def test_two_colours_landing_on_a_vacant_square_too_small_for_them_are_captured() -> None:
    text = "6/8/8/wrw,7/8/8/8/r,5 w 0,0 move"
    assert after(text, "a5-a2") == ("6/8/8/8/8/8/W,7/r,5 w 2,0 pillar", ONGOING)


def test_a_stack_of_one_colour_may_stand_above_the_capacity() -> None:
    text = "6/8/8/8/w,7/w,7/ww,7/r,5 w 0,0 move"
    assert after(text, "a3-a2") == ("6/8/8/8/w,7/8/www,7/r,5 r 0,0 move", ONGOING)
    assert "a stack of both colours that becomes higher" in PitOfPillarsGame.notes_legend


def test_a_man_that_enters_to_capture_returns_to_the_reserve() -> None:
    text = "6/8/8/8/8/www,7/8/2,r,3 r 0,1 move"
    assert after(text, "a3") == ("6/8/8/8/8/R,7/8/2,r,3 w 0,1 move", RED)


def test_a_new_pillar_may_move_but_not_into_a_corner() -> None:
    text = "6/8/8/3,W,wrwr,3/8/8/8/r,5 w 3,0 pillar"
    assert "pd5-a2" in steps(text)
    with pytest.raises(NotationError, match="h1 is a corner, which is left out$"):
        played(text, "pd5-h1")
    assert after(text, "pd5-a2")[0] == "6/8/8/4,wrwr,3/8/8/W,7/r,5 r 3,0 move"


def test_when_both_have_no_stack_the_one_who_moved_last_has_won() -> None:
    text = "6/8/8/8/8/w,7/rr,7/6 w 0,0 move"
    for option in ("plays-on", "loses"):
        assert after(text, "a3-a2", option) == ("6/8/8/8/8/8/W,7/6 r 1,0 move", WHITE)


SELF_ELIMINATION = "6/8/8/8/8/w,7/rr,7/5,r w 0,0 move"


def test_a_player_who_captures_with_his_last_stack_plays_on() -> None:
    assert after(SELF_ELIMINATION, "a3-a2") == ("6/8/8/8/8/8/W,7/5,r w 1,0 pillar", ONGOING)
    assert after(SELF_ELIMINATION, "a3-a2 - g1-g2") == ("6/8/8/8/8/8/W,5,r,1/6 w 1,0 move", RED)


def test_a_player_who_captures_with_his_last_stack_loses_at_once_where_that_is_the_rule() -> None:
    assert after(SELF_ELIMINATION, "a3-a2", "loses") == ("6/8/8/8/8/8/W,7/5,r r 1,0 move", RED)


def test_a_player_without_a_stack_is_saved_when_a_man_of_his_is_uncovered() -> None:
    text = "6/8/8/8/8/w,7/rr,7/4,wr,1 w 0,0 move"
    assert after(text, "a3-a2 - f1-g1") == ("6/8/8/8/8/8/W,7/4,w,r w 1,0 move", ONGOING)
    assert after(text, "a3-a2 - f1-f3") == ("6/8/8/8/8/5,wr,2/W,7/6 w 1,0 move", RED)
    assert after(text, "a3-a2", "loses")[1] == RED


BLOCKED = "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,{} pillar"


def test_a_player_who_cannot_move_has_lost() -> None:
    result = "6/8/8/8/8/W,7/r,W,3,w,2/6 r 0,0 move"
    assert after(BLOCKED.format(0), "pd2-b2") == (result, WHITE)


def test_a_player_who_cannot_move_but_enter_plays_on() -> None:
    text, winner = after(BLOCKED.format(1), "pd2-b2")
    assert (text, winner) == ("6/8/8/8/8/W,7/r,W,3,w,2/6 r 0,1 move", ONGOING)
    everywhere = set(PitOfPillarsGame().board.names)
    assert steps(text) == everywhere - {"a3", "b2"}


def test_no_pillar_step_is_offered_to_a_player_without_pillars() -> None:
    text = "6/8/8/8/8/8/5,w,2/r,5 w 0,0 move"
    assert after(text, "f2-f3")[0] == "6/8/8/8/8/5,w,2/8/r,5 r 0,0 move"


def test_no_pillar_step_is_offered_where_all_pillars_are_shut_in() -> None:
    text = "6/8/8/8/r,7/r,r,6/W,r,6/r,r,1,w,2 w 0,0 move"
    assert after(text, "e1-e2")[0].endswith(" r 0,0 move")


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("a2-b1", "6/8/8/8/8/r,r,6/W,r,6/1,r,1,w,2 w 0,0 pillar"),
        ("b1-a2", "6/8/8/8/8/8/1,r,r,5/W,r,3,w w 0,0 pillar"),
        ("h2-g1", "6/8/8/8/8/6,r,r/6,r,W/w,3,r,1 w 0,0 pillar"),
        ("g1-h2", "6/8/8/8/8/8/5,r,r,1/w,3,r,W w 0,0 pillar"),
        ("a7-b8", "1,r,4/W,r,6/r,r,6/8/8/8/8/5,w w 0,0 pillar"),
        ("b8-a7", "W,r,4/1,r,r,5/8/8/8/8/8/5,w w 0,0 pillar"),
        ("h7-g8", "w,3,r,1/6,r,W/6,r,r/8/8/8/8/6 w 0,0 pillar"),
        ("g8-h7", "w,3,r,W/5,r,r,1/8/8/8/8/8/6 w 0,0 pillar"),
    ],
)
def test_the_only_way_of_a_pillar_may_be_the_one_past_a_corner(move: str, text: str) -> None:
    assert steps(text) == {f"p{move}", "-"}


def test_what_is_left_behind_may_belong_to_the_opponent() -> None:
    text = "6/8/8/3,rw,4/8/8/8/6 w 0,0 move"
    assert after(text, "d5-d6") == ("6/8/3,w,4/3,r,4/8/8/8/6 r 0,0 move", ONGOING)


def test_stacks_move_over_stacks_but_not_over_pillars_or_past_corners() -> None:
    text = "6/8/2,r,5/r,r,www,r,W,3/8/8/8/5,w w 0,0 move"
    wanted = {"c5-c6", "c5-c7", "c5-c8", "c5-b5", "c5-a5", "c5-d5", "c5-c4", "c5-c3", "c5-c2"}
    assert {step for step in steps(text) if step[0] == "c"} == wanted
    assert steps("6/8/8/8/8/8/www,7/5,r w 0,0 move") == {
        *("a2-a3", "a2-a4", "a2-a5", "a2-b2", "a2-c2", "a2-d2")
    }


def test_a_pillar_on_the_next_square_lowers_the_capacity() -> None:
    text = "6/8/8/3,rwr,4/3,R,w,3/8/8/5,r w 0,0 move"
    assert after(text, "e4-e5")[0] == "6/8/8/3,rwr,w,3/3,R,4/8/8/5,r r 0,0 move"
    text = "6/8/8/3,rwr,w,3/3,R,4/8/8/5,r w 0,0 move"
    assert after(text, "e5-d5")[0] == "6/8/8/3,W,4/3,R,4/8/8/5,r w 2,0 pillar"


def test_a_player_who_has_a_reserve_but_no_stack_has_lost() -> None:
    _, position = played("6/8/8/8/8/8/8/5,r w 5,0 move")
    assert position.winner == RED
    _, position = played("6/8/8/8/8/8/8/5,r r 5,0 move")
    assert position.winner == ONGOING
    _, position = played("6/8/8/8/8/8/8/5,r r 5,0 move", option="loses")
    assert position.winner == RED


def test_entering_goes_beside_the_last_man_and_then_apart() -> None:
    game, position = played("6/8/8/8/8/8/8/6 w 0,0 open", "d4")
    assert game.format_position(position) == "6/8/8/8/3,w,4/8/8/6 r 0,0 next:d4"
    assert set(game.legal_texts(position)) == {"d3", "d5", "c4", "e4"}
    position.play(game.parse_move("d5", position))
    assert game.format_position(position) == "6/8/8/3,r,4/3,w,4/8/8/6 r 0,0 free"
    assert not {"d3", "c4", "e4", "d6", "c5", "e5", "d4"} & set(game.legal_texts(position))
    assert len(game.legal_texts(position)) == 52
    position.play(game.parse_move("b1", position))
    assert game.format_position(position) == "6/8/8/3,r,4/3,w,4/8/8/r,5 w 0,0 next:b1"


def test_the_turn_that_ends_the_entering_stage_has_one_step() -> None:
    text = (
        "1,r,1,w,1,r/r,1,w,w,r,1,w,1/w,2,r,1,r,1,r/r,r,w,2,w,1,w/"
        "w,3,w,r,2/2,r,3,r,w/w,r,w,1,w,3/3,r,1,w r 0,0 next:g1"
    )
    assert steps(text) == {"f1", "g2"}
    assert after(text, "f1")[0].endswith("/3,r,r,w w 0,0 move")
