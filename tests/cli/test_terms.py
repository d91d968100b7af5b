"""What is agreed for a match beside its rules, such as the time there is for it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive
from stackyard_cli.stdin_lines import StdinLines, TimeUpError

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
WayOn = Callable[[str], list[str]]
Start = Callable[..., Any]

HOURGLASS = str(Path(__file__).with_name("hourglass.py"))
PLAY = ["--plugin", HOURGLASS, "play", "silo", "--second", "human"]

CLOCK = """
from stackyard import hookimpl
from stackyard.info import Term

@hookimpl
def stackyard_register_terms(register):
    register(Term("clock", "Time.", "5+1"), str.strip)
"""

SLOW = """
import time
from stackyard import hookimpl
from stackyard.info import PlayerKind

class Slow:
    name = "slow"
    def __init__(self, game, seed):
        pass
    def choose(self, match):
        while not match.watch(0.5):
            time.sleep(0.01)
        return int(match.position.legal_moves()[0])

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("slow", "Thinks as long as it may."), Slow)
"""


# What is agreed


def test_what_is_agreed_stands_in_the_record(answer: Answer) -> None:
    record = answer(*PLAY, "--term", "hourglass=090", typed="resign\n")
    assert record["terms"] == {"hourglass": "90"}
    assert answer(*PLAY, typed="resign\n")["terms"] == {}


@pytest.mark.parametrize("words", [["--clock", " 300+5 "], ["--term", "clock=300+5"]])
def test_a_clock_is_a_term(
    words: list[str], answer: Answer, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("time", CLOCK)
    record = answer("play", "silo", "--second", "human", *words, typed="resign\n")
    assert record["terms"] == {"clock": "300+5"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--clock", "300+5"],
            "no installed plugin provides the term clock; to install it: python -m pip install "
            "./plugins/clock, run in the clone of Stackyard",
        ),
        (
            ["--term", "dice=2"],
            "no installed plugin provides the term 'dice' (known terms: hourglass)",
        ),
        (["--term", "hourglass=long"], "hourglass: 'long' is no number of seconds"),
        (["--term", "hourglass"], "--term hourglass: a term is written NAME=VALUE"),
        (["--term", "=5"], "--term =5: a term is written NAME=VALUE"),
        (
            ["--term", "hourglass=5", "--term", "Hourglass=6"],
            "--term Hourglass=6: hourglass is given twice",
        ),
        (["--term", "clock=5", "--clock", "6"], "--term clock=5: clock is given twice"),
    ],
)
def test_what_cannot_be_agreed_is_refused(words: list[str], sentence: str, refusal: Text) -> None:
    assert refusal(*PLAY, *words) == sentence
    assert not list(Archive().entries())


def test_a_match_that_is_resumed_keeps_what_was_agreed(run: Run, way_on: WayOn) -> None:
    left = run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    resumed = run(*way_on(left.stdout), typed="quit\n")
    assert re.search(r"^\[red 1:30, blue 1:30\] blue: .* > quit$", resumed.stdout, re.MULTILINE)


def test_a_match_that_is_not_kept_goes_on_with_what_was_agreed(run: Run, way_on: WayOn) -> None:
    left = run(*PLAY, "--term", "hourglass=90", "--no-keep", typed="a quit\n")
    again = run(*way_on(left.stdout), "--json", typed="resign\n")
    assert json.loads(again.stdout)["terms"] == {"hourglass": "90"}


def test_where_nobody_heeds_it_any_more_that_is_told_and_the_match_goes_on(
    run: Run, drop_plugins: Callable[[], None]
) -> None:
    run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    drop_plugins()
    resumed = run("resume", "1", typed="quit\n")
    assert resumed.exit_code == 0
    assert (
        "The match goes on without: no installed plugin provides the term 'hourglass' "
        "(known terms: none)."
    ) in resumed.stdout
    assert "\nblue: choose a column to move from > quit\n" in resumed.stdout


def test_what_was_agreed_stands_in_the_text_for_people(run: Run, output: Text) -> None:
    run(*PLAY, "--term", "hourglass=90", typed="a quit\n")
    assert '[Hourglass "90"]\n' in output("export", "1", "--format", "text")


# The time there is


def test_the_prompt_shows_the_time_that_both_sides_have_left(output: Text) -> None:
    shown = output(*PLAY, "--term", "hourglass=3600", typed="a\nquit\n")
    assert shown.count("[red 1:00:00, blue 1:00:00] red: choose a column to move from > ") == 1
    assert shown.count("[red 1:00:00, blue 1:00:00] blue: choose a column to move from > ") == 1
    assert "[" not in output(*PLAY, typed="quit\n").partition("Type a move")[2]


def test_what_was_typed_too_late_is_not_played(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = StdinLines.next

    def slowly(lines: StdinLines, seconds: float | None = None) -> str:
        assert seconds is not None
        time.sleep(seconds + 0.01)
        return ask(lines, None)

    monkeypatch.setattr(StdinLines, "next", slowly)
    shown = output(*PLAY, "--term", "hourglass=0.05", typed="a\n")
    assert " moves " not in shown
    assert shown.splitlines()[-1] == "blue wins: the time of red is up"


def test_moves_typed_ahead_are_played_as_long_as_there_is_time(answer: Answer) -> None:
    small = ["-o", "size=4", "-o", "height=1", "--term", "hourglass=60"]
    assert answer(*PLAY, *small, typed="a d b c\n")["result"]["winner"] == "blue"


class Piped:
    """The program with pipes for its input and output."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stackyard_cli", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def end(self) -> str:
        """What it prints till it ends by itself, its input being open."""
        assert self.process.stdout is not None
        shown = self.process.stdout.read()
        assert self.process.wait(60) == 0
        return shown


