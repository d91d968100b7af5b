"""Exit codes beside click's own: 0 for success, 1 for a failure, 2 for a misuse."""

from __future__ import annotations

INTERRUPTED = 130  # by Ctrl-C
INCOMPLETE = 1  # the work is done except for parts that failed, which are named
