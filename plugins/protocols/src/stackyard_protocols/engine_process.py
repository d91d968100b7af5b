"""A program that is asked on its standard input and answers on its standard output."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from stackyard.errors import PlayerSpecError, StackyardError
from stackyard.processes import before_end
from stackyard.text import in_one_line, quoted

CHUNK = 65_536  # bytes read at once
FLOOD = 4_000_000  # bytes printed after one command
READING = 10.0  # seconds in which a program reads a command; a pipe holds those before it
ENDING = 1.0  # seconds in which a program ends when it is told to
CITED = 200  # characters of its last words


class EngineFaultError(StackyardError):
    """A program failed as a player; the sentence says what it did."""


def read_command(kind: str, command: str) -> list[str]:
    """The words of a command line; PlayerSpecError if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerSpecError(f"player {kind}: {quoted(command)}: {str(error).lower()}") from None
    if not words:
        raise PlayerSpecError(f"player {kind}: write the command line of a program")
    if shutil.which(words[0]) is None:
        raise PlayerSpecError(f"player {kind}: there is no program {quoted(words[0])} to run")
    return words


class EngineProcess:
    """A running program.

    Raises EngineFaultError if it cannot start, ends, floods its output or leaves its input unread.
    Its errors go nowhere but for the last line, which tells why it ended. Ctrl-C does not reach it.
    """

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the user asked for
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise EngineFaultError(f"it could not be started: {error.strerror}") from None
        before_end.add(self.kill)
        self._lines: SimpleQueue[str | None] = SimpleQueue()  # None at the end
        self._printed = 0  # bytes since the last command
        self._flooded = False
        self._last_words: deque[bytes] = deque(maxlen=1)
        self._complaints = Thread(target=self._read_errors, daemon=True)
        self._complaints.start()
        Thread(target=self._read, daemon=True).start()

    def send(self, line: str, seconds: float | None = None) -> None:
        """Send a command, which the program must read within these seconds, or READING."""
        self._printed = 0
        limit = READING if seconds is None else seconds
        failures: list[OSError] = []
        writer = Thread(target=self._write, args=(line, failures), daemon=True)
        writer.start()
        writer.join(limit)
        if writer.is_alive():  # until the program is killed
            raise EngineFaultError(f"it did not read its input for {limit:.0f} s")
        if failures:
            raise self._ended()

    def _write(self, line: str, failures: list[OSError]) -> None:
        """Write a command, which waits while the pipe is full."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except OSError as failure:
            failures.append(failure)

    def next(self, seconds: float) -> str | None:
        """The next line that it prints; None if there is none within these seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line

    def close(self) -> None:
        """Tell it to quit, and kill it if it does not."""
        with contextlib.suppress(EngineFaultError, subprocess.TimeoutExpired):
            self.send("quit", ENDING)
            self._process.wait(ENDING)
        self.kill()

    def kill(self) -> None:
        """End it, and the processes that it has started."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        before_end.discard(self.kill)
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _ended(self) -> EngineFaultError:
        """The fault of a program that no longer runs."""
        if self._flooded:
            return EngineFaultError(f"it printed more than {FLOOD:,} bytes after one command")
        try:
            code = self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            return EngineFaultError("it closed its input or output")
        names = {one.value: one.name for one in signal.Signals}  # there are signals without names
        how = f"by {names.get(-code, f'signal {-code}')}" if code < 0 else f"with exit code {code}"
        self._complaints.join(ENDING)
        words = b"".join(self._last_words).decode("utf-8", "replace").strip()[:CITED]
        return EngineFaultError(f"it ended {how}{f': {in_one_line(words)}' if words else ''}")

    def _read(self) -> None:
        """Pass on what it prints, line by line."""
        assert self._process.stdout is not None
        kept = b""
        with self._process.stdout as stream:
            while chunk := _chunk(stream.fileno()):
                self._printed += len(chunk)
                if self._printed > FLOOD:
                    self._flooded = True
                    break
                *ended, kept = (kept + chunk).split(b"\n")
                for line in ended:
                    self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Keep the last line of its errors."""
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            kept = b""
            while chunk := _chunk(stream.fileno()):
                lines = (kept + chunk).split(b"\n")
                self._last_words.extend([line for line in lines if line.strip()][-1:])
                kept = lines[-1][-CITED:]


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:  # closed
        return b""
