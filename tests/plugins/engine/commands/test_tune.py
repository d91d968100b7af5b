from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stackyard_engine.commands import tune
from stackyard_engine.train import match_test, tuner
from stackyard_engine.train.match_test import Side

if TYPE_CHECKING:
    from click.testing import Result

Text = Callable[..., str]
Answer = Callable[..., Any]
Run = Callable[..., "Result"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    return tmp_path / "weights"


def decide(monkeypatch: pytest.MonkeyPatch, score: Callable[[Side], float]) -> None:
    monkeypatch.setattr(tune, "weights_for", lambda game: None)
    monkeypatch.setattr(match_test, "play_pair", lambda game, one, other, seed, tick: score(one))
    monkeypatch.setattr(tuner, "usual_depth", lambda *given: 6)


BOARD = ("silo", "-o", "size=4")


def test_what_was_better_is_told_and_kept(
    output: Text, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    decide(monkeypatch, lambda one: float("rave" in one.words))
    shown = output("tune", *BOARD, "--minutes", "1")
    assert "In use, without weights: mcts:" in shown
    assert "rave=300: 16 of 16 points, better\n" in shown
    assert "horizon=6: 0 of 14 points, not shown to be better\n" in shown
    (file,) = folder.iterdir()
    assert f"in use: {file}" in shown.replace("\n", "")
    assert "rave=300" in output("tune", *BOARD, "--minutes", "1").splitlines()[1]


def test_nothing_is_written_if_nothing_is_better(
    output: Text, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    decide(monkeypatch, lambda one: 0.0)
    shown = output("tune", *BOARD, "--minutes", "1")
    assert re.search(r"Nothing was shown to be better than mcts:\S+\.", shown)
    assert not folder.exists()


def test_a_program_reads_the_parameters_and_the_matches(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(monkeypatch, lambda one: float("rave" in one.words))
    shown = answer("tune", *BOARD, "--minutes", "1")
    assert shown["playouts"]["rave"] == 300
    assert shown["matches"][-1].keys() == {"tried", "games", "points", "better"}
    assert shown["file"].endswith(".tuning")


def test_ctrl_c_keeps_what_is_known(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def score(one: Side) -> float:
        if "exploration=0.2" in one.words:
            raise KeyboardInterrupt
        return float("rave" in one.words)

    decide(monkeypatch, score)
    result = run("tune", *BOARD, "--minutes", "1")
    assert result.exit_code == 130, result.stderr
    assert "is kept in" in result.stderr
    assert len([*folder.iterdir()]) == 1


def test_ctrl_c_tells_that_nothing_was_better(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def score(one: Side) -> float:
        raise KeyboardInterrupt

    decide(monkeypatch, score)
    monkeypatch.setattr(tuner, "usual_depth", lambda *given: 9)
    result = run("tune", *BOARD, "--minutes", "1")
    (file,) = folder.iterdir()
    told = f"Stopped: nothing was better so far; the depth of alphabeta is kept in {file}."
    assert told in result.stderr.replace("\n", "")


def test_there_must_be_a_folder(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    result = run("tune", "silo")
    assert result.exit_code == 2
    assert "leaves no folder for the parameters" in result.stderr
