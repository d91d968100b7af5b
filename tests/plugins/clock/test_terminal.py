"""The real program with a clock, in a terminal."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pexpect
import pytest
from tests.conftest import PATIENCE

from stackyard.records.archive import Archive


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Archive:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    return Archive()


def start(*words: str) -> pexpect.spawn[str]:
    command = ["-m", "stackyard_cli", *words]
    environment = {**os.environ, "TERM": "xterm-256color"}
    return pexpect.spawn(
        sys.executable,
        command,
        env=environment,
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=PATIENCE,
    )


@pytest.mark.nightly
def test_the_time_is_up_while_nothing_is_typed_and_the_record_tells_it(archive: Archive) -> None:
    program = start("play", "silo", "--clock", "5:00", "--second", "human")
    program.expect("Clock: 5:00 for each side")
    program.expect("choose a column to move from")
    program.send("a\r")
    program.expect("red moves a checker")
    program.expect("blue: choose a column")
    program.send("quit\r")
    program.expect(pexpect.EOF)
    (match,) = archive.entries()
    assert archive.record(match.number).terms == {"clock": "300"}
    program = start("play", "silo", "--clock", "1.5/move", "--second", "human")
    program.expect("Clock: 1.5 s for each move")
    program.send("a\r")
    program.expect("red moves a checker")
    program.expect("the time of blue is up")
    program.expect("or Enter to leave")
    program.send("\r")
    program.expect(pexpect.EOF)
    lost = archive.record(next(archive.entries()).number)
    assert lost.result is not None
    assert (lost.result.winner, lost.result.reason) == ("red", "time")


def test_a_resumed_match_goes_on_with_the_time_that_was_left(archive: Archive) -> None:
    program = start("play", "silo", "--clock", "100+20", "--second", "human")
    program.expect("choose a column to move from")
    program.send("a\r")
    program.expect("blue: choose a column")
    program.send("quit\r")
    program.expect("stackyard resume 1")
    program.expect(pexpect.EOF)
    program = start("resume", "1")
    program.expect(r"Clock: red has 1:[345]\d|2:00 left, blue has 1:40 left, and 20 s more")
    program.expect(r"\[red (1:[345]\d|2:00), blue 1:40\]")
    program.send("quit\r")
    program.expect(pexpect.EOF)


@pytest.mark.nightly
def test_the_answer_to_an_offer_takes_no_time_of_who_offers(archive: Archive) -> None:
    program = start("play", "pit", "-o", "size=4", "--clock", "8/move", "--second", "human")
    program.expect("on any square")
    program.send("draw\r")
    program.expect("accept. yes or no")
    time.sleep(9)
    program.send("no\r")
    program.expect("plays on")
    program.expect("on any square")
    program.send("quit\r")
    program.expect("To go on from here")
