"""SIGTERM and SIGHUP end a command as Ctrl-C does: handlers, and the exit code.

A handler raises KeyboardInterrupt, which commands handle; a prompt looks for the signal itself.
This module imports almost nothing, for the reason that `stackyard_cli.entry` gives.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import _thread
import os
import time

from stackyard_cli import terminal_modes
from stackyard_cli.exit_codes import INTERRUPTED

SOON = 0.02  # seconds, in which a finaliser has ended
REPEATED = 5.0  # seconds; a closing terminal sends several signals, and one has to be handled

_stop: tuple[int, float] | None = None  # the first SIGTERM or SIGHUP, and its time
_in_match = False
_in_prompt = False
_terminals: list[int] = []  # the standard streams that were terminals at the start


def heeded() -> list[int]:
    """The signals to handle, which are those that the parent process has not made us ignore."""
    usual = {"SIGINT": signal.default_int_handler, "SIGTERM": signal.SIG_DFL}
    if hasattr(signal, "SIGHUP"):  # not on Windows
        usual["SIGHUP"] = signal.SIG_DFL
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            _terminals[:] = [number for number in (0, 1, 2) if os.isatty(number)]
    numbers = {getattr(signal, name): handler for name, handler in usual.items()}
    return [number for number, handler in numbers.items() if signal.getsignal(number) is handler]


def interrupt(number: int, frame: object = None) -> None:
    """Raise KeyboardInterrupt for a signal; for a first one only if no prompt looks for it."""
    is_left = _in_prompt and _stop is None
    if _note(number) and not is_left:
        raise KeyboardInterrupt


def leave(number: int = 0, frame: object = None) -> None:
    """End the program at once, on a terminal with the cursor in a new line."""
    if not _note(number):
        return
    try:
        terminal_modes.restore()
        if os.isatty(2):
            os.write(2, b"\n")
    finally:
        os._exit(exit_code())


def set_in_match(match: bool) -> None:
    """Note that a match is being played, which says at its end how to go on, or that none is."""
    global _in_match
    _in_match = match


def set_in_prompt(prompt: bool) -> None:
    """Note that a prompt is shown, which looks for signals by `stopping`, or that none is.

    In its event loop an exception may come between any two steps: the loop could wait for ever.
    """
    global _in_prompt
    _in_prompt = prompt


def dropped() -> None:
    """End the program, since Python has dropped the exception, as in a finaliser.

    During a match the exception is raised again in a moment; a short command could end before it.
    """
    global _stop
    if not _in_match:
        leave()
    number = signal.SIGINT
    if _stop is not None:
        number = _stop[0]
        _stop = (number, -REPEATED)  # so that this one is not ignored

    def send() -> None:
        time.sleep(SOON)
        _thread.interrupt_main(number)

    _thread.start_new_thread(send, ())


def last_handler(number: int) -> object:
    """The handler of a signal while Python ends, which would not call ours to the last."""
    return leave if _stop is None or number == signal.SIGINT else signal.SIG_IGN


def stopping() -> bool:
    """Tell if the program is to end, by SIGTERM or SIGHUP; that of a closed terminal may follow."""
    _drop_terminals()
    return _stop is not None


def end_if_stopping() -> None:
    """Raise KeyboardInterrupt again where Ctrl-C ends less than the program."""
    if stopping():
        raise KeyboardInterrupt


def exit_code() -> int:
    """The exit code of an interrupted command: 128 and the signal's number."""
    return INTERRUPTED if _stop is None else 128 + _stop[0]


def _note(number: int) -> bool:
    """Note a signal; False for a repeated SIGTERM or SIGHUP, which is ignored."""
    global _stop
    before = _stop
    _drop_terminals()
    if number in (0, signal.SIGINT):
        return True
    now = time.monotonic()
    if before is not None and now - before[1] < REPEATED:
        return False
    _stop = (number, now)
    return True


def _drop_terminals() -> None:
    """Replace closed terminals by the null device, so that nothing fails that is written there."""
    global _stop
    for number in [number for number in _terminals if not os.isatty(number)]:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, number)
        os.close(nothing)
        _stop = _stop or (signal.SIGHUP, time.monotonic())
