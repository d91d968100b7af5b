"""The archive: every match that was played, in one SQLite file that several programs may use.

A match is its record without turns, and a row for each move. A move is committed before anybody
hears of it, so a program that is killed loses nothing that was shown.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert
from msgspec.structs import replace
from platformdirs import user_data_path

from stackyard.errors import ArchiveError, RecordError
from stackyard.match import Match
from stackyard.plugins.finding import plain
from stackyard.records.format import Played, Record, Text, decode, encode
from stackyard.records.replays import check_of, head_of, restore

PATIENCE = 5.0  # seconds to wait for another program that is writing
IMPATIENCE = 0.1  # and after that was in vain
WRITING = "IMMEDIATE"  # a transaction that is going to write

# From each version of the tables to the next.
MIGRATIONS = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        head TEXT NOT NULL,
        comment TEXT NOT NULL DEFAULT '',
        revision INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE moves (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        colour TEXT NOT NULL,
        move TEXT NOT NULL,
        seconds REAL,
        crc TEXT NOT NULL,
        comment TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (match, ply)
    ) WITHOUT ROWID
    """,
    "ALTER TABLE matches ADD COLUMN label TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "ALTER TABLE matches ADD COLUMN memo TEXT NOT NULL DEFAULT ''",
)

Row = tuple[int, int]  # the number of a match in the archive and its revision


@dataclass(frozen=True)
class Entry:
    """A line of the list of matches; `record` has no turns, `turns` and `plies` say how many."""

    number: int
    turns: int
    plies: int
    record: Record


def archive_path() -> Path:
    """Where the archive lies: STACKYARD_ARCHIVE, or the user's folder for such data."""
    named = os.environ.get("STACKYARD_ARCHIVE")
    return Path(named) if named else user_data_path("stackyard", False) / "archive.sqlite3"


