"""The programs for researchers that play on any board, or read any file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs/researchers"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("calibrate.py", "sillo"), "no game 'sillo' is installed"),
        (("calibrate.py", "silo:size=5"), "silo, option size: 5 is not allowed; choose 4, 6"),
        (("calibrate.py", "silo", "silo:size"), "-o size: write NAME=VALUE"),
        (("hint_figures.py", "sillo"), "no game 'sillo' is installed"),
        (("retrain.py", "silo.weights"), "silo.weights cannot be read: No such file or directory"),
    ],
)
def test_a_board_or_file_that_there_is_not_is_refused_in_a_sentence(
    words: tuple[str, ...], reason: str
) -> None:
    name, *arguments = words
    program = [sys.executable, str(FOLDER / name), *arguments]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"error: {reason}" in ran.stderr
    assert "Traceback" not in ran.stderr
