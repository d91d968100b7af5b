"""SIGTERM and SIGHUP at any time: the terminal as it was, nothing lost, exit codes 143 and 129."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pexpect
import pytest
from tests.conftest import PATIENCE

from stackyard.records.archive import Archive
from stackyard_cli.stop_signals import REPEATED

if TYPE_CHECKING:
    from tests.cli.conftest import Terminal

Open = Callable[..., "Terminal"]
Keep = Callable[..., int]

PROMPT = "choose a column to move from >"
# A pager starts before the command, and is left before that ends.
QUIT_PAGER = (
    "stty -icanon; {} | (while ! test -e begun; do sleep 0.05; done;"
    " stty icanon < /dev/tty; touch changed; cat > /dev/null)"
)
THINKS = ("play", "silo", "--first", "mcts:seconds=600,workers=2")
CODES = {signal.SIGTERM: 143, signal.SIGHUP: 129}
# Terminal modes and what sets them back: the cursor, the pasting, the second screen.
MODES = {b"\x1b[?25l": b"\x1b[?25h", b"\x1b[?2004h": b"\x1b[?2004l", b"\x1b[?1049h": b"\x1b[?1049l"}

SHOTS = 40
AIM = """
import os
import signal
import termios

from prompt_toolkit.output.vt100 import Vt100_Output

calls = 0


def shoot():
    global calls
    calls += 1
    if calls == int(os.environ["SHOT"]):
        os.kill(os.getpid(), signal.SIGTERM)


def aimed(call):
    def change(*arguments):
        shoot()
        call(*arguments)
        shoot()

    return change


termios.tcsetattr = aimed(termios.tcsetattr)
Vt100_Output.flush = aimed(Vt100_Output.flush)
"""

LOSS = """
import signal
from contextlib import suppress

handler = signal.getsignal(signal.SIGTERM)


def lose(number, frame):
    with suppress(KeyboardInterrupt):
        handler(number, frame)


signal.signal(signal.SIGTERM, lose)
"""
DROP = """
import os
import signal

from prompt_toolkit.output.vt100 import Vt100_Output


class Dropping:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):  # the handler raises here, and Python drops the exception
            pass


calls = 0
flush = Vt100_Output.flush


def flush_and_drop(output):
    global calls
    flush(output)
    calls += 1
    if calls == int(os.environ["SHOT"]):
        Dropping()


Vt100_Output.flush = flush_and_drop
"""
FLUSHES = 12  # from the first prompt to the second, and those of the first prompt again
SHUT = """
import os
import signal
import time
from pathlib import Path

from prompt_toolkit.output.vt100 import Vt100_Output

calls = 0
flush = Vt100_Output.flush


def flush_late(output):
    global calls
    calls += 1
    if calls != int(os.environ["SHOT"]):
        return flush(output)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
    Path("due").touch()
    while os.isatty(0):
        time.sleep(0.01)
    try:
        flush(output)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])


Vt100_Output.flush = flush_late
"""

STEPS = 44  # of the event loop, from the first prompt to the second
ENTER = 26  # one of those after a typed line
STEP = """
import asyncio
import os
import signal

steps = 0
run = asyncio.Handle._run


def shoot_and_run(handle):
    global steps
    steps += 1
    if steps == int(os.environ["SHOT"]):
        os.kill(os.getpid(), signal.SIGTERM)
    run(handle)


asyncio.Handle._run = shoot_and_run
"""

STUCK = """
import asyncio


def stay(handle):
    print("stuck", flush=True)
    while True:
        pass


