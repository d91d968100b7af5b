"""Exit codes beside click's own: 0 for success, 1 for a failure, 2 for a misuse."""

from __future__ import annotations

INTERRUPTED = 130  # by Ctrl-C
