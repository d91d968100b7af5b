"""The clock in matches: its end, what it says, undo, records and resuming."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from tests.thinker import Thinker, Time

from stackyard.errors import IllegalMoveError, OptionError
from stackyard.plugins.registry import load_game, registry
from stackyard.records.archive import Archive
from stackyard.records.format import decode, encode
from stackyard.records.reader import course_of, restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard_clock.plugin import stackyard_time_left


def clocked(clock: str, time: Time, white: list[float], black: list[float]) -> Match:
    """A match in which White begins with one move, then each side has two in each turn."""
    game = load_game("pit_of_pillars", size=4)
    return Match(game, (Thinker(time, *white), Thinker(time, *black)), terms={"clock": clock})


def said(match: Match) -> list[str]:
    """The messages from now on."""
    heard: list[str] = []
    match.on_message(heard.append)
    return heard


def left(match: Match) -> tuple[float | None, float | None]:
    return match.time_left_of(0), match.time_left_of(1)


def test_the_term_is_registered_and_what_forms_offer_can_be_read() -> None:
    term = registry().terms["clock"]
    read = [term.load()(text) for text in (term.about.example, *term.about.presets)]
    assert read == ["300+3", "300+3", "900+10", "1d/move", "3d/move"]
    with pytest.raises(OptionError):
        term.load()("soon")


def test_a_match_without_the_term_has_no_clock(time: Time) -> None:
    match = Match(load_game("silo"), (Thinker(time, 10**9), "random"))
    heard = said(match)
    match.step()
    assert (match.ply, left(match), heard) == (1, (None, None), [])


def test_time_is_used_and_added(time: Time) -> None:
    match = clocked("60+5", time, [10, 8], [20, 4])
    seen = []
    for _ in range(4):
        match.step()
        seen.append(left(match))
    assert seen == [(55, 60), (55, 40), (55, 41), (47, 41)]


def test_a_match_ends_when_the_time_is_up(time: Time) -> None:
    match = clocked("60+5", time, [10, 8], [20, 39, 1])
    match.step()
    match.step()
    match.step()
    assert match.result is None
    match = clocked("60+5", time, [10, 8], [20, 40, 1])
    assert match.run() == Result(0, Reason.TIME)
    assert (match.ply, left(match)) == (2, (None, None))


def test_each_move_of_a_turn_has_its_own_seconds(time: Time) -> None:
    match = clocked("10/move", time, [9, 9], [9, 9])
    for _ in range(4):
        match.step()
        assert left(match) == (10, 10)
    match = clocked("10/move", time, [9, 9], [9, 10])
    assert (match.run(), match.ply) == (Result(0, Reason.TIME), 2)


def test_a_move_from_outside_ends_the_match_if_it_is_late(time: Time) -> None:
    match = Match(load_game("silo"), terms={"clock": "30"})
    match.start_turn()
    time.now += 29
    match.play("a")
    match.start_turn()
    time.now += 30
    with pytest.raises(IllegalMoveError, match="the match is over: the time of blue is up"):
        match.play("b")
    assert (match.ply, match.result) == (1, Result(0, Reason.TIME))


def test_taking_a_turn_back_gives_its_time_back(time: Time) -> None:
    match = clocked("60+5", time, [10, 8, 30], [20, 4, 7])
    for _ in range(4):
        match.step()
    for clock in ((55, 41), (55, 60), (60, 60)):
        match.undo()
        assert left(match) == clock
    match.step()
    assert left(match) == (35, 60)


def test_a_record_keeps_the_clock_and_the_match_goes_on_with_what_was_left(time: Time) -> None:
    match = clocked("60+5", time, [10.1234, 8], [20, 4])
    for _ in range(3):
        match.step()
    record = decode(encode(record_of(match)))
    assert record.terms == {"clock": "60+5"}
    before = left(match)
    time.now += 1000  # nobody plays
    again = restore(record)
    assert left(again) == before == pytest.approx((54.877, 41))
    again.start_turn()
    time.now += 50
    assert again.time_left == pytest.approx(4.877)
    assert stackyard_time_left(restore(record), 1) == 41


def test_a_match_lost_on_time_is_so_in_its_record(time: Time) -> None:
    match = clocked("60", time, [10, 51], [20, 4])
    match.run()
    record = decode(encode(record_of(match)))
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == ("red", "time")
    assert record.result.sentence == "the time of white is up"
    assert course_of(record).result == Result(1, Reason.TIME)


def test_the_archive_keeps_the_clock(time: Time, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite3")
    match = clocked("60+5", time, [10, 8], [20, 4])
    kept = archive.keep(match, pytest.fail)
    match.step()
    assert kept.number is not None
    assert archive.record(kept.number).terms == {"clock": "60+5"}


def test_what_each_side_has_is_said_when_a_match_begins(time: Time) -> None:
    for clock, words in (
        ("300+5", "Clock: 5:00 for each side, and 5 s more after each turn."),
        ("5400", "Clock: 1:30:00 for each side."),
        ("2.5/move", "Clock: 2.5 s for each move."),
    ):
        match = clocked(clock, time, [1], [1])
        heard = said(match)
        match.step()
        match.step()
        assert heard == [words]


def test_what_is_left_is_said_when_a_match_goes_on(time: Time) -> None:
    match = clocked("300+5", time, [100], [20])
    match.step()
    match.step()
    again = restore(record_of(match))
    heard = said(again)
    again.start_turn()
    words = "white has 3:25 left, red has 4:40 left, and 5 s more after each turn"
    assert heard == [f"Clock: {words}."]


def test_a_side_is_warned_once_when_little_is_left(time: Time) -> None:
    match = clocked("60", time, [40, 6, 5, 3, 3], [5, 5, 5, 5, 5, 5])
    heard = said(match)
    for _ in range(11):
        match.step()
    match.start_turn()
    assert heard[1:] == ["Clock: white has 0:09 left."]


def test_an_increment_does_not_make_the_warning_come_again(time: Time) -> None:
    match = clocked("60+5", time, [57, 2, 2, 2, 2], [5, 5, 5, 5, 5, 5])
    heard = said(match)
    for _ in range(11):
        match.step()
    match.start_turn()
    assert heard[1:] == ["Clock: white has 0:08 left."]


def test_seconds_for_each_move_are_not_warned_of(time: Time) -> None:
    match = clocked("9.5/move", time, [2, 2, 2], [2, 2])
    heard = said(match)
    for _ in range(5):
        match.step()
    match.start_turn()
    assert heard == ["Clock: 9.5 s for each move."]


def test_little_is_a_tenth_of_a_long_time(time: Time) -> None:
    match = clocked("1000+1", time, [902], [1, 1])
    heard = said(match)
    for _ in range(3):
        match.step()
    match.start_turn()
    assert heard[1:] == ["Clock: white has 1:39 left."]


def test_a_short_time_is_not_warned_of_at_once(time: Time) -> None:
    match = clocked("5", time, [1], [1, 1])
    heard = said(match)
    for _ in range(3):
        match.step()
    match.start_turn()
    assert heard == ["Clock: 0:05 for each side."]


def test_a_control_that_cannot_be_read_leaves_the_match_without_a_clock(
    time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "stackyard"):
        match = clocked("soon", time, [10**6], [1])
        match.step()
    assert (match.ply, match.result, left(match)) == (1, None, (None, None))
    (warning,) = caplog.messages
    assert warning.startswith("plugin clock (")
    assert "a clock cannot be set to 'soon'; write 5min (for the match)" in warning


def test_computer_players_lose_on_time_too() -> None:
    match = Match(
        load_game("silo"), ("mcts:seconds=0.4", "random"), seed=1, terms={"clock": "0.1/move"}
    )
    assert (match.run(), match.ply) == (Result(1, Reason.TIME), 0)
