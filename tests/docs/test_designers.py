"""The game of the designers' pages keeps its promises, and its tests notice a wrong rule."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ("", "", " passed"),
        ("len(target) == len(stack)", "len(target) <= len(stack)", "::test_perft"),
    ],
)
def test_the_game_is_checked_in_a_folder_of_its_own(
    line: str, instead: str, told: str, root: Path, tmp_path: Path
) -> None:
    for name in ("ricks.py", "ricks_perft.json", "test_ricks.py"):
        text = (root / "docs/designers" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace(line, instead) if line else text, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *(["-k", "perft"] if line else [])],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told in ran.stdout
    assert (ran.returncode == 0) == (not line)
