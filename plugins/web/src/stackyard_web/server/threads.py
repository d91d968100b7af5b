"""THREADS is True if this interpreter has threads; in a browser it has none."""

from __future__ import annotations

import sys
from typing import Final

THREADS: Final = sys.platform != "emscripten"
