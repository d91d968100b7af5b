"""Time controls: reading what a person typed, and what is left of the time."""

from __future__ import annotations

import random

import pytest

from stackyard.errors import OptionError
from stackyard.plugins.registry import load_game
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard_clock.control import LONGEST, Control, control_of, read


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("300", "300"),
        ("5:00", "300"),
        ("1:30:00", "5400"),
        ("90:00", "5400"),
        ("300+5", "300+5"),
        ("5:00+5", "300+5"),
        (" 5:00 + 0:05 ", "300+5"),
        ("300+0", "300"),
        ("0:05", "5s"),
        ("5 min", "300"),
        ("5 minutes + 3 seconds", "300+3"),
        ("10 Min + 5", "600+5"),
        ("15m", "900"),
        ("1 hour 30 min", "5400"),
        ("5 s", "5s"),
        ("0.5s+0.25", "0.5s+0.25"),
        ("90", "90"),
        ("3 days", "3d"),
        ("0072", "72"),
        ("10/move", "10"),
        ("1:00 / Move", "60"),
        ("0.001/move", "0.001"),
        ("10000000", "10000000"),
        ("3d/move", "3d"),
        ("3 days a move", "3d"),
        ("30 sec per move", "30"),
        ("2 hours each move", "2h"),
        ("72H / move", "3d"),
        ("1d12h", "1d12h"),
        ("36:00:00", "1d12h"),
        ("3600", "1h"),
        ("1d+2h", "1d+2h"),
        ("1234567.125", "1234567.125"),
    ],
)
def test_what_is_typed_is_recorded_in_one_form(typed: str, recorded: str) -> None:
    suffix = "/move" if "move" in typed.lower() else ""
    assert read(typed) == recorded + suffix
    assert read(read(typed)) == read(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "soon", "-5", "+5", "300+", "300++5", "300+5+5", "0", "0+5", "0/move", "0:00"),
        *("300/move+5", "300+5/move", "10/turn", "10/", "/move", "5:", ":30", "1:2:3:4", "5;00"),
        *("1e3", "inf", "nan", "٣٠٠", "300\x00", "10000000.001", "300+10000001", "99999999999"),
        *("1.0005", "300,5", "3 00 x", "9" * 5000),
        *("d", "h/move", "0d", "0d0h/move", "200d", "1h1d", "1d30:00", "1.5d", "-1d", "3 weeks"),
        *("min", "5 min +", "5 min 3 days", "5 min a move + 3", "5 days a game"),
    ],
)
def test_what_is_no_control_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(OptionError) as refused:
        read(typed)
    error = refused.value
    assert (error.option, error.value) == ("clock", typed)
    assert error.allowed in str(error)
    assert str(error).startswith(f"a clock cannot be set to {quoted(typed)}; write 5min (for the")
    assert len(str(error)) < 200


@pytest.mark.parametrize("typed", ["5", "5+3", "007", "59.9", "0.5 + 0.25"])
def test_a_small_number_alone_is_never_seconds_but_asked_about(typed: str) -> None:
    with pytest.raises(OptionError) as refused:
        read(typed)
    number = typed.split("+")[0].strip()
    assert str(refused.value) == (
        f"a clock of {quoted(typed)} has no unit: write {number}min for minutes or {number}s for "
        "seconds"
    )
    for unit in ("min", "s"):  # what it says to write is understood
        assert read(number + unit)
    assert control_of({"clock": typed}) is not None  # a record of before


def test_every_control_is_read_as_it_is_written() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(500):
        time = round(rng.choice([1, 10**3, LONGEST]) * rng.random() + 0.001, 3)
        more = round(rng.choice([0, 1, 100]) * rng.random(), 3)
        control = rng.choice([Control(time, more), Control(move=time)])
        assert control_of({"clock": str(control)}) == control


def test_a_match_without_the_term_has_no_control() -> None:
    assert control_of({}) is None
    assert control_of({"stakes": "300"}) is None


def played(*seconds: float) -> Course:
    """A game in which White begins with one move, then each side has two in each turn."""
    course = Course(load_game("pit_of_pillars", size=4))
    for thought in seconds:
        course = course.play(int(course.position.legal_moves()[0]), thought)
    return course


def test_a_budget_is_used_up_by_all_moves_of_a_side() -> None:
    control, course = Control(budget=100), played(1, 2, 4, 8, 16)
    assert [control.left(course, side) for side in (0, 1)] == [100 - 1 - 8 - 16, 100 - 2 - 4]
    assert [control.left(course.at(0), side) for side in (0, 1)] == [100, 100]


def test_the_increment_comes_with_the_end_of_a_turn() -> None:
    control, course = Control(budget=100, increment=10), played(1, 2, 4, 8)
    left = [[control.left(course.at(ply), side) for side in (0, 1)] for ply in range(5)]
    assert left == [[100, 100], [109, 100], [109, 98], [109, 104], [101, 104]]


def test_the_time_for_a_move_is_the_same_for_each() -> None:
    control, course = Control(move=10), played(1, 9, 9, 9)
    assert [control.left(course, side) for side in (0, 1)] == [10, 10]
