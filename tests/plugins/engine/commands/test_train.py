from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.conftest import PATIENCE, ROOT

from stackyard.plugins.registry import load_game
from stackyard_engine.eval.weights import read_weights

Text = Callable[..., str]
Answer = Callable[..., Any]
Run = Callable[..., Result]
SMALL = ("silo", "-o", "size=4", "-o", "height=1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    return tmp_path / "weights"


def test_it_tells_what_was_learned_and_where_it_is_kept(output: Text, folder: Path) -> None:
    shown = output("train", *SMALL, "--games", "20").splitlines()
    assert shown[:3] == [
        "Silo (size=4, height=1, goal=any)",
        "Patterns: 28,928 weights, 15 to a position.",
        "Exact results are known and used.",
    ]
    assert shown[3].startswith("20 games, ")
    assert shown[4].startswith("Error on held-out games: 0.")
    path = folder / "silo-4-1-any.weights"
    assert shown[-1] == f"weights: {path} ({path.stat().st_size:,} bytes)"


@pytest.mark.alone
def test_a_signal_keeps_the_weights_of_the_last_round(folder: Path) -> None:
    words = [sys.executable, "-m", "stackyard_cli", "train", *SMALL, "--games", "1000"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as program:
        until = time.monotonic() + PATIENCE
        while not list(folder.glob("*.weights")):
            assert program.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(0.3)  # until the disk has it
        program.send_signal(signal.SIGTERM)
        _, errors = program.communicate(timeout=PATIENCE)
    (path,) = folder.iterdir()
    assert program.returncode == 143
    assert re.fullmatch(
        rf"Stopped after [\d,]+ games: {path} has the weights after [\d,]+; "
        "run it again to begin anew.\n",
        errors,
    )
    read_weights(path, load_game("silo", size=4, height=1))


def test_the_same_seed_writes_the_same_file(output: Text, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    for path, seed in zip(paths, ("1", "1", "2"), strict=True):
        output("train", *SMALL, "--games", "20", "--seed", seed, "--output", str(path))
    first, again, other = [path.read_bytes() for path in paths]
    assert first == again != other


def test_a_match_against_playouts_tells_points(output: Text, answer: Answer) -> None:
    words = ("train", *SMALL, "--games", "20", "--match", "4")
    (line,) = [line for line in output(*words).splitlines() if line.startswith("Against")]
    assert re.match(r"Against playouts, 0\.02 s a move: (\d\.?\d?) of 4 points", line)
    found = answer(*words)
    assert found["match"] == 4
    assert 0 <= found["points"] <= 4


@pytest.mark.parametrize(("points", "worse"), [(1.5, True), (2.0, False)])
def test_weights_that_play_worse_than_playouts_are_told(
    output: Text, monkeypatch: pytest.MonkeyPatch, points: float, worse: bool
) -> None:
    monkeypatch.setattr("stackyard_engine.commands.train.points_of_weights", lambda *given: points)
    shown = output("train", *SMALL, "--games", "20", "--match", "4")
    assert ("These weights play worse than playouts: train on more games" in shown) == worse


def test_a_program_reads_it(answer: Answer, tmp_path: Path) -> None:
    path = tmp_path / "taught"
    found = answer("train", *SMALL, "--games", "20", "--output", str(path))
    assert found["game"] == "silo"
    assert (found["weights"], found["games"], found["file"]) == (28_928, 20, str(path))


def test_a_game_of_one_file_is_taught_as_well(output: Text) -> None:
    plugin = ROOT / "docs/authors/hexapawn.py"
    shown = output("--plugin", str(plugin), "train", "hexapawn", "--games", "20")
    assert "\n20 games, " in shown


def test_what_is_taught_is_played(output: Text) -> None:
    before = output("analyse", *SMALL, "--simulations", "3")
    output("train", *SMALL, "--games", "20")
    after = output("analyse", *SMALL, "--simulations", "3")
    assert after != before


def test_weights_that_cannot_be_written_are_refused_with_a_sentence(
    refusal: Text, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    shown = refusal("train", *SMALL, "--games", "10", "--output", str(tmp_path / "file/w"))
    assert "cannot be written" in shown


def test_weights_of_no_use_are_told_of_and_play_goes_on(run: Run, folder: Path) -> None:
    run("train", *SMALL, "--games", "20")
    path = folder / "silo-4-1-any.weights"
    path.write_bytes(path.read_bytes()[:-1])
    sentence = f"Warning: learned weights are not used: {path} is damaged: "
    analysed = run("analyse", *SMALL, "--simulations", "3")
    assert (analysed.exit_code, analysed.stderr.startswith(sentence)) == (0, True)
    played = run("play", *SMALL, "--second", "mcts:3", "--no-keep", typed="a\nquit\n")
    assert sentence in played.stdout + played.stderr
    assert played.exit_code == 0
    people = run("play", *SMALL, "--second", "human", "--no-keep", typed="quit\n")
    assert "learned" not in people.stdout + people.stderr
