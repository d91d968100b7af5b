from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard import load_game
from stackyard.descriptions import Start

Text = Callable[..., str]
Answer = Callable[..., Any]


def test_it_shows_title_designer_colours_and_build(output: Text) -> None:
    lines = output("info", "silo").splitlines()
    assert lines[0].startswith("Silo, Mark Steere 2021. Move your highest checkers")
    assert lines[1].startswith("red moves first, then blue. ")
    assert lines[1].split(". ")[1].startswith(load_game("silo").build)


def test_it_shows_each_option_with_its_default_and_what_is_allowed(output: Text) -> None:
    lines = output("info", "silo").splitlines()
    rows = {line.split()[0]: line for line in lines if line}
    assert rows["size"].split(maxsplit=2)[1:] == [
        "6",
        "4, 6, 8, … 26     How many columns the row has.",
    ]
    assert "half the size" in rows["height"]
    assert "any, end or home" in rows["goal"]


def test_it_shows_board_start_and_notation_for_the_chosen_options(output: Text) -> None:
    shown = output("info", "silo", "-o", "size=4")
    assert "With size=4, height=2, goal=any:\n" in shown
    assert "  board  Row(4), 4 cells\n" in shown
    assert "  start  rr/bb/rr/bb r\n" in shown
    assert "\nNotation\n  A move is the column to move from, such as e." in shown


def test_a_game_without_options_has_no_table_of_them(toys: str, output: Text) -> None:
    shown = output("--plugin", toys, "info", "shuttle")
    assert "Options" not in shown
    assert "  start  aw\n" in shown


def test_a_program_reads_the_same(answer: Answer) -> None:
    game = load_game("silo", size=8)
    shown = answer("info", "silo", "-o", "size=8")
    assert shown == {
        "name": "silo",
        "title": "Silo",
        "designer": "Mark Steere",
        "year": 2021,
        "summary": game.about.summary,
        "build": game.build,
        "rules_version": game.rules_version,
        "colours": ["red", "blue"],
        "settings": {"size": 8, "height": 4, "goal": "any"},
        "options": [
            {
                "name": "size",
                "default": "6",
                "allowed": "4, 6, 8, … 26",
                "help": "How many columns the row has.",
            },
            {
                "name": "height",
                "default": "half the size",
                "allowed": "1 to 15",
                "help": game.options[1].help,
            },
            {
                "name": "goal",
                "default": "any",
                "allowed": "any, end or home",
                "help": game.options[2].help,
            },
        ],
        "board": "Row(8)",
        "move_space": 8,
        "start": "rrrr/bbbb/rrrr/bbbb/rrrr/bbbb/rrrr/bbbb r",
        "starts": [
            {
                "name": each.name,
                "position": each.position,
                "summary": each.summary,
                "settings": {},
            }
            for each in game.starts
        ],
        "notation": game.notation,
    }


def test_it_lists_positions_with_names_and_the_options_they_need(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start("Four columns", "r/b/r/b r", "Blue wins.", {"size": 4, "height": 1})
    monkeypatch.setattr(type(load_game("silo")), "starts", (start,))
    shown = output("info", "silo")
    assert "  Four columns (-o size=4 -o height=1): Blue wins.\n    r/b/r/b r\n" in shown
