"""The example games of the authors' documents, read from there."""

from __future__ import annotations

import sys
from pathlib import Path

GAMES = Path(__file__).parents[3] / "docs/authors/games"

sys.path += [str(folder / "src") for folder in sorted(GAMES.iterdir()) if folder.is_dir()]
