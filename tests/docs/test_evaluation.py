"""The program that compares searches with exact results."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "docs/researchers/evaluation.py"


def told(*words: str) -> subprocess.CompletedProcess[str]:
    words = (sys.executable, str(PROGRAM), *words)
    return subprocess.run(words, capture_output=True, text=True, check=False)


SMALL = ("silo", "-o", "size=4", "-o", "height=1")


@pytest.mark.nightly
def test_what_is_kept_is_told() -> None:
    ran = told(*SMALL, "--positions", "3", "--milliseconds", "5")
    assert ran.returncode == 0, ran.stderr
    shares = re.findall(r"\| ([a-z ]+) \| ([01]\.\d\d) \|", ran.stdout)
    assert {name for name, _ in shares} >= {"by chance", "search by playouts"}


def test_how_often_chances_come_true_and_whether_proofs_hold_is_told() -> None:
    ran = told("silo", "-o", "size=4", "--chances", "40", "--simulations", "24")
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^tree: [1-9]\d* results proven, none of them false$", ran.stdout, re.M)
    assert "| chance told | moves | won | 95 % interval | |" in ran.stdout
    rows = re.findall(r"\| \d+% to \d+% \| (\d+) \| \d+% \| \d+% to \d+% \|", ran.stdout)
    assert 0 < sum(map(int, rows)) <= 4 * 40  # moves


def test_where_nothing_is_known_positions_are_played_on() -> None:
    efforts = ("--simulations", "24", "--playing", "3")
    ran = told("filo", "-o", "variant=proposal-1", "--chances", "12", *efforts)
    assert ran.returncode == 0, ran.stderr
    positions, played = map(
        int, re.findall(r"^(\d+) positions, (\d+) played on$", ran.stdout, re.M)[0]
    )
    assert (positions, played > 0) == (12, True)
    rows = re.findall(r"\| \d+% to \d+% \| (\d+) \| \d+% \| \d+% to \d+% \|", ran.stdout)
    assert sum(map(int, rows)) == played
    mean, best = map(float, re.findall(r"\(Brier\): (0\.\d+); .* map (0\.\d+)", ran.stdout)[0])
    assert 0 <= best <= mean < 1
    luck = re.findall(r"by (0\.\d+) on average, and by up to (0\.\d+) in 19 of 20", ran.stdout)[0]
    assert 0 < float(luck[0]) < float(luck[1]) < 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("silo", "-o", "size=5"), "silo, option size: 5 is not allowed; choose 4, 6"),
        (("silo", "-o", "size"), "-o size: write NAME=VALUE"),
        (("sillo",), "no game 'sillo' is installed"),
    ],
)
def test_a_board_that_there_is_not_is_refused_in_a_sentence(
    words: tuple[str, ...], reason: str
) -> None:
    ran = told(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"error: {reason}" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.nightly
def test_a_board_of_which_nothing_is_known_is_told() -> None:
    ran = told("splay")
    assert ran.returncode == 1
    assert "Nothing is known of splay for certain" in ran.stderr
