from __future__ import annotations

import json
import os
import shlex
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Call, Environment

SHOWN = [
    ["--help"],
    ["list"],
    ["plugins"],
    ["info", "silo"],
    ["rules", "silo"],
    ["show", "silo"],
    ["perft", "silo", "5", "--divide"],
    ["play", "silo", "--first", "random", "--second", "random"],
    ["play", "silo", "--first", "random", "--second", "random", "--json"],
    ["matches"],
    ["records", "schema"],
]
WORKERS = ["analyse", "silo", "-o", "size=4", "--simulations", "400", "--workers", "2"]


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_output_into_a_closed_pipe_ends_quietly(words: list[str], compiled: Environment) -> None:
    with compiled.start(*words) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait() in {0, 1}


def test_a_reader_who_leaves_after_the_first_line_is_no_trouble(compiled: Environment) -> None:
    words = ["play", "silo", "--first", "random", "--second", "random", "--delay", "0.1"]
    with compiled.start(*words) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline().startswith("Silo by Mark Steere")
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait() in {0, 1}


def test_the_end_of_input_in_the_middle_of_a_game_says_how_to_go_on(
    compiled: Environment,
) -> None:
    words = ["play", "silo", "--second", "random", "--seed", "1", "--no-keep"]
    left = compiled.run(*words, typed="e\n")
    assert (left.returncode, left.stderr) == (1, "")
    assert "The input has ended. To go on from here:" in left.stdout
    command = shlex.split(left.stdout.splitlines()[-1])
    assert command[:3] == ["stackyard", "play", "silo"]
    again = compiled.output(*command[1:], typed="moves\nquit\n")
    position = command[command.index("--position") + 1]
    assert position != "rrr/bbb/rrr/bbb/rrr/bbb r"
    assert f"--position '{position}'" in again


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("play silo --second random", 1),
        ("play silo --first random --second random --quiet", 0),
        ("list", 0),
        ("nonsense", 2),
    ],
)
def test_without_standard_input_there_is_no_traceback(
    words: str, code: int, compiled: Environment, call: Call
) -> None:
    script = f"{shlex.quote(str(compiled.program))} {words} <&-; echo $?"
    done = call("sh", "-c", script, folder=compiled.folder)
    assert done.stdout.splitlines()[-1] == str(code)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", SHOWN[1:], ids=" ".join)
def test_output_that_finds_no_room_is_one_sentence(
    words: list[str], compiled: Environment, call: Call
) -> None:
    line = f'{shlex.join([str(compiled.program), *words])} > /dev/full; echo "code $?"'
    with_room = call("sh", "-c", line, folder=compiled.folder)
    assert with_room.stdout == "code 1\n"
    sentence, *way_on = with_room.stderr.splitlines()
    assert sentence == "Error: No space left on device"
    assert not way_on or (words[0], way_on[0]) == ("play", "To go on from here:")


@pytest.mark.parametrize(
    "words",
    [*SHOWN, pytest.param(WORKERS, marks=pytest.mark.nightly)],
    ids=" ".join,
)
def test_without_standard_output_there_is_no_traceback(
    words: list[str], compiled: Environment, call: Call
) -> None:
    program = shlex.join([str(compiled.program), *words])
    done = call("sh", "-c", f"{program} >&-; echo $?", folder=compiled.folder)
    assert done.stdout == "0\n"
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1"])
def test_odd_bytes_are_refused_whatever_the_encoding(encoding: str, compiled: Environment) -> None:
    words = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human"]
    variables = {"PYTHONIOENCODING": encoding}
    typed = bytes(range(128, 256)) + b"\n\x81\n\xff\xfe\na d b c\n"
    done = compiled.run(*words, typed=typed, variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Not played: ") == 3
    assert done.stdout.splitlines()[-1].startswith("blue wins: ")


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1"])
@pytest.mark.parametrize(
    "words", ["--help", "info silo", "rules silo", "play --help", "show silo", "plugins"]
)
def test_signs_that_the_encoding_lacks_do_no_harm(
    encoding: str, words: str, compiled: Environment
) -> None:
    done = compiled.run(*words.split(), variables={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) > 100


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "utf-8"])
def test_a_program_reads_the_same_in_every_encoding(encoding: str, compiled: Environment) -> None:
    variables = {"PYTHONIOENCODING": encoding}
    shown = compiled.output("info", "silo", "--json", variables=variables)
    assert json.loads(shown) == json.loads(compiled.output("info", "silo", "--json"))


def test_odd_bytes_on_the_command_line_are_refused(compiled: Environment) -> None:
    odd = os.fsdecode(b"\xff\xfe")
    for words in (["show", odd], ["show", "silo", odd], ["show", "silo", "-o", odd], [odd]):
        done = compiled.run(*words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr.splitlines()[-1].startswith("Error: ")
