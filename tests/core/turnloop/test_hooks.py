from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

from stackyard.errors import IllegalMoveError, PluginError
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

# A turn of one move, one of two, one after which player 1 sits out, and the end.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 won 0")
FORK = ("a 0 bcd", "b 1 e", "c 1 e", "d 1 e", "e 0 drawn")

RECORDER = """
from stackyard import hookimpl
told = []
def spot(match):
    return match.game.format_position(match.position)
@hookimpl
def stackyard_match_started(match):
    told.append(("match_started", spot(match)))
@hookimpl
def stackyard_turn_started(match):
    told.append(("turn_started", spot(match), int(match.position.player)))
@hookimpl
def stackyard_choose_move(match):
    told.append(("choose_move", spot(match)))
@hookimpl
def stackyard_move_played(match, move):
    told.append(("move_played", spot(match), move, match.ply))
@hookimpl
def stackyard_turn_finished(match):
    told.append(("turn_finished", spot(match), match.turns[-1].moves))
@hookimpl
def stackyard_match_finished(match):
    told.append(("match_finished", match.result.reason, match.result.winner))
"""


def hook(name: str, body: str, arguments: str = "match") -> str:
    return f"""
from stackyard import hookimpl
from stackyard.turnloop.outcome import Result
calls = []
@hookimpl
def stackyard_{name}({arguments}):
    calls.append(match.ply)
    {body}
"""


Told = list[tuple[Any, ...]]


@pytest.fixture
def told(yard: Yard) -> Told:
    """The calls of a plugin in the matches that follow."""
    return recorded(yard)


def recorded(yard: Yard) -> Told:
    """The calls of one more plugin in the matches that follow."""
    yard.use_file("recorder", RECORDER)
    found: Told = yard.module("recorder").told
    return found


def names(told: Told) -> str:
    return " ".join(entry[0] for entry in told)


def test_the_hooks_are_called_in_order(walk: WalkMaker, told: Told) -> None:
    Match(walk(*LONG), ("random", "random")).run()
    assert told == [
        ("match_started", "a"),
        ("turn_started", "a", 0),
        ("choose_move", "a"),
        ("move_played", "b", 1, 1),
        ("turn_finished", "b", (1,)),
        ("turn_started", "b", 1),
        ("choose_move", "b"),
        ("move_played", "c", 2, 2),
        ("choose_move", "c"),
        ("move_played", "d", 3, 3),
        ("turn_finished", "d", (2, 3)),
        ("turn_started", "d", 0),
        ("choose_move", "d"),
        ("move_played", "e", 4, 4),
        ("turn_finished", "e", (4,)),
        ("turn_started", "e", 0),
        ("choose_move", "e"),
        ("move_played", "f", 5, 5),
        ("turn_finished", "f", (5,)),
        ("match_finished", "rules", 0),
    ]


def test_moves_played_from_outside_call_the_hooks_too(walk: WalkMaker, told: Told) -> None:
    match = Match(walk(*LONG))
    assert told == []
    match.play("b")
    assert names(told) == "match_started turn_started move_played turn_finished"
    told.clear()
    match.play("c")
    match.play("d")
    assert names(told) == "turn_started move_played move_played turn_finished"


