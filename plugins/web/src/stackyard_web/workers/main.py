"""A worker process: `python -m stackyard_web.workers.main VERSION` reads calls, a line each.

It answers so. If the server that calls has another version, all it says is that.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from traceback import format_exc
from typing import Any

from stackyard.errors import StackyardError
from stackyard_web.server.faults import words_and_advice
from stackyard_web.workers.calls import CALLS
from stackyard_web.workers.cancellation import STOP, Stop

Call = tuple[str, dict[str, Any], Stop]

UPGRADED = {
    "refused": "Stackyard was upgraded while the server was running: the server must be started "
    "again"
}
PAUSE = 0.2  # seconds


def main(caller: str) -> None:
    """Work until nobody calls any more."""
    fits = caller == version("stackyard-web")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a plugin prints is no answer
    calls: SimpleQueue[Call] = SimpleQueue()

    def write(message: dict[str, Any]) -> None:
        answers.write(f"{json.dumps(message)}\n")
        answers.flush()

    Thread(target=_read, args=(calls, _Now(write).say), daemon=True).start()
    while True:
        call = calls.get()
        write(_answer(*call) if fits else UPGRADED)


class _Now:
    """Says how far a call is, but not more often than a person can see."""

    def __init__(self, write: Callable[[dict[str, Any]], None]) -> None:
        self._write = write
        self._then = 0.0

    def say(self, done: int, total: int) -> None:
        """So much of so much is done."""
        now = monotonic()
        if now - self._then >= PAUSE:
            self._then = now
            self._write({"told": [done, total]})


def _read(calls: SimpleQueue[Call], say: Callable[[int, int], None]) -> None:
    stop = Stop()
    for line in sys.stdin:
        if line.strip() == STOP:
            stop.set()
        else:
            name, arguments = json.loads(line)
            stop = Stop(say)
            calls.put((name, arguments, stop))
    os._exit(0)  # the server is gone, and so is the use of what is under way


def _answer(name: str, arguments: dict[str, Any], stop: Stop) -> dict[str, Any]:
    try:
        return {"done": CALLS[name](stop, **arguments)}
    except StackyardError as error:
        return {"refused": str(error)}
    except Exception as failure:  # of a plugin
        words, advice = words_and_advice(failure)
        return {"failed": words, "report": f"{words}; {advice}\n{format_exc()}"}


if __name__ == "__main__":
    main(sys.argv[1])
