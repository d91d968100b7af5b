from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

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
        (["1", "x"], "Invalid value for 'MATCH…': 'x' is not a valid integer."),
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
