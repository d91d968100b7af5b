from __future__ import annotations

from collections.abc import Callable

import pytest

Text = Callable[..., str]

MALFORMED = [
    (
        "",
        "a position is the columns and the player to act, with single blanks between, as in "
        "rrr/bbb/rrr/bbb/rrr/bbb r; this has 1 field",
    ),
    (
        "rrr/bbb/rrr/bbb/rrr/bbb  r",
        "a position is the columns and the player to act, with single blanks between, as in "
        "rrr/bbb/rrr/bbb/rrr/bbb r; this has 3 fields",
    ),
    (
        "rrr/bbb/rrr/bbb r",
        "columns a to f: 4 written, but there are 6, with / between",
    ),
    (
        "rrr/bbb/rrr/bbb/rrr//bbb r",
        "columns a to f: 7 written, but there are 6, with / between",
    ),
    (
        "rrr/bbb//bbb/rrr/bbb r",
        "column c: '' is neither a stack of r and b nor - for an empty column",
    ),
    (
        "rrr/bbb/rrr/bxb/rrr/bbb r",
        "column d: 'bxb' is neither a stack of r and b nor - for an empty column",
    ),
    (
        "rrr/bbb/rrr/bbb/rrr/bb- r",
        "column f: 'bb-' is neither a stack of r and b nor - for an empty column",
    ),
    ("rrr/bbb/rrr/bbb/rrr/bbb R", "player to act: 'R' is not r or b"),
    ("rrr/bbb/rrr/bbb/rrr/bbb white", "player to act: 'white' is not r or b"),
    ("rrr/rrr/rrr/rrr/rrr/rrr r", "columns: blue has no checker"),
    ("-/-/-/-/-/- r", "columns: red has no checker"),
    (f"{'r' * 60}/bbb/-/-/-/- r", "columns: 63 checkers, at most 62 are allowed"),
    (
        "bbb/-/-/b/b/rrrrrrrbbrbbr r",
        "player to act: red has no move here and sits out",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), MALFORMED)
@pytest.mark.parametrize("command", [["perft", "silo", "2"], ["bench", "silo"], ["play", "silo"]])
def test_a_malformed_position_is_refused_naming_the_field(
    command: list[str], position: str, sentence: str, refusal: Text
) -> None:
    assert refusal(*command, "--position", position) == sentence


@pytest.mark.parametrize(("position", "sentence"), MALFORMED)
def test_one_to_be_shown_likewise(position: str, sentence: str, refusal: Text) -> None:
    assert refusal("show", "silo", "--", position) == sentence


def test_a_position_of_another_size_is_refused_naming_the_size(refusal: Text) -> None:
    assert refusal("show", "silo", "-o", "size=4", "rrr/bbb/rrr/bbb/rrr/bbb r") == (
        "columns a to d: 6 written, but there are 4, with / between"
    )
