"""The order of a match's hooks, and wrappers around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.core.turnloop.test_hooks import FORK, LONG, hook

from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

ORDER = """
from stackyard import hookimpl
from tests.core.turnloop.test_hook_wrappers import ORDERED
@hookimpl({options})
def stackyard_move_played(match):
    ORDERED.append("{name}")
"""
AROUND = """
from stackyard import hookimpl
from tests.core.turnloop.test_hook_wrappers import ORDERED
@hookimpl({options})
def stackyard_move_played(match):
    ORDERED.append("{name} before")
    yield
    ORDERED.append("{name} after")
"""
ORDERED: list[str] = []


def test_hooks_of_a_match_keep_the_order_of_pluggy(walk: WalkMaker, yard: Yard) -> None:
    for name, source, options in (
        ("a", ORDER, ""),
        ("b", ORDER, "tryfirst=True"),
        ("c", AROUND, "wrapper=True"),
        ("d", AROUND, "hookwrapper=True"),
        ("e", ORDER, "trylast=True"),
        ("f", ORDER, ""),
    ):
        yard.use_file(name, source.format(name=name, options=options))
    ORDERED.clear()
    Match(walk(*LONG)).play("b")
    assert ORDERED == ["d before", "c before", "b", "f", "a", "e", "c after", "d after"]


@pytest.mark.parametrize("options", ["wrapper=True", "hookwrapper=True"])
def test_a_wrapper_that_nothing_is_inside_of_runs_as_a_whole(
    walk: WalkMaker, yard: Yard, options: str
) -> None:
    yard.use_file("lone", AROUND.format(name="lone", options=options))
    ORDERED.clear()
    Match(walk(*LONG)).play("b")
    assert ORDERED == ["lone before", "lone after"]


def test_wrappers_go_on_around_a_plugin_that_fails(
    walk: WalkMaker, yard: Yard, caplog: pytest.LogCaptureFixture
) -> None:
    yard.use_file("outer", AROUND.format(name="outer", options="wrapper=True, tryfirst=True"))
    yard.use_file("inner", AROUND.format(name="inner", options="wrapper=True") + "    1 / 0\n")
    yard.use_file("plain", ORDER.format(name="plain", options=""))
    yard.use_file("bad", hook("move_played", "raise RuntimeError('oh')", "match, move"))
    ORDERED.clear()
    match = Match(walk(*LONG))
    match.play("b")
    match.play("c")
    first = ["outer before", "inner before", "plain", "inner after", "outer after"]
    assert [*first, "outer before", "plain", "outer after"] == ORDERED
    assert [failure.provider.name for failure in match.hook_failures] == ["bad", "inner"]


def test_the_shortest_time_counts_and_a_wrapper_sees_all(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("long", hook("time_left", "return 60", "match, player"))
    yard.use_file("short", hook("time_left", "return 30.5", "match, player"))
    source = """
    from stackyard import hookimpl
    seen = []
    @hookimpl(wrapper=True)
    def stackyard_time_left():
        found = yield
        seen.append(found)
        return [seconds - 10 for seconds in found]
    """
    yard.use_file("tax", source)
    match = Match(walk(*LONG))
    match.start_turn()
    left = match.time_left
    assert left is not None
    assert 10 < left <= 20.5
    assert yard.module("tax").seen[0] == [30.5, 60]


@pytest.mark.parametrize("value", ["5.0", "['soon']", "[None]"])
def test_a_wrapper_that_spoils_the_times_is_switched_off(
    walk: WalkMaker, yard: Yard, value: str
) -> None:
    yard.use_file("clock", hook("time_left", "return 60", "match, player"))
    yard.use_file(
        "spoiler",
        f"""
        from stackyard import hookimpl
        @hookimpl(wrapper=True)
        def stackyard_time_left():
            yield
            return {value}
        """,
    )
    match = Match(walk(*LONG))
    match.start_turn()
    assert match.time_left is not None
    assert match.time_left > 30
    assert [failure.provider.name for failure in match.hook_failures] == ["spoiler"]


@pytest.mark.parametrize("kind", ["wrapper", "hookwrapper"])
def test_a_wrapper_that_makes_a_move_illegal_is_switched_off_and_the_choice_inside_it_stands(
    walk: WalkMaker, yard: Yard, kind: str
) -> None:
    ends = {"wrapper": "return 25", "hookwrapper": "outcome.force_result(25)"}[kind]
    yard.use_file("chooser", hook("choose_move", "return 2 if match.ply == 0 else None"))
    yard.use_file(
        "spoiler",
        f"""
        from stackyard import hookimpl
        @hookimpl({kind}=True)
        def stackyard_choose_move():
            outcome = yield
            {ends}
        """,
    )
    match = Match(walk(*FORK), ("random", "random"))
    match.step()
    assert match.turns[0].moves == (2,)
    (failure,) = match.hook_failures
    assert "spoiler" in str(failure)
    assert "chose 25, which is not legal" in str(failure)
