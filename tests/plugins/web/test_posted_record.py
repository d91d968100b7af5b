"""Records with variations on the replay page: shown and changed without being kept."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from stackyard import Match, load_game, record_of
from stackyard.errors import RecordError, StackyardError
from stackyard.records.format import Record, Variation, decode, encode
from stackyard_web.posted_record import changed, replayed

BRANCH = Variation(1, ("b", "c"), ("bolder",), (Variation(2, ("a", "d")),))


@pytest.fixture
def record() -> Record:
    match = Match(load_game("silo", size=4, height=1))
    for move in "adbc":
        match.play(move)
    return replace(record_of(match), variations=(BRANCH,))


def change(record: Record, kind: Any, path: tuple[int, ...], ply: int, text: str = "") -> Record:
    """The record with a change."""
    answer = changed(encode(record).decode(), path, ply, kind, text, plies=100)
    return decode(answer["record"])


def shown(record: Record, path: tuple[int, ...], ply: int, plies: int = 100) -> dict[str, Any]:
    return replayed(encode(record).decode(), path, ply, False, plies)


def test_a_position_of_a_variation_is_shown_with_its_comment_and_what_leaves_it(
    record: Record,
) -> None:
    told = shown(record, (0,), 2)
    assert (told["path"], told["ply"], told["end"]) == ([0], 2, 3)
    assert (told["note"], told["alternatives"]) == ("bolder", [[0, 0]])
    assert told["variations"] == [
        {"path": [0], "ply": 1, "moves": [["b", "bolder"], ["c", ""]]},
        {"path": [0, 0], "ply": 2, "moves": [["a", ""], ["d", ""]]},
    ]
    assert [made.move for made in told["plies"]] == ["a", "d", "b", "c"]
    before = shown(record, (0,), 1)
    assert (before["path"], before["end"], before["alternatives"]) == ([], 4, [[0]])


def test_each_change_is_made_in_the_record_that_comes_back(record: Record) -> None:
    longer = change(record, "add", (0, 0), 4, "c")
    assert longer.variations[0].variations == (Variation(2, ("a", "d", "c")),)
    promoted = change(record, "promote", (0, 0), 3)
    assert promoted.variations[0].moves == ("b", "a", "d")
    shorter = change(record, "delete", (0,), 3)
    assert shorter.variations == (Variation(1, ("b", "a", "d"), ("bolder",)),)
    assert change(record, "delete", (0,), 2).variations == ()
    assert change(record, "comment", (0,), 2).variations[0].comments == ()
    assert change(record, "comment", (), 2, "so").turns[1].comment == "so"
    assert change(record, "comment", (), 0, "all").comment == "all"
    assert change(record, "add", (), 0, "a") == record


@pytest.mark.parametrize(
    ("kind", "path", "ply", "text", "words"),
    [
        ("add", (0,), 3, "c", "column c"),
        ("add", (0,), 9, "c", "there is no move 9 in this line"),
        ("add", (1,), 1, "c", "there is no such variation"),
        ("promote", (0,), 2, "", "the match's own moves stay as played"),
        ("promote", (), 2, "", "stay as they were played"),
        ("delete", (), 2, "", "stay as they were played"),
        ("delete", (0,), 1, "", "stay as they were played"),
        ("comment", (0,), 2, "\x07", "cannot be a comment"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_a_sentence(
    kind: str, path: tuple[int, ...], ply: int, text: str, words: str, record: Record
) -> None:
    with pytest.raises(StackyardError, match=words):
        change(record, kind, path, ply, text)


def test_variations_count_towards_the_moves_that_a_server_shows(record: Record) -> None:
    assert shown(record, (), 0, plies=4)["ply"] == 0
    long = replace(record, variations=(BRANCH, Variation(2, ("c",))))
    with pytest.raises(RecordError, match="variations have 5 moves; at most 4 are shown here"):
        shown(long, (), 0, plies=4)


def test_a_match_by_earlier_rules_has_nothing_to_add(record: Record) -> None:
    old = replace(record, rules_version=0, variations=(Variation(1, ("c",)),))
    told = shown(old, (), 1)
    assert (told["variations"], told["choices"]) == ([], [])
    assert "the variation that leaves after move 1" in told["warning"]
    with pytest.raises(RecordError):
        change(old, "add", (), 1, "b")