def test_the_result_is_known_when_the_last_turn_is_finished(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("late", hook("turn_finished", "calls[-1] = match.result"))
    Match(walk("a 0 b", "b 1 c", "c 0 won 1"), ("random", "random")).run()
    assert yard.module("late").calls == [None, Result(1, "rules")]


def test_the_result_is_unknown_while_the_last_move_is_told(walk: WalkMaker, yard: Yard) -> None:
    """A hook may still end the match otherwise, by the clock for example."""
    yard.use_file("early", hook("move_played", "calls[-1] = match.result", "match, move"))
    match = Match(walk("a 0 b", "b 1 c", "c 0 won 1"), ("random", "random"))
    match.run()
    assert yard.module("early").calls == [None, None]
    assert match.result == Result(1, "rules")


def test_a_refused_move_calls_no_hook(walk: WalkMaker, told: Told) -> None:
    match = Match(walk(*LONG))
    for move in ("z", 25):
        with pytest.raises(Exception, match="no way leads"):
            match.play(move)
    assert told == []


def test_the_end_is_told_exactly_once(walk: WalkMaker, told: Told) -> None:
    match = Match(walk("a 0 b", "b 1 won 0"), ("random", "random"))
    match.run()
    match.run()
    match.step()
    match.resign()
    match.end(Result(1, "time", "too late"))
    assert names(told).count("match_finished") == 1
    assert told[-1] == ("match_finished", "rules", 0)


def test_the_end_of_a_match_that_begins_at_its_end_is_told(walk: WalkMaker, told: Told) -> None:
    Match(walk("a 0 won 1"), ("random", "random")).run()
    assert names(told) == "match_started match_finished"


def test_a_match_that_ends_before_its_first_move_has_started_too(
    walk: WalkMaker, told: Told
) -> None:
    Match(walk(*LONG)).resign()
    assert names(told) == "match_started match_finished"


def test_a_resignation_is_told_once(walk: WalkMaker, told: Told) -> None:
    match = Match(walk(*LONG))
    match.play("b")
    match.play("c")
    told.clear()
    match.resign()
    match.run()
    assert told == [("match_finished", "resignation", 0)]


def test_after_an_undo_the_end_is_told_again(walk: WalkMaker, told: Told) -> None:
    match = Match(walk("a 0 b", "b 1 won 0"), ("random", "random"))
    match.run()
    told.clear()
    match.undo()
    assert told == []
    match.run()
    assert names(told) == "turn_started choose_move move_played turn_finished match_finished"


def test_the_plugin_registered_last_is_asked_first_and_the_first_choice_decides(
    walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file("second", hook("choose_move", "return 3 if match.ply == 0 else None"))
    yard.use_file("first", hook("choose_move", "return 2 if match.ply == 0 else None"))
    yard.use_file("silent", hook("choose_move", "return None"))
    match = Match(walk(*FORK), ("random", "random"))
    match.run()
    assert match.turns[0].moves == (2,)
    calls = {name: yard.module(name).calls for name in ("silent", "first", "second")}
    assert calls == {"silent": [0, 1], "first": [0, 1], "second": [1]}


def test_a_move_that_a_plugin_chose_is_not_asked_of_the_player(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("chooser", hook("choose_move", "return match.position.legal_moves()[0]"))

    class Absent:
        name = "absent"

        def choose(self, match: Match) -> int:
            raise AssertionError("nobody asks me")

    match = Match(walk(*FORK), (Absent(), Absent()))
    match.run()
    assert [turn.moves for turn in match.turns] == [(1,), (4,)]


@pytest.mark.parametrize("chosen", ["7", "-1", "'b'", "1.0", "10**30"])
def test_a_plugin_that_chooses_what_is_not_legal_is_switched_off(
    walk: WalkMaker, yard: Yard, caplog: pytest.LogCaptureFixture, chosen: str
) -> None:
    yard.use_file("cheat", hook("choose_move", f"return {chosen}"))
    match = Match(walk(*LONG), ("random", "random"))
    with caplog.at_level(logging.WARNING, "stackyard"):
        match.run()
    assert yard.module("cheat").calls == [0]
    (record,) = caplog.records
    assert record.name == "stackyard"
    assert "plugin cheat" in record.message
    assert "which is not legal" in record.message


@pytest.mark.parametrize("failure", ["RuntimeError('oh')", "SystemExit('oh')"])
@pytest.mark.parametrize(
    "name",
    [
        "match_started",
        "turn_started",
        "choose_move",
        "move_played",
        "turn_finished",
        "match_finished",
    ],
)
def test_a_plugin_that_raises_is_reported_once_and_switched_off_for_that_match(
    walk: WalkMaker,
    yard: Yard,
    caplog: pytest.LogCaptureFixture,
    name: str,
    failure: str,
) -> None:
    yard.use_file("bad", hook(name, f"raise {failure}"))
    told = recorded(yard)
    calls = yard.module("bad").calls
    for number in (1, 2):
        told.clear()
        with caplog.at_level(logging.WARNING, "stackyard"):
            match = Match(walk(*LONG), ("random", "random"))
            assert match.run().winner == 0
        assert len(calls) == len(caplog.records) == number
        assert len(told) == 20
        (trouble,) = match.hook_failures
        assert str(trouble) == caplog.records[-1].message
        assert type(trouble.cause).__name__ == failure.partition("(")[0]
    for record in caplog.records:
        kind = failure.partition("(")[0]
        assert f"stackyard_{name} failed: {kind}: oh (bad.py, line" in record.message
        assert "plugin bad" in record.message
        assert "switched off for this match" in record.message


def test_no_other_hook_of_a_plugin_switched_off_is_called(
    walk: WalkMaker, yard: Yard, caplog: pytest.LogCaptureFixture
) -> None:
    source = hook("turn_started", "raise RuntimeError") + (
        "@hookimpl\ndef stackyard_match_finished(match):\n    calls.append('finished')\n"
    )
    yard.use_file("bad", source)
    Match(walk(*LONG), ("random", "random")).run()
    assert yard.module("bad").calls == [0]
    assert len(caplog.records) == 1


def test_a_keyboard_interrupt_in_a_hook_is_not_swallowed(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("stop", hook("turn_started", "raise KeyboardInterrupt"))
    match = Match(walk(*LONG), ("random", "random"))
    with pytest.raises(KeyboardInterrupt):
        match.run()


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("move_played", "raise RuntimeError('oh')", "stackyard_move_played failed"),
        ("choose_move", "return 25", "stackyard_choose_move chose 25, which is not legal"),
    ],
)
def test_a_strict_author_gets_a_failing_hook_as_an_error(
    walk: WalkMaker,
    yard: Yard,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    body: str,
    words: str,
) -> None:
    yard.use_file("bad", hook(name, body))
    monkeypatch.setenv("STACKYARD_STRICT", "1")
    with pytest.raises(PluginError, match=rf"^plugin bad .*{words}"):
        Match(walk(*LONG), ("random", "random")).run()


TIME = "match.end(Result(1, 'time', 'time is up'))"


@pytest.mark.parametrize(
    ("name", "plies", "order"),
    [
        ("match_started", 0, "match_started match_finished"),
        ("turn_started", 0, "match_started turn_started match_finished"),
        ("choose_move", 0, "match_started turn_started choose_move match_finished"),
        (
            "move_played",
            1,
            "match_started turn_started choose_move move_played turn_finished match_finished",
        ),
        (
            "turn_finished",
            1,
            "match_started turn_started choose_move move_played turn_finished match_finished",
        ),
    ],
)
def test_a_hook_may_end_the_match(
    walk: WalkMaker,
    yard: Yard,
    name: str,
    plies: int,
    order: str,
) -> None:
    yard.use_file("clock", hook(name, TIME))
    told = recorded(yard)
    match = Match(walk(*LONG), ("random", "random"))
    assert match.run() == Result(1, "time", "time is up")
    assert match.ply == plies
    assert names(told) == order


def test_a_hook_may_end_the_match_in_the_middle_of_a_turn(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("clock", hook("move_played", f"match.ply == 2 and {TIME}"))
    told = recorded(yard)
    match = Match(walk(*LONG), ("random", "random"))
    match.run()
    assert match.course.unfinished == (2,)
    assert [entry[0] for entry in told[-2:]] == ["move_played", "match_finished"]


@pytest.mark.parametrize("name", ["match_started", "turn_started"])
def test_no_move_from_outside_is_played_after_a_hook_has_ended_the_match(
    walk: WalkMaker, yard: Yard, name: str
) -> None:
    yard.use_file("clock", hook(name, TIME))
    told = recorded(yard)
    match = Match(walk(*LONG))
    with pytest.raises(Exception, match="time is up"):
        match.play("b")
    assert match.ply == 0
    assert names(told).count("match_finished") == 1
    assert "move_played" not in names(told)


def test_where_a_plugin_chooses_an_illegal_move_the_next_one_chooses(
    walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file("honest", hook("choose_move", "return 3 if match.ply == 0 else None"))
    yard.use_file("cheat", hook("choose_move", "return 25"))
    match = Match(walk(*FORK), ("random", "random"))
    match.step()
    assert match.turns[0].moves == (3,)


def test_a_match_played_inside_a_hook_is_checked_by_itself(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file(
        "nested",
        """
        from stackyard import Match, hookimpl
        @hookimpl
        def stackyard_choose_move(match):
            if match.ply == 0 and match.game.board.names[match.position.legal_moves()[0]] == "b":
                inner = Match(match.game, match.players, position=match.start)
                inner.play("b")
                inner.step()
                return 25
        """,
    )
    match = Match(walk(*LONG), ("random", "random"))
    match.step()
    (failure,) = match.hook_failures
    assert "chose 25, which is not legal" in str(failure)
    assert match.ply == 1


@pytest.mark.parametrize("deed", ["match.end(5)", "match.resign(7)", "match.end(Result(5, 'x'))"])
def test_an_end_that_is_none_is_the_fault_of_the_hook_and_the_match_goes_on(
    walk: WalkMaker, yard: Yard, deed: str
) -> None:
    yard.use_file("ender", hook("move_played", deed))
    match = Match(walk("a 0 b", "b 1 c", "c 0 won 1"), ("random", "random"))
    assert match.run().winner == 1
    (failure,) = match.hook_failures
    assert failure.what.startswith("stackyard_move_played failed: ")


def test_the_end_by_a_hook_is_told_where_a_program_starts_the_turn(
    walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file("clock", hook("turn_started", TIME))
    told = recorded(yard)
    match = Match(walk(*LONG))
    match.start_turn()
    assert match.result == Result(1, "time", "time is up")
    assert [entry[0] for entry in told].count("match_finished") == 1
    with pytest.raises(IllegalMoveError):
        match.play("b")
    assert [entry[0] for entry in told].count("match_finished") == 1
