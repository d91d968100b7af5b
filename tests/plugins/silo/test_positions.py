"""The positions that catch a hasty implementer, each played as the rules say."""

from __future__ import annotations

import pytest

from stackyard.errors import PositionError
from stackyard.position import ONGOING
from stackyard_silo.game import SiloGame
from stackyard_silo.rules import BLUE, RED, Silo

pytestmark = pytest.mark.builds


def played(text: str, moves: str, goal: str = "any") -> tuple[SiloGame, Silo]:
    game = SiloGame(goal=goal)
    position = game.parse_position(text)
    for move in moves:
        position.play(game.parse_move(move, position))
    return game, position


def after(text: str, moves: str, goal: str = "any") -> str:
    game, position = played(text, moves, goal)
    return game.format_position(position)


def winner(text: str, moves: str, goal: str = "any") -> int:
    return int(played(text, moves, goal)[1].winner)


START = "rrr/bbb/rrr/bbb/rrr/bbb r"


def test_red_begins_with_a_c_or_e_and_blue_answers_with_b_d_or_f() -> None:
    game, position = played(START, "")
    assert game.legal_texts(position) == ["a", "c", "e"]
    assert position.key() == game.initial().key()
    game, position = played(START, "e")
    assert game.format_position(position) == "rrr/bbb/rrr/bbb/rr/bbbr b"
    assert game.legal_texts(position) == ["b", "d", "f"]


def test_a_checker_takes_along_the_enemies_above_it() -> None:
    assert after("rrr/bbb/rrr/bbb/rr/bbbr b", "f") == "rrr/bbb/rrr/bbb/rrbr/bb r"


def test_only_the_highest_own_checker_moves_and_not_the_run() -> None:
    text = "rrrrrrrr/bbbb/rbbbb/b/-/- r"
    assert after(text, "c") == "rrrrrrrr/bbbb/-/brbbbb/-/- b"
    assert after(text, "a") == "rrrrrrr/bbbbr/rbbbb/b/-/- b"


RUN = "bbb/bb/rb/bbrrrrrrrr/-/b r"


def test_a_run_may_have_enemies_below_and_above() -> None:
    assert after(RUN, "c") == "bbb/bb/-/bbrrrrrrrrrb/-/b b"
    assert winner(RUN, "c") == RED


@pytest.mark.parametrize("goal", ["end", "home"])
def test_a_run_elsewhere_does_not_end_the_game_where_it_must_stand_at_the_end(goal: str) -> None:
    assert after(RUN, "c", goal) == "bbb/bb/-/bbrrrrrrrrrb/-/b b"
    assert winner(RUN, "c", goal) == ONGOING


HOME = "bbb/-/-/b/rb/rrrrrrrbbrbb r"


@pytest.mark.parametrize("goal", ["any", "end"])
def test_being_home_in_two_parts_is_no_run(goal: str) -> None:
    game, position = played(HOME, "e", goal)
    assert game.format_position(position) == "bbb/-/-/b/-/rrrrrrrbbrbbrb b"
    assert position.winner == ONGOING
    assert game.legal_texts(position) == ["d", "f"]


def test_being_home_in_two_parts_wins_where_home_is_the_goal() -> None:
    game, position = played(HOME, "e", "home")
    assert position.winner == RED
    assert game.legal_texts(position) == []


STUCK = "bbb/-/-/b/-/rrrrrrrbbrbbrb b"


def test_a_stuck_player_sits_out_until_he_is_released() -> None:
    once = "bbb/-/-/b/b/rrrrrrrbbrbbr b"
    assert after(STUCK, "f") == once
    assert after(once, "e").endswith(" b")
    assert after(once, "e") == "bbb/-/-/bb/-/rrrrrrrbbrbbr b"
    assert after(once, "f") == "bbb/-/-/b/bbr/rrrrrrrbbrb r"


def test_a_stuck_player_may_sit_out_many_times() -> None:
    # Blue carries his last two checkers home while Red waits with all of his at the end.
    text = "bbb/-/-/b/-/rrrrrrrbbrbbrb b"
    game, position = played(text, "")
    for move in "fedcbd":
        position.play(game.parse_move(move, position))
        assert position.player == BLUE
        assert position.winner == ONGOING


def test_red_can_win_with_a_column_15_high() -> None:
    text = "bbb/-/-/-/rbbbbbb/rrrrrrrr r"
    for goal in ("any", "end", "home"):
        assert after(text, "e", goal) == "bbb/-/-/-/-/rrrrrrrrrbbbbbb b"
        assert winner(text, "e", goal) == RED


WON = "rrbbbbbbbb/rrbrr/r/r/-/r b"


def test_blue_wins_in_his_far_right_column() -> None:
    for goal in ("any", "end", "home"):
        assert after(WON, "b", goal) == "rrbbbbbbbbbrr/rr/r/r/-/r r"
        assert winner(WON, "b", goal) == BLUE


@pytest.mark.parametrize("goal", ["any", "end"])
def test_a_player_who_is_stuck_cannot_be_the_one_to_act(goal: str) -> None:
    with pytest.raises(PositionError, match="^player to act: red has no move here and sits out$"):
        SiloGame(goal=goal).parse_position("bbb/-/-/b/b/rrrrrrrbbrbbr r")


def test_a_player_who_has_come_home_has_won_and_is_not_stuck() -> None:
    game = SiloGame(goal="home")
    position = game.parse_position("bbb/-/-/b/b/rrrrrrrbbrbbr r")
    assert position.winner == RED


def test_blue_is_refused_too_when_he_is_stuck() -> None:
    text = "bbbrbbbbbb/-/r/-/r/rrrrrr b"
    with pytest.raises(PositionError, match="^player to act: blue has no move here and sits out$"):
        SiloGame().parse_position(text)
    assert SiloGame().parse_position(text.replace(" b", " r")).winner == ONGOING


def test_after_the_end_the_loser_is_to_act() -> None:
    for text, moves, loser in ((RUN, "c", BLUE), (WON, "b", RED)):
        _, position = played(text, moves)
        assert position.player == loser
        assert list(position.legal_moves()) == []
        assert position.random_move(12345) == -1


def test_blue_comes_home_in_the_first_column() -> None:
    text = "bbrbbb/rbb/r/-/r/rrrrr b"
    game, position = played(text, "beb", "home")
    assert game.format_position(position) == "bbrbbbbb/r/r/-/-/rrrrrr r"
    assert position.winner == BLUE
    assert winner(text, "beb") == ONGOING


def test_a_position_in_which_both_have_run_was_won_by_the_one_who_moved_last() -> None:
    text = "bbbbbbbbb/-/-/-/-/rrrrrrrrr {}"
    assert SiloGame().parse_position(text.format("b")).winner == RED
    assert SiloGame().parse_position(text.format("r")).winner == BLUE


def test_a_single_checker_is_a_run() -> None:
    game = SiloGame()
    assert game.parse_position("bb/-/r/b/-/- b").winner == RED
    position = game.parse_position("-/b/r/-/r/b r")
    assert position.winner == ONGOING