asyncio.Handle._run = stay
"""


def flags(descriptor: int) -> int:
    """The flags of a terminal: echo, editing and the keys that send signals."""
    return int(termios.tcgetattr(descriptor)[3])


def ended(terminal: Terminal, number: int) -> str:
    """The text on the screen at the end by a signal; all modes of the terminal are set back."""
    terminal.child.kill(number)
    assert terminal.end() == CODES[signal.Signals(number)], terminal.text
    check_modes(terminal)
    return terminal.text


def check_modes(terminal: Terminal, *trial: object) -> None:
    """All modes of the terminal are set back, and nothing has failed."""
    for begun, over in MODES.items():
        assert terminal.raw.rfind(begun) <= terminal.raw.rfind(over), (begun, *trial)
    assert "Traceback" not in terminal.text


def wait_for(happened: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


def hung_up(terminal: Terminal) -> int | None:
    """The exit code when the terminal is closed."""
    process: Any = vars(terminal.child)["ptyproc"]  # pexpect's types leave it out
    process.fileobj.close()
    terminal.child.closed = process.closed = True
    wait_for(lambda: not terminal.child.isalive())
    return terminal.child.exitstatus


@pytest.mark.parametrize("number", CODES)
def test_at_the_prompt_the_match_is_kept_and_the_terminal_set_back(
    number: int, open_terminal: Open
) -> None:
    terminal = open_terminal("play", "silo", "--second", "human", "--clock", "9999")
    descriptor = os.dup(terminal.child.child_fd)
    before = flags(descriptor)
    terminal.type("e")
    terminal.wait(rf"red moves[^>]*{PROMPT}\Z")
    assert flags(descriptor) != before
    text = ended(terminal, number)
    assert "Interrupted. To go on from here:\n  stackyard resume 1" in text
    assert flags(descriptor) == before
    os.close(descriptor)
    assert len(Archive().record(1).turns) == 1


def test_while_the_computer_thinks_a_signal_ends_it(open_terminal: Open) -> None:
    terminal = open_terminal(*THINKS)
    terminal.wait("mcts thinks")
    assert "Interrupted. To go on from here:\n  stackyard play silo" in ended(
        terminal, signal.SIGTERM
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("play", "silo", "--second", "human"), rf"{PROMPT}\Z"),
        pytest.param(THINKS, "mcts thinks", marks=pytest.mark.nightly),
        pytest.param(
            ("solve", "silo", "-o", "size=6"), "positions in advance", marks=pytest.mark.nightly
        ),
    ],
)
def test_a_terminal_that_is_closed_fails_nothing(
    words: tuple[str, ...], shown: str, open_terminal: Open
) -> None:
    terminal = open_terminal(*words)
    terminal.wait(shown)
    assert hung_up(terminal) == 129


def test_a_terminal_that_is_closed_is_noticed_before_the_signal(tmp_path: Path) -> None:
    """A shell may be slow to pass SIGHUP on; this one does not."""
    program = f"trap : HUP; {sys.executable} -m stackyard_cli play silo --plain; echo $? > code"
    terminal = pexpect.spawn("/bin/sh", ["-c", program], cwd=str(tmp_path), timeout=PATIENCE)
    terminal.expect(" > ")
    terminal.close(force=False)
    code = tmp_path / "code"
    wait_for(lambda: code.exists() and code.read_text("utf-8"))
    assert code.read_text("utf-8") == "129\n"


@pytest.mark.nightly
@pytest.mark.parametrize("shot", range(1, FLUSHES + 1))
def test_a_terminal_that_is_closed_while_it_is_written_to_fails_nothing(
    shot: int, tmp_path: Path, open_terminal: Open
) -> None:
    """The write fails before SIGHUP comes, in a step of the event loop or between two prompts."""
    plugin = tmp_path / "shut.py"
    plugin.write_text(SHUT, "utf-8")
    words = ("--plugin", str(plugin), "play", "silo", "--second", "human")
    terminal = open_terminal(*words, SHOT=str(shot))
    typed, end = False, time.monotonic() + PATIENCE
    while not (tmp_path / "due").exists():
        assert terminal.read(), terminal.text
        assert time.monotonic() < end, terminal.text
        if not typed and terminal.text.endswith(PROMPT):
            terminal.child.send("c\r")
            typed = True
    assert hung_up(terminal) == 129


@pytest.mark.nightly
@pytest.mark.parametrize("words", [("replay", "--auto", "30"), ("play", "--plain")])
def test_what_ctrl_c_leaves_gently_is_left_too(
    words: tuple[str, ...], keep: Keep, open_terminal: Open
) -> None:
    command, *options = words
    subject = str(keep()) if command == "replay" else "silo"
    terminal = open_terminal(command, subject, *options)
    terminal.wait("a   b   c" if options == ["--auto", "30"] else r">\Z")
    ended(terminal, signal.SIGTERM)


@pytest.mark.nightly
def test_signals_that_follow_the_first_change_nothing(open_terminal: Open) -> None:
    terminal = open_terminal(*THINKS)
    terminal.wait("mcts thinks")
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGHUP):
        terminal.child.kill(number)
        time.sleep(0.05)
    assert "To go on from here:" in ended(terminal, signal.SIGHUP)


def test_nohup_has_its_way() -> None:
    ignoring = f"""
import signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
import sys
sys.argv = ["stackyard", "play", "silo", "--first", "mcts:seconds=600", "--quiet"]
from stackyard_cli.entry import run
import os, threading, time
def end():
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(0.3)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    os.kill(os.getpid(), signal.SIGTERM)
threading.Timer({1.0}, end).start()
run()
"""
    done = subprocess.run([sys.executable, "-c", ignoring], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (143, b"")
    assert b"Traceback" not in done.stderr


@pytest.mark.nightly
def test_a_signal_beside_a_change_of_the_terminal_leaves_nothing_behind(
    tmp_path: Path, open_terminal: Open
) -> None:
    """SIGTERM before and after each change of attributes and each flush, to the first that is late.

    The handler may raise where prompt_toolkit sets the terminal up or back.
    """
    aim = tmp_path / "aim.py"
    aim.write_text(AIM, "utf-8")
    words = ("--plugin", str(aim), "play", "silo", "--second", "mcts:simulations=30")
    for shot in range(1, SHOTS + 1):
        terminal = open_terminal(*words, SHOT=str(shot))
        descriptor = os.dup(terminal.child.child_fd)
        before = termios.tcgetattr(descriptor)
        while terminal.read():
            if terminal.text.endswith(">"):
                terminal.child.send("d\r")
        terminal.child.close()
        assert terminal.child.exitstatus == 143, (shot, terminal.text)
        assert termios.tcgetattr(descriptor) == before, shot
        check_modes(terminal, shot)
        os.close(descriptor)


@pytest.mark.nightly
@pytest.mark.parametrize(("sent", "prompt"), [("", PROMPT), ("rules\r", "q leaves >")])
def test_a_signal_whose_exception_is_lost_ends_the_prompt(
    sent: str, prompt: str, tmp_path: Path, open_terminal: Open
) -> None:
    loss = tmp_path / "loss.py"
    loss.write_text(LOSS, "utf-8")
    words = ("--plugin", str(loss), "play", "silo", "--second", "human")
    terminal = open_terminal(*words, lines=40)
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send(sent)
    terminal.wait(rf"{prompt}\Z")
    assert "To go on from here:" in ended(terminal, signal.SIGTERM)


WAIT = """
import time
from pathlib import Path

import prompt_toolkit

Path("begun").touch()
while not Path("changed").exists():
    time.sleep(0.01)
