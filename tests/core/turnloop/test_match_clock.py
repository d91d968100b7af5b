"""The turn loop with a clock: a plugin that says how much time is left."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.thinker import Thinker, Time

from stackyard.errors import IllegalMoveError, PluginError
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

# White, black with a turn of two moves, white, black, white.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 1 f", "f 0 g", "g 0 won 1")

# Each side has ten seconds in all.
BUDGET = """
from stackyard import hookimpl
finished = []
@hookimpl
def stackyard_time_left(match, player):
    return 10 - match.course.seconds_of(player)
@hookimpl
def stackyard_match_finished(match):
    finished.append(match.result.reason)
"""


@pytest.fixture
def budget(yard: Yard) -> Callable[[], list[str]]:
    """A plugin that gives each side ten seconds; called, the reasons of matches it saw end."""
    yard.use_file("budget", BUDGET)
    return lambda: [*yard.module("budget").finished]


def clock_of(match: Match) -> tuple[float | None, float | None]:
    return match.time_left_of(0), match.time_left_of(1)


def test_without_a_clock_nobody_has_a_time_left(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    time.now += 10**6
    assert (match.time_left, clock_of(match)) == (None, (None, None))
    assert not match.check_flag()


@pytest.mark.usefixtures("budget")
def test_only_the_time_of_the_player_to_act_runs_down(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    time.now += 4
    assert (match.time_left, clock_of(match)) == (6, (6, 10))
    match.play("b")
    assert (match.time_left, clock_of(match)) == (10, (6, 10))
    time.now += 3
    assert (match.time_left, clock_of(match)) == (7, (6, 7))


@pytest.mark.usefixtures("budget")
def test_time_that_ran_before_the_match_was_taken_up_can_be_counted(
    walk: WalkMaker, time: Time
) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    match.add_elapsed(3)
    time.now += 1
    assert (match.time_left, clock_of(match)) == (6, (6, 10))
    match.play("b")
    assert match.course.seconds_of(0) == 4
    assert clock_of(match) == (6, 10)


@pytest.mark.usefixtures("budget")
def test_the_time_runs_on_from_move_to_move_of_a_turn(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG), (Thinker(time, 1), Thinker(time, 2, 3)))
    for left in ((9, 10), (9, 8), (9, 5)):
        match.step()
        assert clock_of(match) == left


@pytest.mark.parametrize("late", [0, 1, 3])
def test_a_player_that_oversteps_loses_instead_of_moving(
    walk: WalkMaker, time: Time, budget: Callable[[], list[str]], late: int
) -> None:
    white, black = [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]
    (black if late in {1, 3} else white)[0 if late < 2 else 2] = 10.0
    match = Match(walk(*LONG), (Thinker(time, *white), Thinker(time, *black)))
    result = match.run()
    loser = 1 if late in {1, 3} else 0
    assert (result, budget()) == (Result(1 - loser, Reason.TIME), ["time"])
    assert match.ply == {0: 0, 1: 1, 3: 4}[late]
    assert (match.time_left, clock_of(match)) == (None, (None, None))


def test_a_player_whose_time_is_up_between_the_moves_of_a_turn_loses(
    walk: WalkMaker, time: Time, budget: Callable[[], list[str]]
) -> None:
    match = Match(walk(*LONG), (Thinker(time, 1), Thinker(time, 6, 4)))
    assert (match.run(), match.ply, budget()) == (Result(0, Reason.TIME), 2, ["time"])
    assert match.course.unfinished


@pytest.mark.usefixtures("budget")
def test_the_time_counts_before_the_rules(walk: WalkMaker, time: Time) -> None:
    class Confused(Thinker):
        def choose(self, match: Match) -> int:
            super().choose(match)
            return 25

    match = Match(walk(*LONG), (Confused(time, 11), "random"))
    match.step()
    assert match.result == Result(1, Reason.TIME)


@pytest.mark.usefixtures("budget")
def test_a_move_from_outside_that_comes_too_late_is_not_played(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    time.now += 10
    with pytest.raises(IllegalMoveError, match=r"^the match is over: the time of white is up$"):
        match.play("b")
    assert (match.ply, match.result) == (0, Result(1, Reason.TIME))


@pytest.mark.usefixtures("budget")
def test_what_is_recorded_is_what_the_clock_counts(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG))  # and nobody opens its turns
    time.now += 9
    match.play("b")
    assert clock_of(match) == (1, 10)
    time.now += 11
    with pytest.raises(IllegalMoveError):
        match.play("c")
    assert match.result == Result(0, Reason.TIME)


def test_nobody_is_asked_whose_time_is_up_already(
    walk: WalkMaker, time: Time, budget: Callable[[], list[str]]
) -> None:
    course = Course(walk(*LONG))
    for move, seconds in (("b", 11), ("c", 1), ("d", 1)):
        course = course.play(move, seconds)
    white = Thinker(time, 0)
    match = Match(course.game, (white, "random"), course=course)
    assert (match.run(), white.asked) == (Result(1, Reason.TIME), 0)
    assert budget() == ["time"]


def test_the_time_can_be_called_while_a_player_thinks(
    walk: WalkMaker, time: Time, budget: Callable[[], list[str]]
) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    time.now += 9
    assert not match.check_flag()
    time.now += 1
    assert match.check_flag()
    assert match.check_flag()
    assert (match.result, budget()) == (Result(1, Reason.TIME), ["time"])


@pytest.mark.usefixtures("budget")
def test_an_undo_gives_the_time_back(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG), (Thinker(time, 4, 2), Thinker(time, 5, 1)))
    for _ in range(3):
        match.step()
    assert clock_of(match) == (6, 4)
    time.now += 1
    match.undo()
    assert clock_of(match) == (6, 10)
    match.undo()
    assert clock_of(match) == (10, 10)
    time.now += 2
    assert clock_of(match) == (8, 10)


@pytest.mark.usefixtures("budget")
def test_after_a_loss_on_time_the_last_turn_can_be_taken_back(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG), (Thinker(time, 4, 2), Thinker(time, 11, 1, 1)))
    match.step()
    match.step()
    assert match.course.result == Result(0, Reason.TIME)
    match.undo()
    assert match.course.result is None
    assert (match.ply, clock_of(match)) == (0, (10, 10))
    match.step()
    assert (match.ply, clock_of(match)) == (1, (8, 10))


@pytest.mark.usefixtures("budget")
def test_a_player_that_does_not_move_has_its_time_run_on(walk: WalkMaker, time: Time) -> None:
    class Hesitant(Thinker):
        awaited = True

        def choose(self, match: Match) -> None:
            super().choose(match)

    match = Match(walk(*LONG), (Hesitant(time, 4, 4, 4), "random"))
    match.step()
    assert match.time_left == 6
    assert match.run() == Result(1, Reason.TIME)


def test_the_shortest_of_several_clocks_counts(walk: WalkMaker, time: Time, yard: Yard) -> None:
    yard.use_file("budget", BUDGET)
    yard.use_file("short", BUDGET.replace("10", "8 + 5 * player"))
    yard.use_file("open", BUDGET.replace("10 - match.course.seconds_of(player)", "None"))
    match = Match(walk(*LONG))
    assert clock_of(match) == (8, 10)


def test_a_clock_is_asked_for_both_sides_once_a_move(
    walk: WalkMaker, time: Time, yard: Yard
) -> None:
    source = """
    from stackyard import hookimpl
    asked = []
    @hookimpl
    def stackyard_match_started(match):
        asked.clear()
    @hookimpl
    def stackyard_time_left(match, player):
        asked.append((match.ply, player))
        return 10
    """
    yard.use_file("counting", source)
    match = Match(walk(*LONG), (Thinker(time, 1, 1), Thinker(time, 1, 1)))
    for _ in range(3):
        match.step()
        match.start_turn()
        assert match.time_left == 10
    assert yard.module("counting").asked == [(ply, side) for ply in range(4) for side in (0, 1)]


def test_a_hook_may_set_a_clock_when_the_match_begins(
    walk: WalkMaker, time: Time, yard: Yard
) -> None:
    source = """
    from stackyard import hookimpl
    @hookimpl
    def stackyard_match_started(match):
        match.terms["limit"] = "7"
    @hookimpl
    def stackyard_time_left(match):
        return float(match.terms["limit"]) if match.terms else None
    """
    yard.use_file("setting", source)
    match = Match(walk(*LONG))
    assert match.time_left is None
    match.start_turn()
    assert clock_of(match) == (7, 7)


@pytest.mark.parametrize("answer", ["1 / 0", "'soon'", "float('nan')", "float('inf')"])
def test_a_clock_that_fails_is_switched_off(
    walk: WalkMaker, time: Time, yard: Yard, caplog: pytest.LogCaptureFixture, answer: str
) -> None:
    broken = f"({answer} if match.ply > 1 else 10 - match.course.seconds_of(player))"
    yard.use_file("broken", BUDGET.replace("10 - match.course.seconds_of(player)", broken))
    match = Match(walk(*LONG), (Thinker(time, 4, 50, 60), Thinker(time, 5, 70, 80)))
    with caplog.at_level(logging.WARNING, "stackyard"):
        assert match.run().reason == Reason.RULES
    (said,) = caplog.messages
    assert said.startswith("plugin broken (")
    assert "stackyard_time_left" in said
    assert "; it is switched off for this match (mend " in said
    assert said.endswith("broken.py, or leave it out of --plugin and STACKYARD_PLUGINS)")


def test_a_clock_that_fails_is_an_error_for_the_strict(
    walk: WalkMaker, yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    yard.use_file("broken", BUDGET.replace("10 -", "1 / 0 -"))
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    with pytest.raises(PluginError, match=r"stackyard_time_left failed: ZeroDivisionError"):
        Match(walk(*LONG)).start_turn()


def test_a_hook_that_calls_another_leaves_the_end_to_the_turn_loop(
    walk: WalkMaker, yard: Yard
) -> None:
    source = """
    from stackyard import hookimpl
    from stackyard.turnloop.outcome import Result
    order = []
    @hookimpl
    def stackyard_move_played(match):
        if match.ply == 1:
            match.play("c")  # calls this hook and others
            match.end(Result(0, "whim"))
            order.append("end of the hook")
    @hookimpl
    def stackyard_match_finished(match):
        order.append("finished")
    """
    yard.use_file("meddler", source)
    match = Match(walk("a 0 b", "b 1 c", "c 0 d", "d 0 won 0"))
    match.play("b")
    assert yard.module("meddler").order == ["end of the hook", "finished"]


def test_a_think_time_is_that_of_its_record(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG), (Thinker(time, 1.23456), "random"))
    match.step()
    assert match.turns[0].seconds == (1.235,)


def test_a_course_knows_how_long_and_how_many_turns_each_side_has_played(walk: WalkMaker) -> None:
    course = Course(walk(*LONG))
    seen = []
    for move, seconds in (("b", 1), ("c", 2), ("d", 4), ("e", 8), ("f", 16), ("g", 32)):
        course = course.play(move, seconds)
        seen.append([(course.turns_of(side), course.seconds_of(side)) for side in (0, 1)])
    assert seen == [
        [(1, 1), (0, 0)],
        [(1, 1), (0, 2)],  # within black's turn
        [(1, 1), (1, 6)],
        [(2, 9), (1, 6)],
        [(2, 9), (2, 22)],
        [(3, 41), (2, 22)],
    ]
    early = course.at(2)
    assert [(early.turns_of(side), early.seconds_of(side)) for side in (0, 1)] == seen[1]


@pytest.mark.usefixtures("budget")
def test_a_player_who_reports_progress_is_told_that_the_time_is_up(
    walk: WalkMaker, time: Time
) -> None:
    match = Match(walk(*LONG))
    match.start_turn()
    time.now += 9
    assert not match.watch(0.5)
    time.now += 1
    assert match.watch(0.5)
