from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pexpect
from tests.conftest import PATIENCE

if TYPE_CHECKING:
    from tests.system.conftest import Environment

PROMPT = "choose a column to move from"
TOLD = ["red moves a checker from a", "blue moves a checker from d", "red moves a checker from b"]


def test_a_short_game_is_played_in_a_terminal(compiled: Environment) -> None:
    words = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human"]
    terminal = pexpect.spawn(
        str(compiled.program),
        words,
        cwd=str(compiled.folder),
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 100),
    )
    with terminal:
        for move, told in zip("adb", TOLD, strict=True):
            terminal.expect_exact(PROMPT)
            terminal.send(f"{move}\r")
            terminal.expect_exact(told)
        terminal.expect_exact(PROMPT)
        terminal.send("c\r")
        terminal.expect_exact("blue wins: all blue checkers form one unbroken run in column b")
        terminal.expect_exact("or Enter to leave")
        terminal.send("\r")
        terminal.expect(pexpect.EOF)
    assert terminal.exitstatus == 0
