"""The program that tries searches against what is known for certain."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

JUDGING = Path(__file__).parents[2] / "docs/researchers/judging.py"


def told(*words: str) -> subprocess.CompletedProcess[str]:
    words = (sys.executable, str(JUDGING), *words)
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_what_is_kept_and_how_often_chances_come_true_is_told() -> None:
    ran = told("silo", "-o", "size=4", "-o", "height=1", "--positions", "3", "--milliseconds", "5")
    assert ran.returncode == 0, ran.stderr
    shares = re.findall(r"\| ([a-z ]+) \| ([01]\.\d\d) \|", ran.stdout)
    assert {name for name, _ in shares} >= {"by chance", "search by playouts"}
    assert "| chance told | positions | won |" in ran.stdout


def test_a_board_of_which_nothing_is_known_is_told() -> None:
    ran = told("splay")
    assert ran.returncode == 1
    assert "Nothing is known of splay for certain" in ran.stderr