"""


@pytest.mark.parametrize(
    ("script", "pattern"),
    [
        (f"{QUIT_PAGER}; stty -a", r"[^-]icanon"),
        pytest.param(
            "set -m; {} & while ! test -e begun; do sleep 0.05; done; stty -echo; touch changed;"
            " wait %1; echo code $?; stty -a",
            r"code 0\n(.*\n)*.* -echo ",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_a_terminal_that_another_program_has_changed_is_left_alone(
    script: str, pattern: str, tmp_path: Path, open_terminal: Open
) -> None:
    """A pager has its own modes, and a job in the background would be stopped for setting them."""
    (tmp_path / "wait.py").write_text(WAIT, "utf-8")
    terminal = open_terminal("--plugin", "wait.py", "list", shell=script)
    terminal.end()
    assert re.search(pattern, terminal.text), terminal.text


@pytest.mark.nightly
@pytest.mark.parametrize(("shot", "in_match"), [(2, False), (4, True), (5, True)])
def test_a_signal_in_a_finaliser_ends_the_match_as_any_other(
    shot: int, in_match: bool, tmp_path: Path, open_terminal: Open
) -> None:
    """Before the match begins there is nothing to go on from."""
    drop = tmp_path / "drop.py"
    drop.write_text(DROP, "utf-8")
    words = ("--plugin", str(drop), "play", "silo", "--second", "human")
    terminal = open_terminal(*words, SHOT=str(shot))
    assert terminal.end() == CODES[signal.SIGTERM]
    check_modes(terminal)
    assert ("To go on from here:" in terminal.text) is in_match


@pytest.mark.parametrize(
    "shot",
    [
        pytest.param(shot, marks=[] if shot == ENTER else pytest.mark.nightly)
        for shot in range(1, STEPS + 1)
    ],
)
def test_a_signal_before_any_step_of_a_prompt_ends_it(
    shot: int, tmp_path: Path, open_terminal: Open
) -> None:
    """An exception there would take the step away, and the event loop could wait for it."""
    plugin = tmp_path / "step.py"
    plugin.write_text(STEP, "utf-8")
    words = ("--plugin", str(plugin), "play", "silo", "--second", "human")
    terminal = open_terminal(*words, SHOT=str(shot))
    typed, end = False, time.monotonic() + PATIENCE
    while terminal.read():
        assert time.monotonic() < end, f"it goes on: {terminal.text}"
        if not typed and terminal.text.endswith(PROMPT):
            terminal.child.send("c\r")
            typed = True
    assert terminal.end() == CODES[signal.SIGTERM]
    check_modes(terminal)
    assert "To go on from here:" in terminal.text


@pytest.mark.nightly
def test_a_prompt_that_is_stuck_is_ended_by_further_signals(
    tmp_path: Path, open_terminal: Open
) -> None:
    """As by a game that never ends drawing its board."""
    plugin = tmp_path / "loop.py"
    plugin.write_text(STUCK, "utf-8")
    terminal = open_terminal("--plugin", str(plugin), "play", "silo", "--second", "human")
    terminal.wait("stuck\\Z")
    for _ in range(2):
        terminal.child.kill(signal.SIGTERM)
        time.sleep(REPEATED + 0.5)
    terminal.child.kill(signal.SIGTERM)
    assert terminal.end() == CODES[signal.SIGTERM]


@pytest.mark.nightly
@pytest.mark.parametrize("words", [("play", "silo", "--second", "mcts:simulations=30"), THINKS])
def test_at_any_moment_the_terminal_is_set_back(
    words: tuple[str, ...], open_terminal: Open
) -> None:
    """60 kills of each at random moments after the first line, while a person plays or waits."""
    chance = random.Random(1)
    for trial in range(60):
        terminal = open_terminal(*words)
        descriptor = os.dup(terminal.child.child_fd)
        before = flags(descriptor)
        terminal.wait("Silo")
        until = time.monotonic() + chance.random() * 2
        while time.monotonic() < until:
            assert terminal.read()
            if words is not THINKS and terminal.text.endswith(">") and chance.random() < 0.3:
                terminal.child.send(chance.choice("abcdef") + "\r")
        assert "To go on from here:" in ended(terminal, chance.choice([*CODES])), trial
        assert flags(descriptor) == before, trial
        os.close(descriptor)
