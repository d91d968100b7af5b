from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result
from stackyard.turnloop.wording import ending

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")


def played(walk: WalkMaker, moves: str) -> Match:
    match = Match(walk(*LONG))
    for move in moves:
        match.play(move)
    return match


def test_the_last_turn_is_taken_back(walk: WalkMaker) -> None:
    match = played(walk, "b")
    match.undo()
    assert match.position.key() == "a"
    assert (len(match.turns), match.ply, match.course.unfinished) == (0, 0, ())


def test_a_turn_of_several_moves_is_taken_back_whole(walk: WalkMaker) -> None:
    match = played(walk, "bcd")
    match.undo()
    assert match.position.key() == "b"
    assert len(match.turns) == 1


def test_a_turn_in_progress_is_taken_back_to_where_it_began(walk: WalkMaker) -> None:
    match = played(walk, "bc")
    match.undo()
    assert match.position.key() == "b"
    assert match.course.unfinished == ()
    assert len(match.turns) == 1
    match.undo()
    assert match.position.key() == "a"


def test_turns_around_a_skipped_one_are_taken_back_one_by_one(walk: WalkMaker) -> None:
    match = played(walk, "bcdef")
    spots = []
    while match.turns:
        match.undo()
        spots.append((match.position.key(), int(match.position.player)))
    assert spots == [("e", 0), ("d", 0), ("b", 1), ("a", 0)]


def test_after_the_end_the_last_turn_is_taken_back_and_the_match_goes_on(walk: WalkMaker) -> None:
    match = played(walk, "bcdefg")
    assert match.result is not None
    match.undo()
    assert match.result is None
    assert match.position.key() == "f"
    match.play("g")
    assert match.result == Result(1, "rules")
    assert ending(match.course) == "black has won"


def test_after_a_resignation_the_last_turn_is_taken_back_and_the_match_goes_on(
    walk: WalkMaker,
) -> None:
    match = played(walk, "b")
    match.resign()
    match.undo()
    assert match.result is None
    assert match.position.key() == "a"
    match.play("b")
    assert match.ply == 1


def test_a_resignation_in_the_middle_of_a_turn_is_taken_back_with_the_turn(walk: WalkMaker) -> None:
    match = played(walk, "bc")
    match.resign()
    match.undo()
    assert match.result is None
    assert match.position.key() == "b"
    assert match.turns[0].moves == (1,)


def test_there_is_nothing_to_take_back_at_the_start(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    with pytest.raises(ValueError, match="there is no turn to take back"):
        match.undo()


def test_a_match_that_begins_at_its_end_stays_over(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), position=walk(*LONG).parse_position("g"))
    with pytest.raises(ValueError, match="no turn"):
        match.undo()
    assert match.result is not None


def test_what_was_taken_back_does_not_change_what_is_kept(walk: WalkMaker) -> None:
    match = played(walk, "bcd")
    kept = match.turns[:]
    match.undo()
    match.play("c")
    assert [turn.before.key() for turn in kept] == ["a", "b"]
    assert [turn.before.key() for turn in match.turns] == ["a"]
