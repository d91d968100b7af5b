"""Writes many matches to the archive in one transaction.

A move is answered only when it is safe on disk, and each transaction takes milliseconds however
little it writes. So one thread writes all waiting matches at once while the next ones queue up.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.match_rows import Writing
from stackyard.records.stored_match import Row
from stackyard.turnloop.match import Match
from stackyard_web.server.faults import report_failure
from stackyard_web.server.threads import THREADS

MAX_BATCH = 100  # matches in one transaction


class PendingWrite(NamedTuple):
    """A match to be written; a `hasty` write does not wait for other programs."""

    writing: Writing
    hasty: bool
    done: Future[Row]


class SharedArchive(Archive):
    """The same archive, whose concurrent `write` calls share a transaction.

    Without threads there are no concurrent calls, and each writes at once, as after `close`.
    """

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive.path)
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._alone = archive
        self._closing = Lock()
        self._queues = THREADS
        if THREADS:
            Thread(target=self._work, daemon=True).start()

    def write(
        self, match: Match, row: Row | None, kept: int, memo: str = "", hasty: bool = False
    ) -> Row:
        """Like `Archive.write`; the match must not change meanwhile.

        An exception of the game, as from formatting a move, becomes an ArchiveError, so that other
        matches are written and this one can be played on.
        """
        done: Future[Row] = Future()
        waiting = PendingWrite(Writing(match, row, kept, memo), hasty, done)
        with self._closing:
            queues = self._queues
            if queues:
                self._queue.put(waiting)
        if not queues:
            self._write([waiting])
        try:
            return done.result()
        except ArchiveError:
            raise
        except Exception as failure:
            words = report_failure(failure, f"match {match.id}, its record", match.game)
            raise ArchiveError(words) from failure

    def close(self) -> None:
        """End the writing thread; a move that is still being played is written without it."""
        with self._closing:
            self._queues = False
            self._queue.put(None)

    def _work(self) -> None:
        with ExitStack() as held:
            holds = False
            while (first := self._queue.get()) is not None:
                waiting = [first]
                while len(waiting) < MAX_BATCH and not self._queue.empty():
                    following = self._queue.get()
                    if following is None:
                        self._queue.put(None)
                        break
                    waiting.append(following)
                self._write(waiting)
                if not holds and self.path.exists():
                    with suppress(ArchiveError):  # the next write reports it
                        held.enter_context(self._alone.held())
                        holds = True

    def _write(self, waiting: list[PendingWrite]) -> None:
        hasty = all(each.hasty for each in waiting)
        try:
            written = self._alone.write_all([each.writing for each in waiting], hasty)
        except BaseException as failure:
            if len(waiting) > 1 and not isinstance(failure, ArchiveError):  # raised by one game
                for each in waiting:
                    self._write([each])
            else:
                for each in waiting:
                    each.done.set_exception(failure)
            return
        for each, row in zip(waiting, written, strict=True):
            if isinstance(row, ArchiveError):
                each.done.set_exception(row)
            else:
                each.done.set_result(row)
