from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Text = Callable[..., str]
Answer = Callable[..., Any]
SMALL = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human", "--seed", "1"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", ["game.json", "a game.json"])
def test_save_writes_the_game_so_far(name: str, output: Text, answer: Answer) -> None:
    shown = output(*SMALL, typed=f"a d\nsave {name}\nb c\n")
    assert f"Saved to {name}." in shown
    assert shown.splitlines()[-1].startswith("blue wins: ")
    saved = json.loads(Path(name).read_text("utf-8"))
    assert saved["result"] is None
    assert [turn["moves"] for turn in saved["turns"]] == [["a"], ["d"]]
    assert saved.keys() == answer(*SMALL, typed="a d b c\n").keys()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("save", "Not saved: name a file, as in save game.json."),
        ("save here.json", "Not saved: here.json exists already; choose another name."),
        (
            "save no/such/folder.json",
            "Not saved: no/such/folder.json cannot be written: No such file or directory.",
        ),
        ("save a\0b", "Not saved: "),
    ],
)
def test_what_cannot_be_saved_says_so_and_the_game_goes_on(
    typed: str, sentence: str, output: Text
) -> None:
    Path("here.json").write_text("mine", "utf-8")
    shown = output(*SMALL, typed=f"a\n{typed}\nd b c\n")
    assert sentence in shown
    assert shown.splitlines()[-1].startswith("blue wins: ")
    assert Path("here.json").read_text("utf-8") == "mine"


def test_flip_turns_the_board_round_and_back(output: Text) -> None:
    lines = output(*SMALL, typed="flip\nflip\nquit\n").splitlines()
    assert [line for line in lines if line.startswith(("  a", "  d"))] == [
        "  a  b  c  d",
        "  d  c  b  a",
        "  a  b  c  d",
    ]