class Archive:
    """The matches in one file, that at `path` or else the user's.

    It is made when something is first written. Every method opens the file anew, so an archive may
    be used from any thread. Each raises ArchiveError, with what to do about it, if the file cannot
    be used. `patience` is how many seconds it waits for another program that is writing.
    """

    def __init__(self, path: Path | None = None, patience: float = PATIENCE) -> None:
        self.path = path or archive_path()
        self.patience = patience

    def entries(self, game: str | None = None, label: str | None = None) -> list[Entry]:
        """All matches, or those of one game, the latest first.

        Those with a label are left out unless theirs begins with `label`; "" is every match.
        """
        which = {"game": game and plain(game), "low": "", "high": ""}
        if label is not None:
            which |= {"low": label, "high": f"{label}\U0010ffff"}
        with self._open() as connection:
            rows = connection.execute(
                "SELECT id, head, matches.comment, last.turn + 1, last.ply + 1 FROM matches "
                "LEFT JOIN moves last ON match = id AND last.ply = "
                "(SELECT max(ply) FROM moves WHERE match = id) "
                "WHERE (:game IS NULL OR game = :game) AND label BETWEEN :low AND :high "
                "ORDER BY id DESC",
                which,
            ).fetchall()
        return [
            Entry(number, turns or 0, plies or 0, _read(number, head, words, []))
            for number, head, words, turns, plies in rows
        ]

    def record(self, number: int) -> Record:
        """The record of a match."""
        return self._load(number)[0]

    def keep(self, match: Match, tell: Callable[[str], None]) -> Kept:
        """Write a match down from now on; `tell` hears a sentence when that fails."""
        match.keeper = kept = Kept(self, tell)
        return kept

    def resume(
        self,
        number: int,
        tell: Callable[[str], None],
        first: str | None = None,
        second: str | None = None,
    ) -> Match:
        """An unfinished match, kept on, with the players it had or those described here.

        Its memo is dropped: that was of whoever showed it before. Raises RecordError where today's
        rules refuse it, PlayerSpecError if there is no such player here.
        """
        result = self._load(number)[0].result
        if result is not None:
            raise ArchiveError(f"match {number} is over: {result.sentence}")
        match = self.reopen(number, tell, first, second)
        match.memo = ""
        return match

    def reopen(
        self,
        number: int,
        tell: Callable[[str], None],
        first: str | None = None,
        second: str | None = None,
    ) -> Match:
        """Like `resume`, for a match that may be over: it can be looked at, and taken back."""
        record, revision, memo = self._load(number)
        seats = record.players
        match = restore(record, (first or seats[0].spec, second or seats[1].spec))
        match.memo = memo
        match.keeper = kept = Kept(self, tell, (number, revision), match.ply)
        if match.result is not None and record.result is None:  # killed just before its result
            kept.write(match)
        return match

    def add(self, record: Record, label: str = "") -> int:
        """Add a record; the number of its match. ArchiveError if that match is there already.

        Many matches that belong together may share a `label`; lists then leave them out.
        """
        if not record.id:  # the same document is the same match
            record = replace(record, id=sha256(encode(record)).hexdigest()[:32])
        with self._open(WRITING) as connection:
            number = _insert(connection, record, label)
            rows: list[tuple[Any, ...]] = []
            for at, turn in enumerate(record.turns):
                seconds = [*turn.seconds, *[None] * len(turn.moves)]
                for move, second in zip(turn.moves, seconds, strict=False):
                    rows.append((number, len(rows), at, turn.colour, move, second, turn.check))
            _insert_moves(connection, rows)
            commented = [(turn.comment, number, at) for at, turn in enumerate(record.turns)]
            connection.executemany(
                "UPDATE moves SET comment = ? WHERE match = ? AND turn = ?", commented
            )
        return number

    def begin(self, match: Match, tell: Callable[[str], None]) -> int:
        """Keep a match from before its first move; the number of its row."""
        row = self.write(match, None, 0)
        match.keeper = Kept(self, tell, row, match.ply)
        return row[0]

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """What is kept under a name beside the matches; where there is nothing, what is made."""
        with self._open(WRITING) as connection:
            connection.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", [name, make()])
            (value,) = connection.execute(
                "SELECT value FROM settings WHERE name = ?", [name]
            ).fetchone()
        return str(value)

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete matches; if one is not there, none is deleted."""
        with self._open(WRITING) as connection:
            for number in set(numbers):
                deleted = connection.execute("DELETE FROM matches WHERE id = ?", [str(number)])
                if not deleted.rowcount:
                    raise _unknown(number)

    def annotate(self, number: int, comment: str, ply: int | None = None) -> None:
        """Write a comment on a match, or on the turn of its move number `ply` (from 1)."""
        try:
            convert(comment, Text).encode()
        except (ValidationError, UnicodeError) as error:
            raise ArchiveError(f"this cannot be a comment: {error}") from error
        with self._open(WRITING) as connection:
            if ply is None:
                change = "UPDATE matches SET comment = :comment WHERE id = :match"
            else:
                change = (
                    "UPDATE moves SET comment = :comment WHERE match = :match AND turn = "
                    "(SELECT turn FROM moves WHERE match = :match AND ply = :ply - 1)"
                )
            which = {"match": str(number), "comment": comment, "ply": str(ply)}
            if not connection.execute(change, which).rowcount:
                plies = self._load(number)[0].plies
                raise ArchiveError(f"match {number} has no move {ply}; it has {plies}")

    def write(self, match: Match, row: Row | None, kept: int) -> Row:
        """Write a match, of which the first `kept` moves stand in its row; None makes a row.

        One that is no longer there is written anew: it, or the file, was deleted meanwhile.
        Raises ArchiveError if the row is there and not as it was.
        """
        (written,) = self.write_all([(match, row, kept)])
        if isinstance(written, ArchiveError):
            raise written
        return written

    def write_all(
        self, matches: Iterable[tuple[Match, Row | None, int]]
    ) -> list[Row | ArchiveError]:
        """Write several matches, each as `write` does, in one transaction: one wait for the disk.

        In place of the row of a match that was played on elsewhere stands the error.
        """
        with self._open(WRITING) as connection:
            return [_write(connection, *each) for each in matches]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file open meanwhile, which spares each write some tidying up after itself."""
        with self._open():
            yield

    def _load(self, number: int) -> tuple[Record, int, str]:
        """The record of a match, its revision and its memo."""
        which = [str(number)]  # an int may be too large for SQLite
        with self._open() as connection:
            row = connection.execute(
                "SELECT head, comment, revision, memo FROM matches WHERE id = ?", which
            ).fetchone()
            moves = connection.execute(
                "SELECT turn, colour, move, seconds, crc, comment FROM moves "
                "WHERE match = ? ORDER BY ply",
                which,
            ).fetchall()
        if row is None:
            raise _unknown(number)
        turns = []
        for _, group in groupby(moves, key=lambda move: move[0]):
            _, colours, texts, seconds, crcs, comments = zip(*group, strict=True)
            turns.append(
                {
                    "colour": colours[0],
                    "moves": texts,
                    "seconds": [second for second in seconds if second is not None],
                    "check": crcs[-1],
                    "comment": next(filter(None, comments), ""),  # later moves come without
                }
            )
        head, comment, revision, memo = row
        return _read(number, head, comment, turns), revision, str(memo)

    @contextmanager
    def _open(self, how: str = "DEFERRED") -> Iterator[sqlite3.Connection]:
        """A connection in a transaction; what SQLite says becomes an ArchiveError."""
        try:
            if how == WRITING:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            path = self.path if how == WRITING or self.path.exists() else ":memory:"
            connection = sqlite3.connect(path, timeout=self.patience, isolation_level=None)
            with closing(connection):
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                self._check_length(connection)
                self._migrate(connection)
                _use_log(connection)
                with _transaction(connection, how):
                    yield connection
        except (sqlite3.Error, OSError, UnicodeError) as failure:
            raise ArchiveError(f"the archive {self.path} {_words(failure)}") from failure

    def _check_length(self, connection: sqlite3.Connection) -> None:
        """SQLite would read a last page that was cut off as if the rest were empty."""
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        waiting = _size(Path(f"{self.path}-wal"))  # written, but perhaps not yet in the file itself
        if _size(self.path) % page and not waiting:
            raise sqlite3.DatabaseError("malformed: its end is missing")

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring the tables up to date; what is no archive of ours stays as it is."""
        with _transaction(connection, "DEFERRED"):
            version = _version(connection)
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        if tables and "matches" not in tables:
            raise sqlite3.DatabaseError("not a database of Stackyard")
        if version > len(MIGRATIONS):
            raise ArchiveError(
                f"the archive {self.path} has version {version}, and this program knows those up "
                f"to {len(MIGRATIONS)}: it was written by a newer Stackyard"
            )
        if version == len(MIGRATIONS):
            return
        with _transaction(connection, WRITING):
            for script in MIGRATIONS[_version(connection) :]:  # nobody else has done it meanwhile
                for statement in script.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


class Kept:
    """Writes one match into an archive; where that fails, it says so once and tries again."""

    def __init__(
        self,
        archive: Archive,
        tell: Callable[[str], None],
        row: Row | None = None,
        plies: int = 0,
    ) -> None:
        self.archive = archive
        self.tell = tell
        self._row = row
        self._plies = plies  # so many of the match's moves stand in the row
        self._told = False

    @property
    def number(self) -> int | None:
        """The number of the match in the archive; None before its first move is written."""
        return self._row and self._row[0]

    @property
    def troubled(self) -> bool:
        """Whether the match is not kept at present."""
        return self._told

    def write(self, match: Match) -> None:
        """Bring the row up to date."""
        self._plies = min(self._plies, match.ply)
        if self._row is None and not match.ply:
            return
        archive, before = self.archive, self.number
        if self._told:  # whoever plays has waited once
            archive = Archive(archive.path, min(archive.patience, IMPATIENCE))
        try:
            self._row = archive.write(match, self._row, self._plies)
        except ArchiveError as error:
            if not self._told:
                self.tell(f"Not kept: {error}.")
            self._told = True
        else:
            self._plies = match.ply
            if self._told or before not in {None, self.number}:
                self.tell(f"Kept again, as match {self.number}.")
            self._told = False


@contextmanager
def _transaction(connection: sqlite3.Connection, how: str) -> Iterator[None]:
    connection.execute(f"BEGIN {how}")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _use_log(connection: sqlite3.Connection) -> None:
    """Have SQLite write to a log first, so that nobody who reads is in the way; the file remembers.

    SQLite does not wait here for others who use the file: then whoever opens it next does it.
    """
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _read(number: int, head: Any, comment: Any, turns: list[dict[str, Any]]) -> Record:
    """The record in the columns of a match, which a damaged file may fill with anything."""
    try:
        record = decode(head)
        return replace(record, comment=convert(comment, Text), turns=convert(turns, list[Played]))
    except (RecordError, ValidationError, TypeError) as error:
        raise RecordError(f"match {number}: {error}") from error


def _write(
    connection: sqlite3.Connection, match: Match, row: Row | None, kept: int
) -> Row | ArchiveError:
    """Write a match, or do nothing and return what is wrong."""
    head = head_of(match, [])
    known = connection.execute(
        "SELECT id, revision FROM matches WHERE uid = ?", [match.id]
    ).fetchone()
    if known is None:
        number, revision, kept = _insert(connection, head, memo=match.memo), 0, 0
    elif known == row:
        number, revision = known[0], known[1] + 1
        connection.execute(
            "UPDATE matches SET head = ?, revision = ?, memo = ? WHERE id = ?",
            [encode(head).decode(), revision, match.memo, number],
        )
        connection.execute("DELETE FROM moves WHERE match = ? AND ply >= ?", [number, kept])
    else:
        return ArchiveError(f"match {known[0]} was played on by another program")
    _insert_moves(connection, [(number, *move) for move in _moves(match, kept)])
    return number, revision


def _insert(connection: sqlite3.Connection, record: Record, label: str = "", memo: str = "") -> int:
    """A new row for a record, without its moves."""
    known = connection.execute("SELECT id FROM matches WHERE uid = ?", [record.id]).fetchone()
    if known:
        raise ArchiveError(f"the archive holds it already, as match {known[0]}")
    head = encode(replace(record, turns=[], comment="")).decode()
    inserted = connection.execute(
        "INSERT INTO matches (uid, game, head, comment, label, memo) VALUES (?, ?, ?, ?, ?, ?)",
        [record.id, plain(record.game), head, record.comment, label, memo],
    )
    assert inserted.lastrowid is not None
    return inserted.lastrowid


def _insert_moves(connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    connection.executemany(
        "INSERT INTO moves (match, ply, turn, colour, move, seconds, crc) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def _moves(match: Match, kept: int) -> Iterator[tuple[int, int, str, str, float, str]]:
    """The moves from the one that follows the first `kept`, as columns of the table."""
    game, ply = match.game, 0
    for number, turn in enumerate(match.so_far):
        if ply + len(turn.moves) <= kept:
            ply += len(turn.moves)
            continue
        position = turn.before.copy()
        for move, seconds in zip(turn.moves, turn.seconds, strict=True):
            text = game.format_move(move, position)
            position.play(move)
            if ply >= kept:
                crc = check_of(game.format_position(position))
                yield ply, number, game.colours[turn.player], text, round(seconds, 3), crc
            ply += 1


def _unknown(number: int) -> ArchiveError:
    return ArchiveError(f"there is no match {number}; `stackyard matches` lists those there are")


def _words(failure: sqlite3.Error | OSError | UnicodeError) -> str:
    """What is wrong with the archive's file, and what can be done."""
    words = str(failure)
    if isinstance(failure, OSError):
        return f"cannot be used: {failure.strerror}; name another with STACKYARD_ARCHIVE"
    if "locked" in words:
        return "is being written by another program that does not finish"
    if "full" in words or "I/O" in words:
        return f"cannot be written: the disk may be full ({words})"
    if "unable to open" in words or "readonly" in words:
        return f"cannot be opened for writing ({words}); name another with STACKYARD_ARCHIVE"
    if "not a database" in words or "malformed" in words or isinstance(failure, UnicodeError):
        return (
            f"is damaged or no archive ({words}); move it away to begin a new one, or name "
            "another with STACKYARD_ARCHIVE"
        )
    return f"cannot be used: {words}; name another with STACKYARD_ARCHIVE"
