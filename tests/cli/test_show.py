from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

Text = Callable[..., str]
Answer = Callable[..., Any]

START = """\
  r  b  r  b  r  b
  r  b  r  b  r  b
  r  b  r  b  r  b
--------------------
  a  b  c  d  e  f
red: choose a column to move from
"""

WON = """\
        r
        r
     b  r
     b  r
     b  r  b
--------------
  a  b  c! d
red wins: all red checkers form one unbroken run in column c
"""


def test_without_a_position_the_start_is_drawn(output: Text) -> None:
    assert output("show", "silo") == START


def test_a_position_is_drawn_with_how_it_ended(output: Text) -> None:
    won = "-/bbb/rrrrr/b b"
    assert output("show", "silo", "-o", "size=4", "--", won) == WON


def test_a_position_that_begins_with_an_empty_column_needs_no_special_care(output: Text) -> None:
    assert output("show", "silo", "-o", "size=4", "-/bbb/rrrrr/b b") == WON


def test_a_program_reads_the_start(answer: Answer) -> None:
    assert answer("show", "silo", "-o", "size=4") == {
        "game": "silo",
        "options": {"size": 4, "height": 2, "goal": "any"},
        "position": "rr/bb/rr/bb r",
        "player": "red",
        "winner": -1,
        "status": "red: choose a column to move from",
        "legal_moves": ["a", "c"],
        "cells": {"a": "rr", "b": "bb", "c": "rr", "d": "bb"},
    }


def test_a_program_reads_a_finished_game(answer: Answer) -> None:
    shown = answer("show", "silo", "-o", "size=4", "b/bb/rrrr/- b")
    assert (shown["winner"], shown["legal_moves"]) == (0, [])
    assert shown["cells"] == {"a": "b", "b": "bb", "c": "rrrr"}
    assert shown["status"] == "red wins: all red checkers form one unbroken run in column c"


def test_the_board_is_shown_from_the_other_side(output: Text) -> None:
    lines = output("show", "silo", "-o", "size=4", "rrr/bbb/r/b r", "--flip").splitlines()
    assert lines[0] == "        b  r"
    assert lines[-2] == "  d  c  b  a"


def test_a_picture_is_written_to_a_file_or_to_standard_output(output: Text, tmp_path: Path) -> None:
    path = tmp_path / "silo.svg"
    assert output("show", "silo", "--svg", str(path)) == ""
    printed = output("show", "silo", "--svg", "-")
    assert fromstring(printed).tag == "{http://www.w3.org/2000/svg}svg"
    assert path.read_text("utf-8") == printed
    assert output("show", "silo", "--svg", "-", "--flip") != printed


@pytest.mark.parametrize("name", ["", "no/such/folder.svg"])
def test_a_picture_that_cannot_be_written_is_refused(
    name: str, refusal: Text, tmp_path: Path
) -> None:
    assert "svg" in refusal("show", "silo", "--svg", str(tmp_path / name))


def test_a_picture_and_json_are_not_asked_for_at_once(refusal: Text, tmp_path: Path) -> None:
    words = ("show", "silo", "--json", "--svg", str(tmp_path / "board.svg"))
    assert refusal(*words) == "--json and --svg: name one of them"
