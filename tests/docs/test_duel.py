"""The program that lets two builds play each other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

KEEN = ["--search", "selective", "selective:late=3,whole_turns=true"]
NO_WEIGHTS = ["--weights", "none", "none"]
TOGETHER = ["--search", "workers=2", "workers=1:40"]
BEST_FIRST = ["--search", "tree:exploration=0.0", "tree"]
DUEL = Path(__file__).parents[2] / "docs/researchers/duel.py"


@pytest.mark.parametrize("more", [[], NO_WEIGHTS, ["--nodes", "40"], KEEN, BEST_FIRST, TOGETHER])
def test_two_builds_play_each_other(more: list[str]) -> None:
    words = ["-o", "size=4", "--games", "4", "--milliseconds", "3,4", *more, "silo"]
    ran = subprocess.run(
        [sys.executable, DUEL, *words, sys.executable, sys.executable],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.fullmatch(
        r"([\d.]+) of 4 points, 0 draws: .*; simulations a move (\d+) and (\d+); "
        r"one colour won both games of ([012]) of 2 openings\n",
        ran.stdout,
    )
    assert found, ran.stdout
    assert (float(found[1]) - int(found[4])) % 2 == 0  # the others gave both points to one side
    assert float(found[1]) in {0, 1, 2, 3, 4}
    assert min(int(found[2]), int(found[3])) > 0
