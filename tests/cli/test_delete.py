from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Keep = Callable[..., int]


@pytest.fixture
def numbers(answer: Answer) -> Callable[[], list[int]]:
    """The matches that are kept."""
    return lambda: [entry["match"] for entry in answer("matches")]


Numbers = Callable[[], list[int]]


def test_matches_are_deleted_with_their_moves(
    keep: Keep, output: Text, numbers: Numbers, refusal: Text
) -> None:
    for typed in ("a", "a d", "a d b"):
        keep(typed)
    assert output("delete", "1", "3") == "match 1 is deleted\nmatch 3 is deleted\n"
    assert numbers() == [2]
    assert refusal("replay", "1").startswith("there is no match 1; ")
    assert output("replay", "2", "--check").startswith("2 moves")


def test_a_number_is_not_given_again(keep: Keep, output: Text) -> None:
    output("delete", str(keep()))
    assert keep("a") == 2


def test_a_match_named_twice_is_deleted_once(keep: Keep, output: Text, numbers: Numbers) -> None:
    keep()
    assert output("delete", "1", "1") == "match 1 is deleted\n"
    assert numbers() == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["1", "3"], "there is no match 3; `stackyard matches` lists those there are"),
        (["3", "1"], "there is no match 3; `stackyard matches` lists those there are"),
        (["9" * 30], f"there is no match {'9' * 30}; `stackyard matches` lists those there are"),
        (["1", "x"], "'x' is no number of a match; `stackyard matches` lists them"),
        ([], "MATCH is missing (`stackyard matches` lists the matches), as in: stackyard delete 3"),
    ],
)
def test_if_one_cannot_be_deleted_none_is(
    words: list[str], sentence: str, keep: Keep, refusal: Text, numbers: Numbers
) -> None:
    keep()
    keep("a")
    assert refusal("delete", *words) == sentence
    assert numbers() == [2, 1]


def test_deleted_matches_come_back_with_their_moves(
    keep: Keep, output: Text, numbers: Numbers
) -> None:
    for typed in ("a", "a d", "a d b"):
        keep(typed)
    output("annotate", "3", "a close game")
    before = [output("export", match) for match in ("1", "3")]
    output("delete", "2")
    output("delete", "1", "3")
    assert output("delete", "--undo") == "match 1 is back\nmatch 3 is back\n"
    assert [output("export", match) for match in ("1", "3")] == before
    assert output("delete", "--undo", "2") == "match 2 is back\n"
    assert sorted(numbers()) == [1, 2, 3]
    assert keep("a") == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "no match was deleted in the last 30 days"),
        (["7"], "match 7 was not deleted in the last 30 days"),
        (["9" * 30], f"match {'9' * 30} was not deleted in the last 30 days"),
    ],
)
def test_what_was_not_deleted_does_not_come_back(
    words: list[str], sentence: str, keep: Keep, refusal: Text
) -> None:
    keep("a")
    assert refusal("delete", "--undo", *words) == sentence


def test_a_match_imported_again_does_not_come_back_twice(
    keep: Keep, output: Text, refusal: Text, write: Text
) -> None:
    keep("a")
    keep("a")
    file = write("again.json", output("export", "1"))
    output("delete", "1", "2")
    output("import", file)
    sentence = refusal("delete", "--undo")
    there = "match 1 is in the archive again, as match 3"
    assert sentence == f"{there}; `stackyard delete --undo 2` brings back the rest"
    assert output("delete", "--undo", "2") == "match 2 is back\n"
    assert refusal("delete", "--undo") == there


def test_after_thirty_days_deleted_matches_are_gone(
    keep: Keep, output: Text, refusal: Text
) -> None:
    keep("a")
    keep("a d")
    output("delete", "1")
    with closing(sqlite3.connect(Archive().path)) as connection, connection:
        connection.execute("UPDATE deleted_matches SET deleted = '2026-01-01 00:00:00.000'")
    output("delete", "2")
    assert refusal("delete", "--undo", "1") == "match 1 was not deleted in the last 30 days"
    assert output("delete", "--undo") == "match 2 is back\n"
    with closing(sqlite3.connect(Archive().path)) as connection:
        assert connection.execute("SELECT count(*) FROM deleted_moves").fetchone() == (0,)
