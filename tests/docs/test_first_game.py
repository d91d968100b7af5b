"""The page for a first game: its files pass by themselves, in an empty folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ("", "", " passed"),
        (
            "elif EMPTY not in self.cells:",
            "elif False:",
            "the game is not over, and no move is legal",
        ),
        ("        self.player = 1 - self.player\n", "", "::test_perft"),
    ],
)
def test_the_first_game_is_checked_in_a_folder_of_its_own(
    line: str, instead: str, told: str, root: Path, tmp_path: Path
) -> None:
    for name in ("three.py", "three_perft.json", "test_three.py"):
        text = (root / "docs/authors" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace(line, instead) if line else text, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told in ran.stdout
    assert (ran.returncode == 0) == (not line)
