"""`stackyard engine`, driven from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from tests.conftest import PATIENCE
from tests.plugins.protocols.conftest import Converse, engine_words, said

SOON = 20.0  # seconds, on a busy machine, for what takes less than one


def test_a_search_can_be_stopped_while_the_engine_answers(converse: Converse) -> None:
    engine = converse("silo")
    engine.say("ugi", "isready", "position startpos moves c", "go infinite")
    assert engine.hear("readyok")[0] == "id name Stackyard Silo"
    engine.say("isready", "query p1turn", "go movetime 5", "foo")
    assert engine.hear("readyok")
    refusals = [engine.hear("info string error")[-1] for _ in range(3)]
    assert refusals[0] == "info string error: query: a search is running; write stop first"
    assert "foo" in refusals[2]
    engine.hear("info score")
    begin = time.monotonic()
    engine.say("stop")
    lines = engine.hear("bestmove")
    assert time.monotonic() - begin < SOON
    assert said(lines, "info ") == lines[:-1]
    engine.say("query p1turn", "go nodes 5", "quit")
    assert engine.hear("response") == ["response false"]
    assert engine.hear("bestmove")
    assert engine.end() == (0, "")


@pytest.mark.parametrize(
    "go", ["infinite", pytest.param("movetime 100000", marks=pytest.mark.nightly)]
)
def test_the_end_of_the_input_ends_a_search_which_prints_its_move(
    go: str, converse: Converse
) -> None:
    engine = converse("silo", "--player", "mcts")
    engine.say("position startpos", f"go {go}")
    engine.hear("info")
    begin = time.monotonic()
    code, rest = engine.end()
    assert time.monotonic() - begin < SOON
    assert code == 0
    assert len(said(rest.splitlines(), "bestmove ")) == 1


def test_a_depth_that_nobody_searches_to_is_refused_and_the_engine_goes_on() -> None:
    ran = subprocess.run(
        engine_words("silo"),
        input="go depth 3\nisready\ngo nodes 5\n",
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "STACKYARD_NO_PLUGINS": "engine"},
    )
    refused, ready, *_, chosen = ran.stdout.splitlines()
    assert refused.startswith("info string error: there is no player 'alphabeta'")
    assert ready == "readyok"
    assert chosen.startswith("bestmove ")


def test_what_was_asked_before_the_input_ended_is_answered() -> None:
    lines = "position startpos\nlegal\nperft 3"  # a command during the count would be refused
    ran = subprocess.run(
        engine_words("silo"),
        input=lines,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    first, *_, last = ran.stdout.splitlines()
    assert (first, last) == ("response a c e", "response 31")
    lines = "genmove b\n1 showboard\n\x01\xff\nquit\nname\n"
    command = engine_words("silo", "--protocol", "gtp", "--player", "random")
    ran = subprocess.run(
        command,
        input=lines,
        stdout=subprocess.PIPE,
        encoding="latin-1",
        timeout=PATIENCE,
        check=True,
    )
    answers = ran.stdout.split("\n\n")
    assert [answer[:2] for answer in answers] == ["= ", "=1", "? ", "=", ""]
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=pytest.mark.nightly)],
)
def test_a_signal_ends_it_while_it_searches(number: int, code: int, converse: Converse) -> None:
    engine = converse("silo")
    engine.say("position startpos", "go infinite")
    engine.hear("info")
    engine.process.send_signal(number)
    assert engine.process.wait(PATIENCE) == code


def test_an_engine_that_nobody_hears_ends(converse: Converse) -> None:
    engine = converse("silo", "--player", "random")
    assert engine.process.stdout is not None
    engine.process.stdout.close()
    engine.say("position startpos", "go nodes 50")
    assert engine.process.wait(PATIENCE) != 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "chess"),
        (["silo", "-o", "size=5"], "silo, option size: 5 is not allowed"),
        (["silo", "--protocol", "uci"], "'uci' is not one of 'ugi', 'gtp'"),
        (["silo", "--player", "level:99"], "player level, option level: 99 is not allowed"),
    ],
)
def test_a_wrong_command_line_is_refused_before_anything_is_read(
    words: list[str], sentence: str
) -> None:
    ran = subprocess.run(
        engine_words(*words),
        input="ugi\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert sentence in " ".join(ran.stderr.split())


@pytest.mark.parametrize(
    ("protocol", "go", "answer"),
    [("ugi", "go movetime 100", "info string error: "), ("gtp", "genmove b", "? ")],
)
def test_a_player_that_fails_is_told_and_the_engine_goes_on(
    protocol: str, go: str, answer: str, converse: Converse
) -> None:
    engine = converse("silo", "--protocol", protocol, "--player", "ugi:false")
    engine.say(go)
    assert "ugi false: it ended with exit code 1" in engine.hear(answer)[-1]
    engine.say("quit")
    assert engine.end()[0] == 0
