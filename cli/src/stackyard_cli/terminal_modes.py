"""A terminal's modes, saved when the program starts and restored however it ends.

prompt_toolkit and rich restore what they change, but a signal may stop them on the way. This module
imports almost nothing, for the reason that `stackyard_cli.entry` gives.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Bracketed paste off, the cursor visible: what prompt_toolkit and rich change besides.
USUAL = b"\x1b[?2004l\x1b[?25h"
CHANGERS = ("prompt_toolkit", "rich")
READERS = ("prompt_toolkit", "readline")  # what changes the attributes while a line is typed

_saved: dict[int, list[Any]] = {}  # attributes of the standard streams that are terminals


def save() -> None:
    """Note the attributes of the terminals that the standard streams are connected to."""
    terminals = [number for number in (0, 1, 2) if os.isatty(number)]
    if not terminals or os.name != "posix":
        return
    import termios

    for number in terminals:
        _saved[number] = termios.tcgetattr(number)


def restore() -> None:
    """Set each terminal back to the attributes noted; show the cursor and paste as usual.

    A terminal that this program has not changed, or that another one has taken over, is left alone:
    its modes may be those of a pager, or of the shell.
    """
    from contextlib import suppress

    reachable = [number for number in _saved if _is_foreground(number)]
    if {0, 1} <= _saved.keys() and _any_used(READERS):  # else there was no prompt
        import termios

        for number in reachable:
            with suppress(termios.error):  # it has been closed
                if termios.tcgetattr(number) != _saved[number]:
                    termios.tcsetattr(number, termios.TCSANOW, _saved[number])
    shown = [number for number in reachable if number]
    if shown and _any_used(CHANGERS):
        with suppress(OSError, RuntimeError, ValueError):  # a signal may come while it is written
            sys.stdout.flush()  # what it holds would be written after this
        with suppress(OSError):
            os.write(shown[0], USUAL)


def _any_used(names: tuple[str, ...]) -> bool:
    """Tell if one of these modules has been imported."""
    return any(name in sys.modules for name in names)


def _is_foreground(number: int) -> bool:
    """Tell if this program may change a terminal; one in the background is stopped for trying."""
    try:
        return os.tcgetpgrp(number) == os.getpgrp()
    except OSError:  # it is not the terminal that controls this program
        return True
