"""A worker process: `python -m stackyard_web.worker` reads calls, a line each, and answers so."""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import Any

from stackyard.errors import StackyardError
from stackyard_web.calls import CALLS
from stackyard_web.faults import words_and_advice
from stackyard_web.stop import STOP, Stop

Call = tuple[str, dict[str, Any], Stop]


def main() -> None:
    """Work until nobody calls any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a plugin prints is no answer
    calls: SimpleQueue[Call] = SimpleQueue()
    Thread(target=_read, args=(calls,), daemon=True).start()
    while True:
        answers.write(f"{json.dumps(_answer(*calls.get()))}\n")
        answers.flush()


def _read(calls: SimpleQueue[Call]) -> None:
    stop = Stop()
    for line in sys.stdin:
        if line.strip() == STOP:
            stop.set()
        else:
            name, arguments = json.loads(line)
            stop = Stop()
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
    main()
