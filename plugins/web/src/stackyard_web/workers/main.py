"""A worker process: `python -m stackyard_web.workers.main VERSION`.

It reads calls from standard input and writes answers to standard output, a line of JSON each. If
the server has another version, every answer says so.
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
from stackyard_web.server.faults import describe_failure
from stackyard_web.workers.calls import CALLS
from stackyard_web.workers.cancellation import STOP, Cancellation

Job = tuple[str, dict[str, Any], Cancellation]

UPGRADED = {"refused": "Stackyard was upgraded while the server was running; restart the server"}
PAUSE = 0.2  # seconds


def main(caller: str) -> None:
    """Answer calls until the input ends."""
    fits = caller == version("stackyard-web")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of plugins is no answer
    calls: SimpleQueue[Job] = SimpleQueue()

    def write(message: dict[str, Any]) -> None:
        answers.write(f"{json.dumps(message)}\n")
        answers.flush()

    Thread(target=_read, args=(calls, _ProgressReporter(write).report), daemon=True).start()
    while True:
        call = calls.get()
        write(_answer(*call) if fits else UPGRADED)


class _ProgressReporter:
    """Writes the progress of a call, at most every `PAUSE` seconds."""

    def __init__(self, write: Callable[[dict[str, Any]], None]) -> None:
        self._write = write
        self._then = 0.0

    def report(self, done: int, total: int) -> None:
        """Report that `done` of `total` parts are done."""
        now = monotonic()
        if now - self._then >= PAUSE:
            self._then = now
            self._write({"progress": [done, total]})


def _read(calls: SimpleQueue[Job], report: Callable[[int, int], None]) -> None:
    stop = Cancellation()
    for line in sys.stdin:
        if line.strip() == STOP:
            stop.set()
        else:
            name, arguments = json.loads(line)
            stop = Cancellation(report)
            calls.put((name, arguments, stop))
    os._exit(0)  # the server has ended; nobody needs the current answer


def _answer(name: str, arguments: dict[str, Any], stop: Cancellation) -> dict[str, Any]:
    try:
        return {"done": CALLS[name](stop, **arguments)}
    except StackyardError as error:
        return {"refused": str(error)}
    except Exception as failure:  # of a plugin
        words, advice = describe_failure(failure)
        return {"failed": words, "report": f"{words}; {advice}\n{format_exc()}"}


if __name__ == "__main__":
    main(sys.argv[1])
