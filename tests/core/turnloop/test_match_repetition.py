from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.position import DRAW
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result
from stackyard.turnloop.wording import ending

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

# Round and round: a→b→c→a, or out of it by d. A turn of b is two moves long.
ROUND = ("a 0 bd", "b 1 e", "e 1 mid c", "c 0 a", "d 1 won 0")
LAP = "beca"


def walked(walk: WalkMaker, moves: str, repetition: int = 3) -> Match:
    match = Match(walk(*ROUND), repetition=repetition)
    for move in moves:
        match.play(move)
    return match


def test_the_third_time_is_a_draw(walk: WalkMaker) -> None:
    match = walked(walk, LAP * 2)
    assert match.result == Result(DRAW, "repetition")
    assert ending(match.course) == "the same position has stood 3 times"
    assert match.position.key() == "a"


def test_the_second_time_is_none(walk: WalkMaker) -> None:
    match = walked(walk, LAP)
    assert match.result is None
    assert match.course.times_stood == 2
    assert walked(walk, LAP + "bec").result is None


def test_the_times_are_counted_at_the_start_of_each_turn(walk: WalkMaker) -> None:
    match, times = Match(walk(*ROUND), repetition=0), []
    for move in LAP * 3:
        match.play(move)
        times.append(match.course.times_stood)
    # In the middle of a turn it is still the position that the turn began with.
    assert times == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]


@pytest.mark.parametrize("repetition", [2, 3, 4, 5])
def test_the_number_of_times_can_be_chosen(walk: WalkMaker, repetition: int) -> None:
    assert walked(walk, LAP * (repetition - 1), repetition).result is not None
    assert walked(walk, (LAP * (repetition - 1))[:-1], repetition).result is None


@pytest.mark.parametrize(("declared", "laps"), [(2, 1), (4, 3)])
def test_a_game_may_say_how_often_a_position_must_stand(
    walk: WalkMaker, declared: int, laps: int
) -> None:
    game = walk(*ROUND)
    game.repetition = declared  # type: ignore[misc]
    match = Match(game)
    assert match.repetition == declared
    for move in LAP * laps:
        assert match.result is None
        match.play(move)
    assert match.result == Result(DRAW, "repetition")


def test_a_game_whose_own_rules_see_to_repetition_turns_it_off(walk: WalkMaker) -> None:
    game = walk(*ROUND)
    game.repetition = 0  # type: ignore[misc]
    match = Match(game)
    for move in LAP * 9:
        match.play(move)
    assert match.result is None


def test_no_number_of_times_is_a_draw_when_that_is_turned_off(walk: WalkMaker) -> None:
    match = walked(walk, LAP * 50, repetition=0)
    assert match.result is None
    assert match.course.times_stood == 51


def test_an_end_by_the_rules_comes_before_repetition(walk: WalkMaker) -> None:
    match = walked(walk, LAP + "d")
    assert match.result == Result(0, "rules")
    assert ending(match.course) == "white has won"


def test_a_turn_taken_back_is_not_counted(walk: WalkMaker) -> None:
    match = walked(walk, LAP)
    for _ in range(5):
        match.undo()
        assert match.position.key() == "c"
        match.play("a")
        assert match.course.times_stood == 2
    assert match.result is None


def test_a_draw_by_repetition_can_be_taken_back(walk: WalkMaker) -> None:
    match = walked(walk, LAP * 2)
    match.undo()
    assert match.result is None
    match.play("a")
    assert match.result == Result(DRAW, "repetition")
    assert ending(match.course) == "the same position has stood 3 times"


def test_a_whole_match_taken_back_starts_counting_anew(walk: WalkMaker) -> None:
    match = walked(walk, LAP * 2)
    while match.turns:
        match.undo()
    assert match.course.times_stood == 1
    for move in LAP:
        match.play(move)
    assert match.result is None


def test_a_turn_in_progress_taken_back_leaves_the_count_alone(walk: WalkMaker) -> None:
    match = walked(walk, LAP + "be")
    match.undo()
    assert match.course.times_stood == 2
    match.undo()
    assert match.course.times_stood == 2
    assert match.position.key() == "a"


def test_the_count_starts_where_the_match_starts(walk: WalkMaker) -> None:
    match = Match(walk(*ROUND), position=walk(*ROUND).parse_position("c"))
    for move in "abecabec":
        match.play(move)
    assert match.result is not None
    assert match.result.reason == "repetition"


@pytest.mark.parametrize(("declared", "laps"), [(2, 1), (4, 3), (0, None)])
def test_a_game_declares_its_own_rule(
    declared: int, laps: int | None, walk: WalkMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = walk(*ROUND)
    monkeypatch.setattr(type(game), "repetition", declared)
    match, played = Match(game), 0
    while match.result is None and played < 6 * len(LAP):
        match.play(LAP[played % len(LAP)])
        played += 1
    assert played == (laps * len(LAP) if laps else 6 * len(LAP))
    assert (match.result is None) == (declared == 0)
