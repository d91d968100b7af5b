"""The program of the page about PettingZoo: a policy that learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

RESEARCHERS = Path(__file__).parents[2] / "docs/researchers"


@pytest.mark.nightly
def test_the_policy_learns_to_beat_random_moves() -> None:
    command = [sys.executable, str(RESEARCHERS / "policy.py"), "300"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    shares = [int(share) for share in re.findall(r"(\d+)% of the points", ran.stdout)]
    assert len(shares) == 2
    assert 45 < shares[0] < 65
    assert shares[1] > 90
