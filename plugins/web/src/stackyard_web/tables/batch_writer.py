"""Writing many matches down at once: those that wait for the disk wait together.

A move is answered only when it is safe on the disk, which takes milliseconds however little is
written; so one thread writes all matches that wait, in one transaction, while the next ones gather.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive, Writing
from stackyard.records.stored_match import Row
from stackyard.turnloop.match import Match
from stackyard_web.server.faults import report_failure

MOST = 100  # matches in one transaction


class Waiting(NamedTuple):
    """A match that waits to be written; a `hasty` one does not wait for other programs."""

    writing: Writing
    hasty: bool
    done: Future[Row]


class SharedArchive(Archive):
    """The archive at another's path, each `write` of which shares a transaction with others."""

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive.path)
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._alone = archive
        Thread(target=self._work, daemon=True).start()

    def write(
        self, match: Match, row: Row | None, kept: int, memo: str = "", hasty: bool = False
    ) -> Row:
        """As Archive does; the match must not change meanwhile.

        A game that cannot put a match into words keeps nobody from playing on: that is an
        ArchiveError, too.
        """
        done: Future[Row] = Future()
        self._queue.put(Waiting(Writing(match, row, kept, memo), hasty, done))
        try:
            return done.result()
        except ArchiveError:
            raise
        except Exception as failure:
            words = report_failure(failure, f"match {match.id}, its record", match.game)
            raise ArchiveError(words) from failure

    def close(self) -> None:
        """Let the writing thread end; nothing can be written any more."""
        self._queue.put(None)

    def _work(self) -> None:
        with ExitStack() as held:
            holds = False
            while (first := self._queue.get()) is not None:
                waiting = [first]
                while len(waiting) < MOST and not self._queue.empty():
                    following = self._queue.get()
                    if following is None:
                        self._queue.put(None)
                        break
                    waiting.append(following)
                self._write(waiting)
                if not holds and self.path.exists():
                    with suppress(ArchiveError):  # the next to write hears of it
                        held.enter_context(self._alone.held())
                        holds = True

    def _write(self, waiting: list[Waiting]) -> None:
        hasty = all(each.hasty for each in waiting)
        try:
            written = self._alone.write_all([each.writing for each in waiting], hasty)
        except BaseException as failure:
            if len(waiting) > 1 and not isinstance(failure, ArchiveError):  # of one game's code
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
