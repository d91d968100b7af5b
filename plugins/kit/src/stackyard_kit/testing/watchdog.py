"""Stop a call of the game that never comes back, and name it.

A signal looks at the running call once a second. If the same call of the author's code is seen for
too long, it is ended by an exception that names it. Compiled code runs no Python meanwhile, so no
signal is handled and nothing can end it but the end of the process: the kernel then stops the
process when it has used too much processor time, and another process, started before, says which
call it was. Both need the signals of Unix.
"""

from __future__ import annotations

import atexit
import faulthandler
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, process_time
from types import FrameType
from typing import Any

from stackyard_kit.testing import plugin
from stackyard_kit.testing.places import is_authors, is_kits

BEAT = 0.5  # seconds between two looks
ENDLESS = 5.0  # seconds of processor time that one call may take
ASLEEP = 30.0  # seconds by the clock
COMPILED = 20.0  # seconds of processor time without a look, after which the process is ended
DEBUGGERS = {"pdb", "bdb", "_pydevd_bundle", "pydevd"}

METHODS = (
    "legal_moves|random_move|play|copy|key|code|symmetric_code|evaluate"
    "|playout|perft|divide|advance"
)

# What runs in the other process: it waits for the end of this one, and then tells the place.
TELLER = r"""
import json, linecache, re, shutil, sys
sys.stdin.buffer.read()
folder, methods = sys.argv[1:]
stuck = open(folder + "/trace", encoding="utf-8", errors="replace").read()
if stuck:
    told = json.loads(open(folder + "/place", encoding="utf-8").read() or "{}")
    line = ""
    for file, number in re.findall(r'File "(.*)", line (\d+)', stuck):
        if "stackyard" in file:
            line = linecache.getline(file, int(number)).strip()
            break
    calls = re.findall(r"\.(" + methods + r")\(", line) or re.findall(r"\b(perft|divide)\(", line)
    call = told.get("call") or " or ".join(dict.fromkeys(calls)) or line or "a call"
    print(
        f"\n{call} does not come back; it is compiled, so the tests had to be ended"
        f"\nin {told.get('where', 'the game')}", file=sys.stderr, flush=True
    )
shutil.rmtree(folder)
"""


class StuckError(BaseException):
    """A call of the author's code was ended because it took too long.

    No Exception, so that neither the game nor a check takes it for an error of the game's own.
    """


class _Watch:
    """The watch over the checks that run now."""

    def __init__(self) -> None:
        self.depth = 0
        self._call: FrameType | None = None
        self._cpu = self._clock = 0.0

    def look(self, _signal: int, frame: FrameType | None) -> None:
        """Note the running call of the author's code; end it if it has been running for long."""
        teller.beat()
        call = _authors_call(frame)
        if call is None or call is not self._call:
            self._call, self._cpu, self._clock = call, process_time(), monotonic()
            return
        took = process_time() - self._cpu
        if took > ENDLESS:
            words = f"{took:.0f} seconds of processor time"
        elif monotonic() - self._clock > ASLEEP:
            words = f"{monotonic() - self._clock:.0f} seconds"
        else:
            return
        self._call = None
        raise StuckError(f"{_written(call)} does not come back: it was stopped after {words}")


watch = _Watch()


class _Teller:
    """The process that tells the place where a compiled call has stopped this one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._place: Any = None
        self._trace: Any = None

    @property
    def active(self) -> bool:
        """Whether places are to be told."""
        return self._process is not None and self._owner == os.getpid()

    def start(self) -> None:
        """Start the process; once."""
        if self.active or not hasattr(faulthandler, "register"):
            return
        if signal.getsignal(signal.SIGVTALRM) is not signal.SIG_DFL:
            return  # somebody else's
        folder = Path(tempfile.mkdtemp(prefix="stackyard-"))
        self._place = (folder / "place").open("w", encoding="utf-8")
        self._trace = (folder / "trace").open("w", encoding="utf-8")
        self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
            [sys.executable, "-I", "-S", "-c", TELLER, str(folder), METHODS],
            stdin=subprocess.PIPE,
            stderr=plugin.errors,
        )
        self._owner = os.getpid()
        atexit.register(self._end)
        faulthandler.register(signal.SIGVTALRM, self._trace, all_threads=False, chain=True)
        self.beat()

    def _end(self) -> None:
        """Let the process end before this one does."""
        if self._process is not None and self.active:
            self.rest()
            faulthandler.unregister(signal.SIGVTALRM)
            self._place.close()
            self._trace.close()
            self._process.communicate(timeout=10)

    def tell(self, where: str, call: str = "") -> None:
        """Write down the place where the next calls are made."""
        if self.active:
            text = json.dumps({"where": where, "call": call})
            self._place.seek(0)
            self._place.write(text)
            self._place.truncate()
            self._place.flush()

    def beat(self) -> None:
        """Allow more processor time, since Python still runs."""
        if self.active:
            signal.setitimer(signal.ITIMER_VIRTUAL, COMPILED)

    def rest(self) -> None:
        """Stop watching for now."""
        if self.active:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


teller = _Teller()


@contextmanager
def watching() -> Iterator[None]:
    """Watch over the calls made inside; used inside itself it does nothing more."""
    watch.depth += 1
    try:
        if watch.depth > 1 or not _is_free():
            yield
            return
        signal.signal(signal.SIGALRM, watch.look)
        signal.setitimer(signal.ITIMER_REAL, BEAT, BEAT)
        teller.beat()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            teller.rest()
    finally:
        watch.depth -= 1


def _is_free() -> bool:
    """Whether the alarm signal exists here and is not used by others."""
    if not hasattr(signal, "setitimer"):
        return False
    try:
        is_default = signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        if is_default:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
    except ValueError:  # not the main thread
        return False
    return is_default


def _authors_call(frame: FrameType | None) -> FrameType | None:
    """The call of the author's code that a check has made, if it is still running."""
    inside: list[FrameType] = []
    while frame is not None:
        inside.append(frame)
        frame = frame.f_back
    checked = False
    found = None
    for one in reversed(inside):
        if str(one.f_globals.get("__name__", "")).partition(".")[0] in DEBUGGERS:
            return None
        checked = checked or is_kits(one)
        if found is None and checked and is_authors(one):
            found = one
    return found


def _written(call: FrameType) -> str:
    """A call with its numbers and texts, its file and line."""
    code = call.f_code
    names = code.co_varnames[: code.co_argcount]
    values = [call.f_locals.get(name) for name in names]
    told = [f"{value!r:.60}" for value in values if isinstance(value, (int, str))]
    place = f"{Path(code.co_filename).name}, line {call.f_lineno}"
    return f"{code.co_name}({', '.join(told)}) in {place},"
