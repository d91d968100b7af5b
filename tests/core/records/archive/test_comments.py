from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.core.records.archive.matches import keep

from stackyard.errors import ArchiveError, RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import decode, encode

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


def comments(archive: Archive, number: int) -> list[str]:
    record = archive.record(number)
    return [record.comment, *[turn.comment for turn in record.turns]]


def test_a_match_and_its_turns_can_be_commented(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "bcde")
    archive.annotate(1, "in the train")
    archive.annotate(1, "bold", 1)
    archive.annotate(1, "a turn of two moves", 3)
    assert comments(archive, 1) == ["in the train", "bold", "a turn of two moves", ""]
    archive.annotate(1, "said otherwise", 2)
    archive.annotate(1, "", 1)
    archive.annotate(1, "in the bus")
    assert comments(archive, 1) == ["in the bus", "", "said otherwise", ""]


def test_comments_survive_what_is_played_later(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "bc")
    archive.annotate(1, "in the train")
    archive.annotate(1, "begun", 2)
    for move in "de":
        match.play(move)
    archive.annotate(1, "taken back", 4)
    match.undo()
    match.play("e")
    assert comments(archive, 1) == ["in the train", "", "begun", ""]
    match = archive.resume(1, told.append)
    match.resign()
    assert comments(archive, 1) == ["in the train", "", "begun", ""]
    assert told == []


@pytest.mark.parametrize("ply", [0, -1, 3, 2**63, 10**30])
def test_a_comment_on_a_move_there_is_not_is_refused(
    archive: Archive, told: list[str], game: WalkGame, ply: int
) -> None:
    keep(archive, told, game, "bc")
    with pytest.raises(ArchiveError, match=f"^match 1 has no move {ply}; it has 2$"):
        archive.annotate(1, "?", ply)


@pytest.mark.parametrize("ply", [None, 1])
@pytest.mark.parametrize("number", [0, 2, 2**63])
def test_a_comment_on_a_match_there_is_not_is_refused(
    archive: Archive, told: list[str], game: WalkGame, number: int, ply: int | None
) -> None:
    keep(archive, told, game, "b")
    with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
        archive.annotate(number, "?", ply)


@pytest.mark.parametrize("comment", ["x" * 20_001, "\x1b[2J", "\udcff"])
def test_a_comment_that_no_record_could_hold_is_refused(
    archive: Archive, told: list[str], game: WalkGame, comment: str
) -> None:
    keep(archive, told, game, "b")
    with pytest.raises(RecordError, match="^this cannot be a comment: "):
        archive.annotate(1, comment)
    assert decode(encode(archive.record(1))) == archive.record(1)
