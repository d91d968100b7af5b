"""Ctrl-C at any time: exit code 130, and neither a traceback nor a word about exceptions."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Runs `stackyard list` as `python -m` does; Ctrl-C is pressed when `name` is about to be imported.
PROGRAM = """
import atexit, runpy, signal, sys, threading

def press():
    signal.raise_signal(signal.SIGINT)

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


def ended(name: str, action: str, before: str = "") -> tuple[int, str, str]:
    program = before + PROGRAM.format(name=name, action=action)
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "name", ["stackyard_cli.main", "stackyard_cli.commands.list", "stackyard_silo.plugin"]
)
def test_while_the_program_starts(name: str) -> None:
    assert ended(name, "press()") == (130, "", "")


def test_where_python_drops_exceptions() -> None:
    assert ended("stackyard_cli.commands.list", "Dropped()") == (130, "", "")


@pytest.mark.parametrize("action", ["atexit.register(press)", "threading._register_atexit(press)"])
def test_while_python_ends(action: str) -> None:
    code, out, err = ended("stackyard_cli.commands.list", action)
    assert (code, err) == (130, "")
    assert "Mark Steere" in out


def test_who_starts_it_may_have_ctrl_c_ignored() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code, out, err = ended("stackyard_cli.commands.list", "press()", ignoring)
    assert (code, err) == (0, "")
    assert "Mark Steere" in out
