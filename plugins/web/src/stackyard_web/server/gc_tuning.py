"""Memory settings for a long-running process with many threads."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

# A full garbage collection visits every object of every match and page: with 200 matches it stops
# the server for 0.15 s. Hardly anything needs one; a table that is dropped does not.
FULL_COLLECTION_THRESHOLD = 100
SINGLE_ARENA = (-8, 1)  # M_ARENA_MAX of the C library: one heap for all threads
MMAP_THRESHOLD = (-3, 8192)  # M_MMAP_THRESHOLD: larger blocks return to the system


def tune_memory() -> None:
    """Collect garbage in full only rarely, and reuse freed memory.

    Many threads make messages and pictures of some 30 kB each. Without these settings the GNU C
    library puts them among small objects on a heap for each thread, and the process grows for
    minutes.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTION_THRESHOLD)
    with suppress(AttributeError, OSError, TypeError):  # another C library, or another system
        for setting in (SINGLE_ARENA, MMAP_THRESHOLD):
            ctypes.CDLL(None).mallopt(*setting)
