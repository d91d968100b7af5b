from __future__ import annotations

from tests.thinker import time

__all__ = ["time"]
