"""Jobs of worker processes, for the tests; imported by the workers, so it imports little."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from stackyard.processes import before_end, report, stopped

MARKED: list[int] = []


class AwkwardError(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, number: int, *, words: str) -> None:
        super().__init__(words)


def mark(number: int) -> list[int]:
    """The numbers that this worker was given so far, which it keeps."""
    MARKED.append(number)
    return MARKED


def obey(path: Path) -> str:
    """Write its process into a file, gone when it is ended, and report progress until stopped."""
    before_end.add(path.unlink)
    path.write_text(str(os.getpid()))
    for number in range(10**9):
        if stopped():
            return "stopped"
        report(number + 1, 10**9)
        time.sleep(0.01)
    return "done"


def disobey(path: Path) -> None:
    """Sum up numbers, which nothing interrupts."""
    path.touch()
    sum(range(2**40))


def is_stopped() -> bool:
    return stopped()


def die(code: int = -signal.SIGKILL) -> None:
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


def die_in_time(*paths: Path) -> int:
    """Die unless all the files are there; make the first that is not."""
    for path in paths:
        if not path.exists():
            path.touch()
            die()
    return len(paths)


class Unready:
    """Cannot be unpickled: the worker ends."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (3,)


def be_awkward() -> None:
    raise AwkwardError(1, words="no words")


def square(number: int) -> int:
    """The square of a number; the worker dies of a negative one."""
    if number < 0:
        die()
    return number * number


def shout() -> None:
    print("loud", flush=True)


def variable(name: str) -> str:
    return os.environ[name]
