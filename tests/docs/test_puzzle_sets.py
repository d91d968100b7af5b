"""The program that makes the shipped puzzles and tells of them."""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path

import pytest

from stackyard.plugins.registry import load_game
from stackyard_coach.puzzles import puzzles_of

PROGRAM = run_path(str(Path(__file__).parents[2] / "docs/researchers/puzzle_sets.py"))


@pytest.mark.parametrize("name", sorted(PROGRAM["SEARCHES"]))
def test_the_shipped_set_is_on_the_boards_of_its_searches(name: str) -> None:
    boards = [options for _, options, _ in PROGRAM["SEARCHES"][name]]
    assert all(puzzle.options in boards for puzzle in puzzles_of(load_game(name)))


def test_a_set_is_made_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = [(2, {"size": 4, "height": 3}, {"positions": 2000, "choices": 3})]
    monkeypatch.setitem(PROGRAM["SEARCHES"], "silo", few)
    file = tmp_path / "few.json"
    monkeypatch.setattr(sys, "argv", ["puzzle_sets.py", "silo", "--make", str(file)])
    PROGRAM["main"]()
    monkeypatch.setattr("stackyard_coach.puzzles.text_of", lambda hook, game: file.read_text())
    PROGRAM["tell"]("silo", [*puzzles_of(load_game("silo"))])
    told = capsys.readouterr().out
    assert told.startswith("silo: 2 puzzles\nboards: 2 {'size': 4, 'height': 3}\n")
    assert "solved by levels 1 to 8: " in told
