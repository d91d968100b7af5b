"""A friend on another machine of the same network, by Linux's network namespaces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import PATIENCE

pytestmark = pytest.mark.nightly

APART = ["unshare", "--user", "--map-root-user", "--net"]
WIRE = ["ip", "link", "add", "wire", "type", "veth", "peer", "name", "other"]


def refusal() -> str:
    """The reason that no network can be built here; "" if one can."""
    missing = [name for name in ("unshare", "nsenter", "ip") if shutil.which(name) is None]
    if missing:
        return f"there is no {' and no '.join(missing)}: apt-get install util-linux iproute2"
    tried = subprocess.run([*APART, *WIRE], capture_output=True, text=True, check=False)
    return tried.stderr.strip() if tried.returncode else ""


def test_a_friend_on_another_machine_opens_the_invitation_and_plays_a_move(tmp_path: Path) -> None:
    if reason := refusal():
        pytest.skip(f"no network of two machines can be built: {reason}")
    done = subprocess.run(
        [*APART, sys.executable, str(Path(__file__).with_name("two_machines.py"))],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3")},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "network": True,
        "base": "http://10.77.0.1",
        "title": "You are invited to a match of Silo",
        "seen": 1,
        "ply": 1,
    }
