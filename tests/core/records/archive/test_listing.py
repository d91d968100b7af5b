from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.core.records.archive.matches import imported, keep

from stackyard.records import queries as rows_module
from stackyard.records.archive import Archive
from stackyard.records.format import Record, decode

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


def test_the_latest_match_is_listed_first(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    first = keep(archive, told, game, "b")
    keep(archive, told, game, "bcd", "random", "human")
    first.play("c")
    number = archive.add(imported(game="Pit-of-Pillars"))
    archive.annotate(2, "a good one")
    entries = list(archive.entries())
    assert [(entry.number, entry.plies) for entry in entries] == [(number, 0), (2, 3), (1, 2)]
    assert entries[1].record == replace(archive.record(2), turns=[])
    assert entries[1].record.comment == "a good one"
    assert entries[1].record.players[0].spec == "random"


def test_no_more_matches_are_read_than_are_asked_for(
    archive: Archive, told: list[str], game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        keep(archive, told, game, "b")
    read = list[str]()

    def decode_it(header: str) -> Record:
        read.append(header)
        return decode(header)

    monkeypatch.setattr(rows_module, "decode", decode_it)
    entries = archive.entries()
    assert (next(entries).number, len(read)) == (3, 1)
    assert ([entry.number for entry in entries], len(read)) == ([2, 1], 3)


def test_matches_are_listed_by_how_their_number_begins_and_whether_they_are_over(
    archive: Archive, told: list[str], game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "PAGE", 3)
    for number in range(1, 13):
        match = keep(archive, told, game, "b")
        if number % 3 == 0:
            match.resign()

    def numbers(**which: Any) -> list[int]:
        return [entry.number for entry in archive.entries(**which)]

    assert numbers() == [*range(12, 0, -1)]
    assert numbers(finished=True) == [12, 9, 6, 3]
    assert numbers(finished=False) == [11, 10, 8, 7, 5, 4, 2, 1]
    assert numbers(digits="1") == [12, 11, 10, 1]
    assert numbers(digits="1", finished=True) == [12]
    for digits in ("13", "%", "_", "x", "01"):
        assert numbers(digits=digits) == []


def test_the_matches_of_one_game_are_listed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b")
    archive.add(imported(game="pit_of_pillars", id="1"))
    archive.add(imported(game="Pit-of-Pillars", id="2"))
    for named, numbers in (
        ("walk", [1]),
        ("pit_of_pillars", [3, 2]),
        ("pit-of-pillars", [3, 2]),
        ("silo", []),
        (None, [3, 2, 1]),
    ):
        assert [entry.number for entry in archive.entries(named)] == numbers
