from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.core.records.archive.matches import LONG, keep, moves, timeless

from stackyard.errors import ArchiveError, PlayerSpecError, RecordError
from stackyard.records.archive import Archive
from stackyard.records.writer import record_of

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker


@pytest.mark.parametrize("line", ["b", "bc", "bcd", "bcde"])
def test_a_match_that_is_resumed_goes_on_in_its_place(
    archive: Archive, told: list[str], game: WalkGame, line: str
) -> None:
    left = keep(archive, told, game, line, "human", "random:seed=3")
    match = archive.resume(1, told.append)
    assert (match.id, match.began, match.specs) == (left.id, left.began, left.specs)
    assert (match.ply, match.course.unfinished) == (left.ply, left.course.unfinished)
    for move in "bcdefg"[len(line) :]:
        match.play(move)
    assert [(entry.number, entry.plies) for entry in archive.entries()] == [(1, 6)]
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert told == []


def test_a_match_that_was_taken_back_to_its_start_can_be_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b").undo()
    match = archive.resume(1, told.append)
    match.play("b")
    assert (moves(archive, 1), told) == ("b", [])


def test_others_may_take_the_seats_of_a_match_that_is_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b", "human", "random")
    assert archive.resume(1, told.append, second="mcts:5").specs == ("human", "mcts:5")
    match = archive.resume(1, told.append, "random")
    assert match.specs == ("random", "random")
    match.play("c")
    assert [seat.spec for seat in archive.record(1).players] == ["random", "random"]


def test_a_match_that_is_over_cannot_be_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "bcd").resign()
    with pytest.raises(ArchiveError, match=r"^match 1 is over: white resigns$"):
        archive.resume(1, told.append)


def test_a_match_can_be_resumed_only_by_its_rules_and_with_players_there_are(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    keep(archive, told, known_walk(*LONG), "bcd")
    with pytest.raises(PlayerSpecError):  # an empty text is no leave to take the recorded player
        archive.resume(1, told.append, second="")
    with pytest.raises(PlayerSpecError, match="there is no player 'nobody'"):
        archive.resume(1, told.append, "nobody")
    known_walk("a 0 b", "b 1 d", "d 0 e")
    with pytest.raises(RecordError, match="no way leads from b to c"):
        archive.resume(1, told.append)


def test_an_added_match_can_be_taken_back_within_a_turn(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    record = record_of(keep(archive, told, game, "bcde"))
    archive.delete([1])
    number = archive.add(record)
    archive.resume(number, told.append).undo(2)
    match = archive.resume(number, told.append)
    assert (match.ply, match.course.mid_turn, told) == (2, True, [])
