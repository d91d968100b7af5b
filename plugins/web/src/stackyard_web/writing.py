"""Writing many matches down at once: whoever waits for the disk waits together.

A move is answered only when it is safe on the disk, which takes milliseconds however little is
written; so one thread writes all matches that wait, in one transaction, while the next ones gather.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from threading import Thread

from stackyard.errors import ArchiveError
from stackyard.match import Match
from stackyard.records.archive import Archive, Row

Job = tuple[Match, Row | None, int]
MOST = 100  # matches in one transaction


class SharedArchive(Archive):
    """The archive at another's path, each `write` of which shares a transaction with others."""

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive.path, archive.patience)
        self._jobs: SimpleQueue[tuple[Job, Future[Row]] | None] = SimpleQueue()
        self._alone = archive
        Thread(target=self._work, daemon=True).start()

    def write(self, match: Match, row: Row | None, kept: int) -> Row:
        """As Archive does; the match must not change meanwhile."""
        done: Future[Row] = Future()
        self._jobs.put(((match, row, kept), done))
        return done.result()

    def close(self) -> None:
        """Let the writing thread end; nothing can be written any more."""
        self._jobs.put(None)

    def _work(self) -> None:
        with ExitStack() as held:
            holds = False
            while (first := self._jobs.get()) is not None:
                waiting = [first]
                while len(waiting) < MOST and not self._jobs.empty():
                    following = self._jobs.get()
                    if following is None:
                        self._jobs.put(None)
                        break
                    waiting.append(following)
                self._write(waiting)
                if not holds and self.path.exists():
                    with suppress(ArchiveError):  # whoever writes hears of it
                        held.enter_context(self._alone.held())
                        holds = True

    def _write(self, waiting: list[tuple[Job, Future[Row]]]) -> None:
        try:
            written = self._alone.write_all([job for job, _ in waiting])
        except BaseException as failure:
            for _, done in waiting:
                done.set_exception(failure)
            return
        for (_, done), row in zip(waiting, written, strict=True):
            if isinstance(row, ArchiveError):
                done.set_exception(row)
            else:
                done.set_result(row)