@pytest.fixture
def pipe() -> Iterator[Callable[..., Piped]]:
    opened: list[Piped] = []

    def pipe(*words: str) -> Piped:
        opened.append(Piped(*words))
        return opened[-1]

    yield pipe
    for program in opened:
        program.process.kill()
        program.process.communicate()


def test_the_match_ends_when_the_time_is_up_though_nothing_is_typed(
    pipe: Callable[..., Piped],
) -> None:
    shown = pipe(*PLAY, "--term", "hourglass=0.2").end()
    assert shown.splitlines()[-2:] == [
        "[red 0:01, blue 0:01] red: choose a column to move from > ",
        "blue wins: the time of red is up",
    ]
    record = Archive().record(1)  # kept though no move was made
    assert (record.plies, record.result and record.result.reason) == (0, "time")


def test_lines_that_came_together_are_played_before_the_time_is_up(
    pipe: Callable[..., Piped],
) -> None:
    program = pipe(*PLAY, "--term", "hourglass=4")
    assert program.process.stdin is not None
    program.process.stdin.write("a\nd\nb")
    program.process.stdin.flush()
    shown = program.end()
    assert shown.count(" moves a checker ") == 2
    assert shown.splitlines()[-1] == "blue wins: the time of red is up"
    assert Archive().record(1).plies == 2


def test_in_a_terminal_the_clock_runs_while_nothing_is_typed(open_terminal: Start) -> None:
    terminal = open_terminal(*PLAY, "--term", "hourglass=8", "--no-keep")
    terminal.wait(r"\[red 0:0[78], blue 0:08\] red: choose .* >\Z")
    terminal.child.send("a")
    terminal.wait(r"\[red 0:0[1-7], blue 0:08\] red: choose .* > a\Z")
    terminal.child.send("\r")
    terminal.wait(r"\[red 0:0[1-7], blue 0:0[1-8]\] blue: choose .* >\Z")
    terminal.child.send("d")
    terminal.wait("red wins: the time of blue is up")
    assert "blue moves" not in terminal.text
    terminal.wait(r"Enter to leave >\Z")
    terminal.child.send("again\r")
    terminal.wait(r"leave > again\n(.*\n)*\[red 0:0[78], blue 0:08\] red: choose .* >\Z")


def test_a_computer_whose_time_is_up_loses_at_once(
    run: Run, use_plugin: Callable[[str, str], Path]
) -> None:
    use_plugin("slowly", SLOW)
    words = ["--plugin", HOURGLASS, "play", "silo", "--first", "slow", "--second", "random"]
    played = run(*words, "--term", "hourglass=0.3", "--json")
    assert json.loads(played.stdout)["result"] == {
        "winner": "blue",
        "reason": "time",
        "sentence": "the time of red is up",
    }


def test_a_delay_takes_no_time_of_the_computer(toys: str, answer: Answer) -> None:
    words = ["--plugin", toys, "--plugin", HOURGLASS, "play", "pairs", "--seed", "1"]
    played = answer(
        *words, "--first", "random", "--second", "random", "--delay", "1", "--term", "hourglass=0.9"
    )
    assert played["result"]["reason"] == "rules"


# Lines, with a time to wait for them


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """Type bytes into standard input, which is a pipe."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stdin, os.fdopen(writing, "wb", 0) as other:
        monkeypatch.setattr(sys, "stdin", stdin)

        def type_in(typed: bytes) -> None:
            other.write(typed)

        yield type_in


def test_a_line_is_had_when_it_is_whole(typist: Callable[[bytes], None]) -> None:
    lines = StdinLines()
    typist("½ a\r\nb\n\nc".encode())
    assert [lines.next(), lines.next(), lines.next()] == ["½ a\r\n", "b\n", "\n"]
    with pytest.raises(TimeUpError):
        lines.next(0.01)
    typist(b"d\n")
    assert lines.next(0) == "cd\n"


def test_what_is_no_text_becomes_question_marks(typist: Callable[[bytes], None]) -> None:
    typist(b"a\xffb\n")
    assert StdinLines().next() == "a�b\n"


def test_the_last_line_may_lack_its_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "typed"
    path.write_text("a\nb", "utf-8")
    with path.open(encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        lines = StdinLines()
        assert [lines.next(5), lines.next(), lines.next(5), lines.next()] == ["a\n", "b", "", ""]


def test_where_one_cannot_wait_for_it_a_line_may_come_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slowly:
        typed = StringIO("a\nb\n")

        def fileno(self) -> int:
            raise OSError

        def readline(self) -> str:
            time.sleep(0.02)
            return self.typed.readline()

    monkeypatch.setattr(sys, "stdin", Slowly())
    lines = StdinLines()
    with pytest.raises(TimeUpError):
        lines.next(0.01)
    assert [lines.next(10), lines.next()] == ["b\n", ""]
