"""The README shows a game as the program plays it; numbers depend on the machine and the build."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TYPED = ("c", "f", "hint", "quit")
BOARD = re.compile(r"^ [ (\[]|^─|^$")


def sample(root: Path) -> list[str]:
    """The sentences of the README's game: the lines of its first text block but for boards."""
    page = (root / "README.md").read_text("utf-8")
    block = page.partition("```text\n")[2].partition("```")[0]
    lines = block.replace(", choose one by arrows and Enter,", "").splitlines()
    return [" ".join(line.split()) for line in lines if not BOARD.match(line)]


def test_the_game_in_the_readme_is_played_today(root: Path, tmp_path: Path) -> None:
    program = "from stackyard_cli.main import main; main()"
    command = [sys.executable, "-P", "-c", program, "play", "silo", "--seed", "3"]
    played = subprocess.run(
        command,
        input="\n".join(TYPED),
        env={"STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3"), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    seen = " ".join(played.split())
    shown = sample(root)
    assert len(shown) > 10
    missing = [line for line in shown if not re.search(pattern(line), seen)]
    assert not missing, seen


def pattern(line: str) -> str:
    """A line of the page with any numbers."""
    return re.sub(r"\d+(,\d+)*", r"[\\d,]+", re.escape(line))
