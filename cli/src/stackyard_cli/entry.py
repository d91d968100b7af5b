"""The start and the end of the program, which Ctrl-C, SIGTERM and SIGHUP end at any time.

The exit codes are 130, 143 and 129. Until `run` has begun, Ctrl-C makes Python show a traceback. So
this module imports almost nothing that Python has not imported before: `_signal`, for `signal`
takes several milliseconds.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import gc
import sys

from stackyard_cli import terminal_modes
from stackyard_cli.stop_signals import (
    dropped,
    exit_code,
    heeded,
    interrupt,
    last_handler,
    leave,
    stopping,
)


def run() -> None:
    """The command `stackyard`.

    During startup and Python's shutdown, these signals end it at once; in between they are an
    exception that a command may handle, for example to say how to continue.
    """
    numbers = heeded()
    for number in numbers:
        signal.signal(number, leave)
    terminal_modes.save()
    gc.disable()  # nothing that is imported becomes garbage
    from stackyard_cli.main import main
    from stackyard_cli.output import keep_descriptor

    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000)  # few collections while plugins are imported
    sys.unraisablehook = _unraisable
    keep_descriptor()
    try:
        try:
            for number in numbers:
                usual = number == signal.SIGINT
                signal.signal(number, signal.default_int_handler if usual else interrupt)
            main()
        finally:
            for number in numbers:
                signal.signal(number, last_handler(number))
            terminal_modes.restore()
    except KeyboardInterrupt:
        leave()
    except SystemExit:
        if stopping():
            raise SystemExit(exit_code()) from None
        raise


def _unraisable(failure: sys.UnraisableHookArgs) -> None:
    """End the program if Ctrl-C or a signal came where Python drops exceptions."""
    if issubclass(failure.exc_type, KeyboardInterrupt):
        dropped()
    else:
        sys.__unraisablehook__(failure)
