from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.records.archive.matches import keep, moves, timeless
from tests.core.records.forks import FORKS

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.format import Ending
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker, Yard

LONG = "x" * 201  # than a word of a record may be


def test_reading_an_archive_that_is_not_there_makes_no_file(archive: Archive) -> None:
    assert list(archive.entries()) == []
    with pytest.raises(ArchiveError, match=r"^there is no match 1; `stackyard matches` lists"):
        archive.record(1)
    assert not archive.path.parent.exists()


def test_a_match_is_kept_from_its_first_move(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    assert (kept.number, list(archive.entries())) == (None, [])
    match.play("b")
    assert kept.number == 1
    assert (moves(archive, 1), told, kept.troubled) == ("b", [], False)


def test_a_match_that_nothing_has_happened_in_leaves_nothing(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    archive.keep(match, told.append)
    match.keep()
    assert (list(archive.entries()), told) == ([], [])


@pytest.mark.parametrize("settings", [{"terms": {"clock": LONG}}, {"id": LONG}])
def test_a_match_that_could_not_be_read_again_is_refused_and_told(
    archive: Archive, told: list[str], game: WalkGame, settings: dict[str, Any]
) -> None:
    match = Match(game, **settings)
    archive.keep(match, told.append)
    match.play("b")
    (sentence,) = told
    assert sentence.startswith("Not kept: the record is not as it should be: ")
    with pytest.raises(ArchiveError, match="is not as it should be"):
        archive.add(record_of(match))
    assert list(archive.entries()) == []


def test_a_match_whose_end_could_not_be_read_again_stays_as_it_was(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    archive.keep(match, told.append)
    match.play("b")
    match.end(Result(0, LONG))
    assert told[0].startswith("Not kept: the record is not as it should be: ")
    assert archive.record(1).result is None


def test_a_match_that_is_lost_before_its_first_move_is_kept(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    match.end(Result(1, Reason.TIME))
    assert kept.number == 1
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert (archive.record(1).turns, told) == ([], [])
    with pytest.raises(ArchiveError, match="^match 1 is over: the time of white is up$"):
        archive.resume(1, told.append)


def test_what_is_kept_is_the_record_of_the_match(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "", "random", "mcts:5", seed=12)
    while match.result is None:
        match.step()
        assert timeless(archive.record(1)) == timeless(record_of(match))
    assert match.ply == 6


def test_a_match_may_begin_anywhere(archive: Archive, told: list[str], game: WalkGame) -> None:
    match = Match(game, position=game.parse_position("c"), repetition=0)
    archive.keep(match, told.append)
    match.play("d")
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert archive.record(1).start == "c"


def test_a_move_is_in_the_file_before_hooks_hear_of_it(
    archive: Archive, told: list[str], game: WalkGame, yard: Yard
) -> None:
    yard.use_file(
        "reader",
        """
        from stackyard import Archive, hookimpl
        seen = []
        @hookimpl
        def stackyard_move_played(match, move):
            record = Archive().record(match.store.number)
            seen.append("".join(move for turn in record.turns for move in turn.moves))
        @hookimpl
        def stackyard_match_finished(match):
            seen.append(Archive().record(match.store.number).result.reason)
        """,
    )
    keep(archive, told, game, "bcdefg")
    seen = yard.module("reader").seen
    assert seen == ["b", "bc", "bcd", "bcde", "bcdef", "bcdefg", "rules"]


def test_what_is_taken_back_is_gone_and_other_moves_take_its_place(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    match = keep(archive, told, known_walk(*FORKS), "bdc")
    for back, then, kept in ((1, "", "b d"), (2, "", ""), (0, "dab", "d a b"), (1, "c", "d a c")):
        for _ in range(back):
            match.undo()
        for move in then:
            match.play(move)
        assert moves(archive, 1) == kept
        assert timeless(archive.record(1)) == timeless(record_of(match))


def test_a_turn_in_progress_is_kept_and_taken_back(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "bc")
    assert moves(archive, 1) == "b c"
    match.undo()
    assert moves(archive, 1) == "b"
    match.play("c")
    match.play("d")
    assert moves(archive, 1) == "b cd"


@pytest.mark.parametrize(("line", "reason"), [("b", "resignation"), ("bc", "time")])
def test_an_end_from_outside_is_kept(
    archive: Archive, told: list[str], game: WalkGame, line: str, reason: str
) -> None:
    match = keep(archive, told, game, line)
    match.end(Result(0, reason, "so it ends"))
    assert archive.record(1).result == Ending("white", reason, "so it ends")
    match.undo()
    assert archive.record(1).result is None


def test_matches_are_deleted_for_good(archive: Archive, told: list[str], game: WalkGame) -> None:
    for _ in range(4):
        keep(archive, told, game, "bc")
    archive.delete([1, 3, 3])
    assert [entry.number for entry in archive.entries()] == [4, 2]
    assert moves(archive, 2) == "b c"
    with closing(sqlite3.connect(archive.path)) as connection:
        left = connection.execute("SELECT DISTINCT match FROM moves ORDER BY match").fetchall()
    assert left == [(2,), (4,)]
    keep(archive, told, game, "b")
    assert next(archive.entries()).number == 5


@pytest.mark.parametrize("number", [0, -1, 3, 2**63, 10**30])
def test_of_matches_one_of_which_is_unknown_none_is_deleted(
    archive: Archive, told: list[str], game: WalkGame, number: int
) -> None:
    for _ in range(2):
        keep(archive, told, game, "b")
    with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
        archive.delete([1, number, 2])
    assert len(list(archive.entries())) == 2


def test_an_unknown_match_cannot_be_read(archive: Archive, told: list[str], game: WalkGame) -> None:
    keep(archive, told, game, "b")
    for number in (0, -1, 2, 2**63, 10**30):
        with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
            archive.record(number)
