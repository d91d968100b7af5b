from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conftest import PATIENCE

if TYPE_CHECKING:
    import subprocess

    from tests.system.conftest import Environment

BUSY = 1.2  # seconds of processor time, of which starting takes a third
WAITING = 0.5  # seconds after which a program that has asked is surely waiting


def worked(program: subprocess.Popen[str]) -> float:
    """The processor time that a program has used, in seconds; starting one takes its share."""
    fields = Path(f"/proc/{program.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(
    program: subprocess.Popen[str], asked: str = "", number: int = signal.SIGINT
) -> tuple[int, str, str]:
    """Its exit code and what it prints from now on, when Ctrl-C is pressed or a signal sent.

    That is when it has asked, if it asks something, and else when it is well under way, however
    busy the machine may be.
    """
    end = time.monotonic() + PATIENCE
    if asked:
        assert program.stdout is not None
        while asked not in program.stdout.readline():
            assert program.poll() is None
        time.sleep(WAITING)
    while not asked and worked(program) < BUSY:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert program.poll() is None
    program.send_signal(number)
    try:
        out, err = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
    return program.returncode, out, err


@pytest.fixture(params=["compiled", "pure"])
def environment(request: pytest.FixtureRequest) -> Environment:
    found: Environment = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize(
    ("budget", "number"),
    [("seconds=600", signal.SIGINT), ("simulations=1000000000", signal.SIGTERM)],
)
def test_a_signal_while_the_computer_thinks_says_how_to_go_on(
    budget: str, number: int, environment: Environment
) -> None:
    with environment.start("play", "silo", "--first", f"mcts:{budget}") as program:
        code, out, err = interrupted(program, number=number)
    assert (code, err) == (128 + number, "")
    announced, command = out.splitlines()[-2:]
    assert announced == "Interrupted. To go on from here:"
    assert command == f"  stackyard play silo --first mcts:{budget} --second level:1"


def test_ctrl_c_at_the_prompt_says_how_to_go_on(compiled: Environment) -> None:
    with compiled.start("play", "silo", "--second", "random") as program:
        code, out, err = interrupted(program, "Type a move")
    assert (code, err) == (130, "")
    assert out.splitlines()[-2] == "Interrupted. To go on from here:"


@pytest.mark.parametrize("switch", ["--quiet", "--json"])
def test_ctrl_c_leaves_the_answer_of_a_program_clean(switch: str, compiled: Environment) -> None:
    words = ["play", "silo", "--first", "mcts:seconds=600", "--second", "random", switch]
    with compiled.start(*words) as program:
        code, out, err = interrupted(program)
    assert code == 130
    assert "Interrupted. To go on from here:" in err
    assert "Interrupted" not in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("perft silo 40", signal.SIGINT),
        ("perft silo 40", signal.SIGTERM),
        ("perft silo 40 --divide", signal.SIGHUP),
        ("bench silo --seconds 600", signal.SIGTERM),
        ("analyse silo --seconds 600 --workers 2", signal.SIGHUP),
    ],
)
def test_a_signal_stops_whatever_takes_long(words: str, number: int, compiled: Environment) -> None:
    with compiled.start(*words.split()) as program:
        code, out, err = interrupted(program, number=number)
    assert code == 128 + number
    assert out == "" or (words.startswith("analyse") and "An estimate: " in out)
    assert err in ("", "Stopped before the end; nothing is kept.\n")
