from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_a_table_can_be_played_at_without_a_server() -> None:
    """Messages are answered by a table of a few lines, at which a computer player moves.

    Nothing of a server is loaded.
    """
    script = Path(__file__).with_name("alone.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "kinds": ["error", "hint", "look", "state"],
        "winner": 1,
        "outside": [],
    }
