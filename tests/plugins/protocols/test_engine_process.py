"""A program as a process: a command that it does not read."""

from __future__ import annotations

import sys

import pytest

from stackyard_protocols import engine_process
from stackyard_protocols.engine_process import EngineFaultError, EngineProcess


def test_a_program_that_never_reads_is_told_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "READING", 0.2)
    monkeypatch.setattr(engine_process, "ENDING", 0.1)
    process = EngineProcess([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        process.send("quiet")  # fits into the pipe
        with pytest.raises(EngineFaultError, match="it did not read its input"):
            process.send("x" * 1_000_000)
    finally:
        process.close()
    assert process._process.poll() is not None
