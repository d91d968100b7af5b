"""Files that are there already, input that is no text, and commands that are not installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.conftest import PATIENCE

from stackyard.records.archive import Archive

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]


@pytest.mark.parametrize(
    "words", [["export", "1", "--to", "here.txt"], ["show", "silo", "--svg", "here.txt"]]
)
def test_a_file_is_written_over_only_by_force(
    words: list[str],
    keep: Keep,
    refusal: Text,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    keep()
    Path("here.txt").write_text("mine", "utf-8")
    assert "here.txt: that file exists; name another, or write over it with --force" in refusal(
        *words
    )
    assert Path("here.txt").read_text("utf-8") == "mine"
    assert run(*words, "--force").exit_code == 0
    assert Path("here.txt").read_text("utf-8") != "mine"


def test_save_knows_the_home_folder_and_its_own_endings(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    lines = "save ~/kept.json\nsave ~/kept.svg\nsave ~/kept.json\nquit\n"
    shown = run("play", "silo", "--second", "human", "--no-keep", typed=lines).stdout
    assert "Saved to ~/kept.json." in shown
    assert "Not saved: save writes records, whose files end in .json, not '.svg'." in shown
    assert "Not saved: ~/kept.json exists already; choose another name." in shown
    assert [path.name for path in tmp_path.glob("kept*")] == ["kept.json"]


def test_what_is_exported_as_text_is_imported(keep: Keep, run: Run, tmp_path: Path) -> None:
    keep("a d b c")
    keep("a d")
    path = str(tmp_path / "games.txt")
    assert run("export", "1", "2", "--format", "text", "--to", path).exit_code == 0
    run("delete", "1", "2")
    imported = run("import", path)
    assert re.findall(r"match (\d): silo, red human, blue human: (.*)", imported.stdout) == [
        ("3", "blue won"),
        ("4", "unfinished"),
    ]
    assert [turn.moves for turn in Archive().record(3).turns] == [["a"], ["d"], ["b"], ["c"]]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["import", "-"], "it is no text, and so no record"),
        (["replay", "-"], "it is no text, and so no record"),
        (["play", "silo", "--no-keep"], "None of the last 100 moves of the input can be played."),
    ],
)
def test_input_without_an_end_is_refused(words: list[str], sentence: str) -> None:
    with Path("/dev/zero").open("rb") as endless:
        ended = subprocess.run(
            [sys.executable, "-m", "stackyard_cli", *words],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    assert ended.returncode in {1, 2}
    assert sentence in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_command_that_is_not_installed_names_its_package(refusal: Text) -> None:
    assert refusal("arena", "silo").startswith("arena comes with stackyard-lab: python -m pip ")
    assert refusal("serve").startswith("serve comes with stackyard-web: python -m pip install ")
