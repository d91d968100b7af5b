"""The program that lets two builds play each other."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

KEEN = ["--search", "selective", "selective:late=3,whole_turns=true"]
NO_WEIGHTS = ["--weights", "none", "none"]
TOGETHER = ["--search", "workers=2", "workers=1:40"]
BEST_FIRST = ["--search", "tree:exploration=0.0", "tree"]
DUEL = Path(__file__).parents[2] / "docs/researchers/duel.py"


@pytest.mark.parametrize(
    "more",
    [
        *(NO_WEIGHTS, TOGETHER),
        *[
            pytest.param(more, marks=pytest.mark.nightly)
            for more in ([], ["--nodes", "40"], KEEN, BEST_FIRST)
        ],
    ],
)
def test_two_builds_play_each_other(more: list[str]) -> None:
    words = ["-o", "size=4", "--games", "4", "--milliseconds", "3,4", *more, "silo"]
    ran = subprocess.run(
        [sys.executable, DUEL, *words, sys.executable, sys.executable],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.fullmatch(
        r"([\d.]+) of 4 points, 0 draws: .*; one colour won both games of ([012]) of 2 openings; "
        r"simulations a move (\d+) and (\d+)\n",
        ran.stdout,
    )
    assert found, ran.stdout
    assert (float(found[1]) - int(found[2])) % 2 == 0  # the others gave both points to one side
    assert float(found[1]) in {0, 1, 2, 3, 4}
    assert min(int(found[3]), int(found[4])) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to see that both sides play")
def test_an_interrupted_match_tells_its_result_so_far() -> None:
    words = ["-o", "size=4", "--games", "1000", "--milliseconds", "3", "silo"]
    with subprocess.Popen(
        [sys.executable, DUEL, *words, sys.executable, sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as match:
        children = Path(f"/proc/{match.pid}/task/{match.pid}/children")
        while len(children.read_text().split()) < 2:
            time.sleep(0.05)
        os.killpg(match.pid, signal.SIGINT)  # as Ctrl-C in a terminal does
        told, complaint = match.communicate()
    assert re.match(r"([\d.]+ of \d+ points|no pair of games was finished)", told), told
    assert not complaint
