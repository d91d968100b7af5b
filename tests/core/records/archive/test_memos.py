from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


def test_a_memo_is_kept_with_a_match_and_is_no_part_of_its_record(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    kept.memo = "a memo"
    match.play("b")
    assert archive.reopen(1, told.append)[1].memo == "a memo"
    kept.memo = "a later memo"
    match.keep()
    reopened, again = archive.reopen(1, told.append)
    assert (again.memo, reopened.ply) == ("a later memo", 1)
    assert b"memo" not in encode(archive.record(1))
    assert told == []


def test_the_id_of_a_match_is_known_though_it_cannot_be_read(
    archive: Archive, game: WalkGame, told: list[str]
) -> None:
    match = Match(game)
    archive.keep(match, told.append)
    match.play("b")
    with closing(sqlite3.connect(archive.path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{'")
    assert archive.id_of(1) == match.id
    with pytest.raises(ArchiveError, match="there is no match 2; `stackyard matches` lists"):
        archive.id_of(2)


def test_memos_are_found_by_what_they_hold_while_the_match_goes_on(
    archive: Archive, game: WalkGame, told: list[str]
) -> None:
    for memo in ("one", "two", "none", "another one"):
        match = Match(game)
        archive.keep(match, told.append).memo = memo
        match.play("b")
    match.end(Result(0, Reason.RESIGNATION))
    found = archive.entries(finished=False, memo="one")
    assert [(each.number, each.plies, each.memo) for each in found] == [
        (3, 1, "none"),
        (1, 1, "one"),
    ]


def test_who_resumes_a_match_drops_the_memo_of_another_screen(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    archive.keep(match, told.append).memo = "mine"
    match.play("b")
    archive.resume(1, told.append).play("c")
    assert archive.reopen(1, told.append)[1].memo == ""
