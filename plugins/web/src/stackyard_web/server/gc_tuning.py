"""How a process that runs for long, with many threads, treats its memory."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

# A full collection of garbage goes through all that belongs to matches and pages: with 200 matches
# nobody is answered for 0.15 s. Hardly anything needs one; a table that is forgotten does not.
RARELY = 100
SHARED = (-8, 1)  # M_ARENA_MAX of the C library: one memory for all threads
APART = (-3, 8192)  # M_MMAP_THRESHOLD: what is larger goes back to the system when it is freed


def settle() -> None:
    """Collect garbage in full rarely, and use again what was freed.

    The messages and pictures of many matches, some 30 kB each, are made in many threads. Where the
    GNU C library puts them among small things, in a memory for each thread, the process grows for
    minutes.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], RARELY)
    with suppress(AttributeError, OSError, TypeError):  # another C library, or another system
        for setting in (SHARED, APART):
            ctypes.CDLL(None).mallopt(*setting)
