"""Ctrl-C, SIGTERM and SIGHUP at any time: exit codes 130, 143 and 129, and no traceback."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

# Runs `stackyard list` as `python -m` does; the signal comes when `name` is about to be imported.
PROGRAM = """
import atexit, runpy, signal, sys, threading

def press():
    signal.raise_signal({number})

class Dropped:
    def __del__(self):
        press()

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            {action}

sys.meta_path.insert(0, Finder())
sys.argv = ["stackyard", "list"]
runpy.run_module("stackyard_cli", run_name="__main__")
"""


def ended(
    name: str, action: str, before: str = "", number: int = signal.SIGINT
) -> tuple[int, str, str]:
    program = before + PROGRAM.format(name=name, action=action, number=int(number))
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("stackyard_cli.main", signal.SIGINT),
        ("stackyard_cli.main", signal.SIGTERM),
        ("stackyard_cli.commands.list", signal.SIGINT),
        ("stackyard_cli.commands.list", signal.SIGHUP),
        ("stackyard_silo.plugin", signal.SIGTERM),
    ],
)
def test_while_the_program_starts(name: str, number: int) -> None:
    assert ended(name, "press()", number=number) == (128 + number, "", "")


def test_ctrl_c_while_a_plugin_is_loaded_names_it() -> None:
    code, out, err = ended("stackyard_silo.plugin", "press()", number=signal.SIGINT)
    assert (code, out) == (128 + signal.SIGINT, "")
    assert err == "\nInterrupted. It was loading plugin silo (--no-plugin silo leaves it out).\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_where_python_drops_exceptions(number: int) -> None:
    ending = ended("stackyard_cli.commands.list", "Dropped()", number=number)
    assert ending == (128 + number, "", "")


@pytest.mark.parametrize("action", ["atexit.register(press)", "threading._register_atexit(press)"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_while_python_ends(action: str, number: int) -> None:
    code, out, err = ended("stackyard_cli.commands.list", action, number=number)
    assert (code, err) == (128 + number, "")
    assert "Mark Steere" in out


def test_who_starts_it_may_have_ctrl_c_ignored() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code, out, err = ended("stackyard_cli.commands.list", "press()", ignoring)
    assert (code, err) == (0, "")
    assert "Mark Steere" in out
