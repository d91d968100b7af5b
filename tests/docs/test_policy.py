"""The programs of the page about PettingZoo: a policy that learns, and steps a second."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from stackyard_pettingzoo import env

RESEARCHERS = Path(__file__).parents[2] / "docs/researchers"


@pytest.mark.nightly
def test_the_policy_learns_to_beat_random_moves() -> None:
    command = [sys.executable, str(RESEARCHERS / "policy.py"), "300"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    shares = [int(share) for share in re.findall(r"(\d+)% of the points", ran.stdout)]
    assert len(shares) == 2
    assert 45 < shares[0] < 65
    assert shares[1] > 90


def test_a_step_of_compiled_silo_takes_microseconds() -> None:
    program = runpy.run_path(str(RESEARCHERS / "env_speed.py"))
    program["steps_a_second"].__globals__["SECONDS"] = 0.3
    assert program["steps_a_second"](env("silo")) > 5_000  # a quarter of what it has to reach
