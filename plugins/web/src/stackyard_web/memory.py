"""How a process that runs for long, with many threads, treats its memory."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

# A full collection of garbage goes through all that belongs to matches and pages: with 200 matches
# nobody is answered for 0.15 s. Hardly anything needs one; a table that is forgotten does not.
RARELY = 100
ARENAS = -8  # M_ARENA_MAX of the C library


def settle() -> None:
    """Collect garbage in full rarely, and have all threads share the memory that was freed.

    With memory of its own for each thread, as the GNU C library has it, what one thread frees is
    of no use to the others, and the process grows for minutes.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], RARELY)
    with suppress(AttributeError, OSError, TypeError):  # another C library, or another system
        ctypes.CDLL(None).mallopt(ARENAS, 1)
