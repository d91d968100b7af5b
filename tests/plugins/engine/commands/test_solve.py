from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import PATIENCE

import stackyard_engine.commands.solve as solving
import stackyard_engine.solver.combined as combining
from stackyard import load_game
from stackyard_engine.solver.checkpoints import checkpoint_beside
from stackyard_engine.solver.tables import kept_path

Text = Callable[..., str]
Answer = Callable[..., Any]
SMALL = ("-o", "size=4", "-o", "height=1")
FILO = ("--plugin", "stackyard_filo.plugin")
SPLAY = ("--plugin", "stackyard_splay.plugin")
GERING = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"


def test_it_tells_who_wins_in_how_many_moves_and_how(output: Text) -> None:
    shown = output("solve", "silo", "-o", "size=4").splitlines()
    assert shown[:2] == ["Silo (size=4, height=2, goal=any)", "red: choose a column to move from"]
    assert shown[2].startswith("Estimate: 10,910 positions, 0.0 MB, about ")
    assert shown[3:7] == [
        "With best play: red wins in 31 moves",
        "",
        "move  result  moves        best play",
        "c     wins    31     best  c b a b c d b d …",
    ]
    assert shown[-1].startswith("10,910 positions, 0.0 MB, ")
    assert shown[-1].endswith("; no position comes back")


def test_a_solver_of_core_answers_the_same(answer: Answer) -> None:
    words = ("solve", "silo", "-o", "size=4")
    own, core = answer(*words), answer(*words, "--method", "exhaustive")
    assert (own.pop("method"), own.pop("positions")) == ("words", 10_910)
    assert (core.pop("method"), core.pop("positions")) == ("exhaustive", 10_956)
    assert own == core


def test_a_program_reads_it(answer: Answer) -> None:
    found = answer(*SPLAY, "solve", "splay", "-o", "side=2")
    assert found == {
        "game": "splay",
        "options": {"side": 2, "fill": False, "pie": False},
        "position": "2/3/2 w",
        "player": "white",
        "result": "white",
        "moves": 6,
        "method": "exhaustive",
        "positions": 6,
        "lines": [
            {
                "move": "b2",
                "result": "wins",
                "moves": 6,
                "best": True,
                "variation": ["b2"] * 6,
            }
        ],
    }


def test_a_proof_tells_the_winner_alone(answer: Answer) -> None:
    found = answer(*FILO, "solve", "filo", "--method", "proof", "--position", GERING)
    assert (found["result"], found["moves"], found["method"]) == ("black", None, "proof")
    assert [line["result"] for line in found["lines"]] == ["loses"] * 3


def test_a_proof_leaves_the_checkpoint_of_exhaustive_search(
    tmp_path: Path, output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path))
    game = load_game("silo", size=4, height=1)
    path = checkpoint_beside(kept_path(game, game.initial()), "exhaustive")
    path.write_bytes(b"hours of work")
    output("solve", "silo", *SMALL, "--method", "proof")
    assert path.exists()


def test_a_short_proof_ends_it_and_says_how_to_learn_more(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(combining, "ENOUGH", 0)
    shown = output(*FILO, "solve", "filo", "--position", GERING).splitlines()
    assert shown[3] == "With best play: black wins"
    assert shown[-1].startswith("166 positions, ")
    assert shown[-1].endswith("; --method exhaustive, cut short at 4,096, would find it")


def test_a_proof_takes_over_where_memory_does_not_suffice(answer: Answer) -> None:
    found = answer(*FILO, "solve", "filo", "--memory", "3M", "--position", GERING)
    assert (found["result"], found["method"]) == ("black", "proof")


def test_a_position_of_a_match_is_solved(
    answer: Answer, write: Callable[..., str], refusal: Text
) -> None:
    from stackyard import Match, make_player, record_of
    from stackyard.records.format import encode

    game = load_game("silo", size=4, height=1)
    match = Match(game, (make_player("random", game, 1), make_player("random", game, 2)))
    match.run()
    file = write("match.json", json.loads(encode(record_of(match))))
    found = answer("solve", "silo", "--match", file, "--ply", "1")
    assert found["options"]["size"] == 4
    assert found["position"] == game.format_position(match.course.at(1).position)
    words = refusal("solve", "silo", "--match", file, "--ply", "99")
    assert "and no position after 99" in words


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--ply", "3"], "--ply is the move of a match: name it with --match"),
        (["--table", "x", "--keep"], "--table and --keep exclude each other"),
        (["--match", "1", "--position", "x"], "--match and --position exclude each other"),
        (["-o", "size=6", "--match", "1"], "1 is a match; --ply N names one of its positions"),
        (["--memory", "much"], "much is not an amount of memory such as 500M or 4G"),
        (["--memory", "1K"], "1K is not an amount of memory such as 500M or 4G"),
        ([*SMALL, "--position", "-/-/rr/bb b"], "there is nothing to solve: "),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], sentence: str, refusal: Callable[..., str]
) -> None:
    assert sentence in refusal("solve", "silo", *words)


def test_it_gives_up_when_it_may_not_go_on(run: Callable[..., Any]) -> None:
    words = ("solve", "filo", "--memory", "1M", "--method")
    ended = run(*FILO, *words, "exhaustive")
    assert ended.exit_code == 1
    assert ended.stderr.startswith("Warning: 1.0 MB will hardly suffice for at least ")
    assert "Not solved: 1.0 MB did not suffice after " in ended.stderr
    assert ended.stderr.endswith("; try --memory 2M or --method proof.\n")
    ended = run(*FILO, *words, "proof")
    assert ended.exit_code == 1
    assert "Warning" not in ended.stderr
    assert ended.stderr.endswith("; try --memory 2M.\n")
    ended = run("solve", "silo", "--method", "exhaustive", "--seconds", "0.2")
    assert ended.exit_code == 1
    assert "Not solved: time was up after " in ended.stderr


def test_what_cannot_be_kept_is_said_before_it_starts(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--plugin", "stackyard_slicron.plugin", "solve", "slicron", "-o", "side=4")
    for plain in (True, False):
        if not plain:
            monkeypatch.setattr(solving, "plain_bytes", lambda key: None)
        ended = run(*words, "--method", "proof", "--seconds", "0.05")
        before, _, after = ended.stderr.partition("Error: Not solved")
        assert ended.exit_code == 1
        assert after
        assert ("no checkpoint can be kept: if it is stopped, it has to begin" in before) != plain
    for options in (("--keep",), ("--table", "slicron.table")):
        ended = run(*words, *options)
        assert ended.exit_code == 2
        assert ended.stderr.endswith(f"no codes to keep in a table: leave out {options[0]}\n")


@pytest.mark.alone
def test_ctrl_c_ends_it_with_one_sentence(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "stackyard_cli", "solve", "silo"]
    environment = os.environ | {"STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3")}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as program:
        assert program.stdout is not None
        while "Estimate" not in program.stdout.readline():
            pass
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    warning, ended = errors.splitlines()
    assert warning.startswith("Warning: Silo's own solver keeps no checkpoint")
    assert ended.startswith("Stopped after ")
    assert ended.endswith("; nothing was kept.")


def test_a_table_that_cannot_be_written_is_told_before_the_solution(
    run: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", "/proc/none")
    ended = run("solve", "silo", *SMALL, "--keep")
    assert ended.exit_code != 0
    assert "cannot be written" in ended.stderr
    assert "wins" not in ended.stdout
