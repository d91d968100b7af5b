from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.match_rows import Writing
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.sqlite3")


@pytest.fixture
def match(known_walk: WalkMaker) -> Match:
    return Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 0"))


def test_a_setting_is_made_once(archive: Archive) -> None:
    assert archive.setting("secret", lambda: "one") == "one"
    assert Archive(archive.path).setting("secret", lambda: "two") == "one"
    assert archive.setting("other", lambda: "three") == "three"


def test_a_match_is_kept_from_before_its_first_move(archive: Archive, match: Match) -> None:
    number = archive.begin(match, pytest.fail).number
    assert number is not None
    assert archive.record(number).plies == 0
    match.play("b")
    match.undo()
    match.play("b")
    assert archive.record(number).plies == 1


def test_a_finished_match_is_reopened_but_not_resumed(archive: Archive, match: Match) -> None:
    number = archive.begin(match, pytest.fail).number
    assert number is not None
    for move in "bcd":
        match.play(move)
    with pytest.raises(ArchiveError, match="is over"):
        archive.resume(number, pytest.fail)
    again, _ = archive.reopen(number, pytest.fail)
    assert again.result == match.result
    again.undo()
    assert archive.record(number).plies == 2
    assert archive.record(number).result is None


def test_people_keep_their_names_where_nobody_else_sits_down(
    archive: Archive, known_walk: WalkMaker
) -> None:
    match = Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 0"), ("human", "human"))
    for player, name in zip(match.players, ("Ada", "Bob"), strict=True):
        player.name = name
    number = archive.begin(match, pytest.fail).number
    assert number is not None
    again, _ = archive.reopen(number, pytest.fail, None, "random")
    assert [player.name for player in again.players] == ["Ada", "random"]


def test_several_matches_are_written_at_once_each_for_itself(
    archive: Archive, known_walk: WalkMaker
) -> None:
    game = known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 0")
    matches = [Match(game), Match(game), Match(game)]
    with archive.held():
        rows = [archive.write(match, None, 0) for match in matches]
        for match in matches:
            match.play("b")
        rows[1] = (rows[1][0], 7)  # as if another program had played on
        first, second, third = archive.write_all(
            [Writing(match, row, 0, "") for match, row in zip(matches, rows, strict=True)]
        )
    assert (first, third) == ((1, 1), (3, 1))
    assert isinstance(second, ArchiveError)
    assert [archive.record(number).plies for number in (1, 2, 3)] == [1, 0, 1]
