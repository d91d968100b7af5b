"""The archive of matches: one SQLite file that several programs may use at the same time.

A match is stored as its record without turns, and a row for each move. A move is committed before
it is shown, so a killed program loses no move that was shown.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from platformdirs import user_data_path

from stackyard.arguments import check_kind
from stackyard.errors import ArchiveError, StackyardError
from stackyard.files import replacing
from stackyard.records.database import ELSEWHERE, WRITING, Database, copy_checked
from stackyard.records.deleted import delete_matches, restore_matches
from stackyard.records.format import Record, Variation, check_variations, comment_text
from stackyard.records.help import read_help
from stackyard.records.match_rows import (
    Writing,
    add_new_record,
    add_record,
    annotate_turn,
    goes_on,
    number_of,
    readable_record,
    write_match,
    write_notes,
)
from stackyard.records.queries import (
    LAST,
    Listing,
    Stored,
    Wanted,
    id_of,
    load,
    load_several,
    salvage,
)
from stackyard.records.reader import restore
from stackyard.records.stored_match import IMPATIENCE, Row, StoredMatch
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import recorded_spec
from stackyard.turnloop.players import HumanPlayer

# Seconds to wait for programs that are writing. SQLite gives nobody a turn: beside three that write
# all the time, on a slow disk, one has waited in vain for 5 seconds.
PATIENCE = 10.0
KEPT = 3  # former backups
TOGETHER = 50  # matches that `Archive.records` reads at once


def archive_path() -> Path:
    """The path of the archive: STACKYARD_ARCHIVE, or the user's data folder.

    Raises ArchiveError if that folder cannot be determined.
    """
    named = os.environ.get("STACKYARD_ARCHIVE")
    if named:
        return Path(named)
    try:
        path = user_data_path("stackyard", False) / "archive.sqlite3"
    except RuntimeError:  # an older platformdirs returns a path that begins with ~
        path = Path("~")
    if not path.is_absolute():
        raise ArchiveError(
            "your folder for the archive of matches is not known: set HOME, or name a file with "
            "STACKYARD_ARCHIVE"
        )
    return path


class Archive:
    """The matches in one file: the file at `path`, by default the user's.

    The file is created by the first write. Every method reopens the file, so an archive may be
    used from any thread. Each raises ArchiveError, with a remedy, if the file cannot be used.
    `patience` is the time in seconds to wait for another program that is writing.
    """

    def __init__(self, path: Path | str | None = None, patience: float = PATIENCE) -> None:
        check_kind(path, (str, Path, type(None)), "the archive is named by a path")
        self.path = Path(path) if path else archive_path()
        self.database = Database(self.path, patience)
        self._hasty = Database(self.path, min(patience, IMPATIENCE))

    def entries(
        self,
        game: str | None = None,
        label: str | None = None,
        *,
        finished: bool | None = None,
        digits: str = "",
        memo: str = "",
    ) -> Iterator[Listing]:
        """All matches, or those of one game, the latest first.

        Labelled matches are left out unless the label begins with `label`; "" lists every match.
        `finished` selects finished or unfinished matches, `digits` those whose number begins
        with the digits, `memo` those whose memo contains the text. Iteration reads them page by
        page and holds no lock.
        """
        wanted = Wanted(game, label, finished, digits, memo)
        last: int | None = LAST
        while last is not None:
            with self.database.open() as connection:
                page, last = wanted.page(connection, last)
            yield from page

    def numbers(self, game: str | None = None, label: str | None = None) -> list[int]:
        """The numbers of the matches that `entries` lists, the earliest first."""
        with self.database.open() as connection:
            return Wanted(game, label).numbers(connection)

    def records(self, numbers: Sequence[int]) -> Iterator[tuple[int, Record | StackyardError]]:
        """The records of these matches; for one that cannot be read, what `record` would raise.

        Faster than `record` for each. Iteration reads some at a time and holds no lock.
        """
        for first in range(0, len(numbers), TOGETHER):
            some = numbers[first : first + TOGETHER]
            try:
                with self.database.open() as connection:
                    connection.text_factory = str  # faster than a function for each text
                    found = list(load_several(connection, some))
            except ArchiveError:  # of one match, perhaps: a page or a text may be damaged
                found = [(number, self._loaded_or_error(number)) for number in some]
            for number, one in found:
                yield number, one if isinstance(one, StackyardError) else one.record

    def _loaded_or_error(self, number: int) -> Stored | StackyardError:
        try:
            return self._load(number)
        except StackyardError as error:
            return error

    def record(self, number: int) -> Record:
        """The record of a match; RecordError if it cannot be read."""
        return self._load(number).record

    def id_of(self, number: int) -> str:
        """The id of a match, as in its record; the record need not be readable."""
        with self.database.open() as connection:
            return id_of(connection, number)

    def salvage(self, number: int) -> dict[str, Any]:
        """The raw rows of a match that `record` cannot read, also of a file without its end."""
        with self.database.open(whole=False) as connection:
            return salvage(connection, number)

    def keep(self, match: Match, tell: Callable[[str], None]) -> StoredMatch:
        """Store a match from now on; `tell` is called with a sentence if that fails."""
        kept = StoredMatch(self.write, tell)
        match.store = kept
        return kept

    def resume(
        self,
        number: int,
        tell: Callable[[str], None],
        first: str | None = None,
        second: str | None = None,
    ) -> Match:
        """Resume an unfinished match with its own players or the players described here.

        The match is stored as before; of its memo, which belonged to the previous program, only the
        help is kept.
        Raises RecordError if the current rules refuse it, PlayerSpecError for an unknown player,
        or for a program that is not described here: no record starts a program.
        """
        record = self._load(number).record
        if record.result is not None:
            raise ArchiveError(f"match {number} is over: {record.result.sentence}")
        for seat, given in zip(record.players, (first, second), strict=True):
            if given is None:
                recorded_spec(seat.spec, seat.colour)
        match, kept = self.reopen(number, tell, first, second)
        kept.memo = read_help(kept.memo).memo()
        return match

    def reopen(
        self,
        number: int,
        tell: Callable[[str], None],
        first: str | None = None,
        second: str | None = None,
    ) -> tuple[Match, StoredMatch]:
        """Like `resume`, for a match that may be over, to review it or to take moves back.

        Returns the match and its store, which keeps the stored memo.
        """
        record, revision, memo = self._load(number)
        seats = record.players
        one, two = [
            seat.spec if given is None else given
            for seat, given in zip(seats, (first, second), strict=True)
        ]
        match = restore(record, (one, two))
        for player, seat, other in zip(match.players, seats, (first, second), strict=True):
            if other is None and isinstance(player, HumanPlayer):
                player.name = seat.name
        kept = StoredMatch(self.write, tell, (number, revision), match.ply, memo)
        match.store = kept
        if match.result is not None and record.result is None:  # added without it
            kept.write(match)
        return match, kept

    def add(self, record: Record, label: str = "") -> int:
        """Add a record and return its number; ArchiveError if the archive has the match already.

        Matches that belong together may share a `label`; lists leave out labelled matches.
        """
        (added,) = self.add_all([record], label)
        if isinstance(added, ArchiveError):
            raise added
        return added

    def add_all(self, records: Iterable[Record], label: str = "") -> list[int | ArchiveError]:
        """Add several records as `add` does, in one transaction with one wait for the disk.

        For a match that the archive has already, the result is the error instead of the number.
        """
        with self.database.open(WRITING) as connection:
            return [add_new_record(connection, record, label) for record in records]

    def settle(self, record: Record, label: str = "") -> Record:
        """Add a record with an id, or keep the archive's record of that match.

        A record with a result replaces one without, and any record replaces one that cannot be
        read. Returns the record that is kept.
        """
        with self.database.open(WRITING) as connection:
            number = number_of(connection, record.id)
            if number is not None:
                there = readable_record(connection, number)
                if there and (there.result is not None or record.result is None):
                    return there
                connection.execute("DELETE FROM matches WHERE id = ?", [number])
            add_record(connection, record, label, number)
        return record

    def begin(self, match: Match, tell: Callable[[str], None]) -> StoredMatch:
        """Store a match from before its first move."""
        kept = StoredMatch(self.write, tell, self.write(match, None, 0), match.ply)
        match.store = kept
        return kept

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """The value stored under a name; if there is none, the result of `make` is stored."""
        with self.database.open(WRITING) as connection:
            found = connection.execute("SELECT value FROM settings WHERE name = ?", [name])
            value, *_ = found.fetchone() or [make()]
            connection.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", [name, value])
        return str(value)

    def backup(self, path: Path) -> int:
        """Copy the archive to a file, and check the copy; the number of its matches.

        Other programs may write meanwhile: the copy is the archive at one moment. A file that is
        there already is kept as `path` with .1 at its end once the copy is complete; what was kept
        before becomes .2, then .3. Raises ArchiveError if there is no archive, if it is damaged, or
        if the file is this archive, one in use or no file, and OSError if it cannot be written.
        """
        if not self.path.exists():
            raise ArchiveError(f"there is no archive at {self.path} yet; {ELSEWHERE}")
        if path.exists() and not path.is_file():
            raise ArchiveError(f"{path} is no file; name a file for the copy")
        place = path.resolve()
        names = [place, *(Path(f"{place}.{age}") for age in range(1, KEPT + 1))]
        for name in (path, *names[1:]):
            self._check_replaceable(name)
        with replacing(path) as file:
            with self.database.open() as connection:
                count = copy_checked(connection, Path(file.name))
            for older, newer in pairwise(reversed(names)):
                if newer.exists():
                    newer.replace(older)
        return count

    def _check_replaceable(self, path: Path) -> None:
        """Raise ArchiveError if a file, which may be a kept copy, is this archive or in use."""
        if path.exists() and path.samefile(self.path):
            raise ArchiveError(f"{path} is the archive itself; name another file")
        log = Path(f"{path.resolve()}-wal")
        if log.exists() and log.stat().st_size:  # SQLite would add it to the copy
            raise ArchiveError(
                f"{path} is an archive itself, which a program uses or was killed in using: "
                f"{log.name} stands beside it; name another file"
            )

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete matches; if one does not exist, none is deleted. `restore` brings them back."""
        with self.database.open(WRITING) as connection:
            delete_matches(connection, numbers)

    def restore(self, numbers: Iterable[int] = ()) -> list[int]:
        """Bring deleted matches back, by default those of the latest deletion; their numbers.

        They can be brought back for `stackyard.records.deleted.DAYS` days. ArchiveError if one is
        not among the deleted; then none is brought back.
        """
        with self.database.open(WRITING) as connection:
            return restore_matches(connection, numbers)

    def annotate(
        self, number: int, comment: str, ply: int | None = None, record: Record | None = None
    ) -> None:
        """Write a comment on a match, or on the turn of its move number `ply` (from 1).

        RecordError for a text that cannot be a comment, ArchiveError if another program has taken
        moves back since `record` was read, if it is given.
        """
        comment_text(comment)
        with self.database.open(WRITING) as connection:
            found = load(connection, number).record
            if record is not None and not goes_on(found, record):
                raise _changed(number)
            if ply is None:
                write_notes(connection, number, comment, found.variations)
            else:
                annotate_turn(connection, number, found, ply, comment)

    def set_variations(
        self, number: int, record: Record, variations: Sequence[Variation]
    ) -> Record:
        """Store a match's variations in place of those in `record`, which was read before.

        A `stackyard.records.move_tree.MoveTree` makes variations that the rules allow. Returns the
        stored record. Raises ArchiveError if another program has changed the variations or taken
        moves back since `record` was read, RecordError for too many variations.
        """
        check_variations(variations, record.plies)
        with self.database.open(WRITING) as connection:
            found = load(connection, number).record
            if found.variations != record.variations or not goes_on(found, record):
                raise _changed(number)
            write_notes(connection, number, found.comment, variations)
        return replace(found, variations=tuple(variations))

    def write(
        self, match: Match, row: Row | None, kept: int, memo: str = "", hasty: bool = False
    ) -> Row:
        """Write a match whose row has the first `kept` moves; without a row, insert one.

        A row that no longer exists, because it or the file was deleted, is inserted again. A
        `hasty` writer does not wait for other programs. Raises ArchiveError if the row exists
        but has changed.
        """
        (written,) = self.write_all([Writing(match, row, kept, memo)], hasty)
        if isinstance(written, ArchiveError):
            raise written
        return written

    def write_all(
        self, writings: Iterable[Writing], hasty: bool = False
    ) -> list[Row | ArchiveError]:
        """Write several matches as `write` does, in one transaction with one wait for the disk.

        For a match that was continued elsewhere, the result is the error instead of the row.
        """
        with (self._hasty if hasty else self.database).open(WRITING) as connection:
            return [write_match(connection, writing) for writing in writings]

    def check_writing(self) -> None:
        """Write a mark and wait for the disk; ArchiveError if matches cannot be written now."""
        mark = ["last check", datetime.now(UTC).isoformat(timespec="seconds")]
        with self.database.open(WRITING) as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", mark)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep one connection open so that writes skip SQLite's clean-up on close."""
        with self.database.open():
            yield

    def _load(self, number: int) -> Stored:
        with self.database.open() as connection:
            return load(connection, number)


def _changed(number: int) -> ArchiveError:
    """The message for a match that is not as it was read."""
    return ArchiveError(f"another program has changed match {number} meanwhile; open it again")
