from __future__ import annotations

from pathlib import Path

import pytest

from stackyard.records.archive import Archive
from stackyard.records.format import PlayedTurn, Plugin, Record, Seat
from stackyard.records.match_rows import LABELLED


def record(name: str, *turns: str, game: str = "walk") -> Record:
    return Record(
        id=name,
        game=game,
        options={},
        plugin=Plugin("walks"),
        rules_version=1,
        players=(Seat("white", "Ann", "human"), Seat("black", "mcts", "mcts:20")),
        turns=[PlayedTurn("white", list(moves)) for moves in turns],
    )


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Holds one match without a label and four with one."""
    archive = Archive(tmp_path / "archive.sqlite3")
    archive.add(record("alone"))
    archive.add(record("first", "b", "cd"), "arena 1")
    archive.add(record("second"), "arena 1")
    archive.add(record("third"), "arena 12")
    archive.add(record("other", game="stroll"), "study")
    return archive


def names(archive: Archive, game: str | None = None, label: str | None = None) -> list[str]:
    return [archive.record(entry.number).id for entry in archive.entries(game, label)]


def test_matches_with_a_label_are_listed_only_for_it(archive: Archive) -> None:
    assert names(archive) == ["alone"]
    assert names(archive, label="study") == ["other"]
    assert names(archive, label="stud") == ["other"]
    assert names(archive, label="arena 1") == ["third", "second", "first"]
    assert names(archive, label="arena 12") == ["third"]
    assert names(archive, label="Arena") == []


def test_the_empty_label_is_every_match(archive: Archive) -> None:
    assert names(archive, label="") == ["other", "third", "second", "first", "alone"]
    assert names(archive, game="walk", label="") == ["third", "second", "first", "alone"]


def test_an_entry_says_how_long_the_match_was(archive: Archive) -> None:
    *_, first, alone = archive.entries(label="")
    assert (first.turns, first.plies) == (2, 3)
    assert (alone.turns, alone.plies) == (0, 0)


def test_labelled_matches_do_not_number_those_without_a_label(archive: Archive) -> None:
    own = max(entry.number for entry in archive.entries(label="") if entry.number < LABELLED)
    numbers = [archive.add(record(f"more {n}"), "arena" if n % 2 else "") for n in range(4)]
    assert numbers[::2] == [own + 1, own + 2]
    assert min(numbers[1::2]) >= LABELLED
    assert numbers[3] == numbers[1] + 1
    archive.delete(numbers)
    assert archive.add(record("final")) == own + 3  # no number is given again
