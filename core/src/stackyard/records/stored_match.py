"""A match that is written into an archive while it is played."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from stackyard.errors import ArchiveError
from stackyard.turnloop.match import Match

IMPATIENCE = 0.1  # seconds to wait for another program, after waiting for it was in vain

Row = tuple[int, int]  # the number of a match in the archive and its revision


class ElsewhereError(ArchiveError):
    """Another program has played the match on, which stands otherwise in the archive."""


class StoreState(Enum):
    """The state of a stored match; `StoredMatch.state`."""

    FINE = "fine"
    FAILED = "failed"  # the match is currently not stored
    ELSEWHERE = "elsewhere"  # nor will it be: another program has continued it
    AGAIN = "again"  # it is stored again after a failure, or in another row


class StoredMatch:
    """Writes one match into an archive; a failure is reported once, and writing is retried.

    `write` is that of the archive. `tell` is called with a sentence when storing fails, and when it
    works again. `memo` is data of the program that shows the match, stored beside the record.
    """

    def __init__(
        self,
        write: Callable[[Match, Row | None, int, str, bool], Row],
        tell: Callable[[str], None],
        row: Row | None = None,
        plies: int = 0,
        memo: str = "",
    ) -> None:
        self.tell = tell
        self.memo = memo
        self.state = StoreState.FINE
        self._write = write
        self._row = row
        self._plies = plies  # how many of the match's moves stand in the row

    @property
    def number(self) -> int | None:
        """The number of the match in the archive; None before it is first written."""
        return self._row and self._row[0]

    @property
    def troubled(self) -> bool:
        """True if the match is currently not stored."""
        return self.state in {StoreState.FAILED, StoreState.ELSEWHERE}

    def write(self, match: Match) -> None:
        """Bring the row up to date."""
        self._plies = min(self._plies, match.ply)
        if self._row is None and not match.ply and match.result is None:
            return
        before = self.number
        try:  # with less patience where the person has waited once
            self._row = self._write(match, self._row, self._plies, self.memo, self.troubled)
        except ArchiveError as error:
            untold = not self.troubled
            elsewhere = isinstance(error, ElsewhereError)
            self.state = StoreState.ELSEWHERE if elsewhere else StoreState.FAILED
            if untold:
                self.tell(f"Not kept: {error}.")
        else:
            self._plies = match.ply
            again = self.troubled or before not in {None, self.number}
            self.state = StoreState.AGAIN if again else StoreState.FINE
            if again:
                self.tell(f"Kept again, as match {self.number}.")
