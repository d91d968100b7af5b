from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Text = Callable[..., str]
Answer = Callable[..., Any]


@pytest.mark.parametrize(
    ("depth", "nodes"), [("0", 1), ("1", 3), ("2", 9), ("3", 31), ("4", 110), ("5", 403)]
)
def test_it_counts_the_sequences_from_the_start(depth: str, nodes: int, output: Text) -> None:
    assert output("perft", "silo", depth) == f"{nodes}\n"


def test_it_counts_from_a_position_and_with_options(output: Text) -> None:
    stuck = "bbb/-/-/b/-/rrrrrrrbbrbbrb b"
    assert output("perft", "silo", "4", "--position", stuck) == "25\n"
    assert output("perft", "silo", "9", "-o", "size=4", "-o", "goal=end") == "1230\n"


def test_a_finished_game_has_no_continuation(output: Text) -> None:
    won = ["-o", "size=4", "--position", "b/bb/rrrr/- b"]
    assert output("perft", "silo", "1", *won) == "0\n"
    assert output("perft", "silo", "1", "--divide", *won) == "total  0\n"


def test_divided_it_shows_the_part_of_each_first_move(output: Text) -> None:
    assert output("perft", "silo", "4", "--divide") == (
        "a      39\nc      39\ne      32\ntotal  110\n"
    )


def test_a_program_reads_the_count(answer: Answer) -> None:
    assert answer("perft", "silo", "3", "-o", "size=4") == {
        "game": "silo",
        "options": {"size": 4, "height": 2, "goal": "any"},
        "position": "rr/bb/rr/bb r",
        "depth": 3,
        "nodes": 9,
    }


def test_a_program_reads_the_parts(answer: Answer) -> None:
    shown = answer("perft", "silo", "4", "--divide")
    assert (shown["nodes"], shown["divide"]) == (110, {"a": 39, "c": 39, "e": 32})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["1001"], "Invalid value for 'DEPTH': 1001 is not in the range 0<=x<=1000."),
        (["deep"], "Invalid value for 'DEPTH': 'deep' is not a valid integer range."),
        (["2.5"], "Invalid value for 'DEPTH': '2.5' is not a valid integer range."),
        ([], "DEPTH is missing, as in: stackyard perft silo 3"),
        (["0", "--divide"], "--divide needs a DEPTH of 1 or more"),
    ],
)
def test_a_bad_depth_is_refused(words: list[str], sentence: str, refusal: Text) -> None:
    assert refusal("perft", "silo", *words) == sentence


def test_a_negative_depth_is_taken_for_an_option_and_refused(refusal: Text) -> None:
    sentence = refusal("perft", "silo", "-1")  # click words it in more than one way
    assert sentence.startswith("No such option")
    assert "-1" in sentence
