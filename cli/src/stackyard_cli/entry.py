"""The start and the end of the program: Ctrl-C ends it at any time with exit code 130.

Until `run` has begun, Ctrl-C makes Python show a traceback. So this module imports almost nothing
that Python has not imported before: `_signal`, for `signal` takes several milliseconds.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import gc
import os
import sys

from stackyard_cli.exit_codes import INTERRUPTED


def leave(number: int = 0, frame: object = None) -> None:
    """End the program at once, on a terminal with the cursor in a new line."""
    try:
        if os.isatty(2):
            os.write(2, b"\n")
    finally:
        os._exit(INTERRUPTED)


def run() -> None:
    """The command `stackyard`.

    During startup and Python's shutdown, Ctrl-C exits at once; in between it is an exception
    that a command may handle, for example to say how to continue.
    """
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeds:  # else the parent process has made it ignore Ctrl-C
        signal.signal(signal.SIGINT, leave)
    gc.disable()  # nothing that is imported becomes garbage
    from stackyard_cli.main import main

    gc.freeze()
    gc.enable()
    if not heeds:
        main()
    sys.unraisablehook = _unraisable
    try:
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            main()
        finally:
            signal.signal(signal.SIGINT, leave)
    except KeyboardInterrupt:
        leave()


def _unraisable(failure: sys.UnraisableHookArgs) -> None:
    """Exit if Ctrl-C came where Python drops exceptions, such as in a finaliser."""
    if issubclass(failure.exc_type, KeyboardInterrupt):
        leave()
    sys.__unraisablehook__(failure)
