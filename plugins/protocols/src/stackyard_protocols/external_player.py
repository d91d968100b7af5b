"""A program as a player: its start, its time, and the forfeit when it fails."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from stackyard.errors import IllegalMoveError, NotationError
from stackyard.game import Game
from stackyard.options import show_value
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.wording import forfeit
from stackyard_protocols.engine_process import EngineFaultError, EngineProcess, read_command
from stackyard_protocols.tokens import read_token

POLL = 0.02  # seconds between looks at the clock


class ExternalPlayer(ABC):
    """Plays as a program does. It is started for its first move, which costs no time of the clock.

    A program that makes an illegal move, ends, floods its output or says nothing loses the match;
    the result says why.
    """

    watches_clock = True  # an alarm would count the start
    kind: ClassVar[str]  # of player, in descriptions
    starting: ClassVar[float] = 30.0  # seconds until a started program must answer
    ready: ClassVar[float] = 10.0  # seconds for an answer that needs no search
    move: ClassVar[float] = 1.0  # seconds for a move of a match without a clock
    most: ClassVar[float] = 60.0  # seconds for a move by a clock of so much for each move
    share: ClassVar[float] = 0.9  # of the time for a move that the program is told of
    late: ClassVar[float] = 10.0  # seconds beyond its time, or after `stop`, in which it must move

    def __init__(self, game: Game, seed: int, command: str) -> None:
        self._words = read_command(self.kind, command)
        self.name = f"{self.kind} {Path(self._words[0]).name}"
        self._process: EngineProcess | None = None
        self._stopped = False  # by another thread

    def choose(self, match: Match) -> int | None:
        """The program's move; None if the match is over, by its fault or because time is up."""
        course, chosen = match.course, ""
        self._stopped = False
        try:
            process = self._running(match)
            token = self._chosen(match, process)
            if token is None or match.result is not None:
                return None
            chosen = token
            return read_token(course, token)
        except EngineFaultError as fault:
            self._fail(match, course, Reason.FAULT, f"{self.name}: {fault}")
        except (IllegalMoveError, NotationError) as refused:
            cause = f"{self.name} chose {quoted(chosen)}, and {refused}"
            self._fail(match, course, Reason.ILLEGAL, cause)
        except BaseException:
            self._kill()
            raise
        return None

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    @abstractmethod
    def _introduce(self, match: Match, process: EngineProcess) -> None:
        """Exchange the first words with a program that has just been started."""

    @abstractmethod
    def _chosen(self, match: Match, process: EngineProcess) -> str | None:
        """The token of the program's move; None if the match is over."""

    def _running(self, match: Match) -> EngineProcess:
        """The program, started if necessary; its start is not counted as thinking time."""
        if self._process is None:
            begin = time.monotonic()
            try:
                self._process = EngineProcess(self._words)
                self._introduce(match, self._process)
            finally:
                match.add_elapsed(begin - time.monotonic())
        return self._process

    def _fail(self, match: Match, course: Course, reason: Reason, cause: str) -> None:
        """End the match by a fault of the program, unless its time was up before."""
        self._kill()
        if not match.check_flag():
            match.end(forfeit(course, course.player, reason, cause))

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _soon(self, process: EngineProcess, question: str, seconds: float) -> Iterator[str]:
        """The lines after a question; EngineFaultError if the caller waits longer than that."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            line = process.next(left)
            if line is not None:
                yield line
        raise EngineFaultError(f"it did not answer {quoted(question)} within {seconds:g} s")

    def _awaited(
        self, match: Match, process: EngineProcess, most: float | None, stop: str
    ) -> Iterator[str]:
        """The lines while the program thinks; they end when its time on the clock is up.

        After `most` seconds, and when the match asks for a move at once, it has `late` more. `stop`
        is the command that it is then given, if any.
        """
        begin, told = time.monotonic(), False
        until = None if most is None else begin + most + self.late
        while not match.check_flag():
            line = process.next(POLL)
            if line is not None:
                yield line
            now = time.monotonic()
            share = min((now - begin) / (most or self.most), 1.0)
            if not told and (match.watch(share) or self._stopped):
                told, until = True, now + self.late
                if stop:
                    process.send(stop)
            if until is not None and now > until:
                raise EngineFaultError(f"it chose no move within {now - begin:.1f} s")
        self._kill()  # it still thinks


def settings_of(match: Match) -> dict[str, str]:
    """The options of a match's game, and its repetition if that is not the game's, as texts."""
    chosen = match.game.settings.items()
    settings = {name: show_value(value) for name, value in chosen if value is not None}
    if match.repetition != match.game.repetition:
        settings.setdefault("repetition", str(match.repetition))
    return settings
