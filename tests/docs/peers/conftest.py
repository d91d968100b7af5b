"""The three example games of the comparison with other programs, read from the documents."""

from __future__ import annotations

import sys
from pathlib import Path

PEERS = Path(__file__).parents[3] / "docs/researchers/peers"

sys.path += [str(PEERS / game / "src") for game in ("hex", "breakthrough", "connect_four")]
