"""Tables in files: what an exhaustive solver has found out, to be looked up without solving again.

A file is a line that names the format, a line of JSON that says what was solved, and the solver's
own table: first the codes, then the numbers. It is mapped into memory, not read.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from stackyard.errors import TableError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.search.solving import Exhaustively, Known, known_of
from stackyard.search.table import home

MAGIC: Final = b"stackyard table 1\n"
HEAD: Final = 65_536  # bytes that the line of JSON may take
CHUNK: Final = 1 << 22  # bytes read at a time
CODE_BYTES: Final = 8
WORD_BYTES: Final = 4
SUFFIX: Final = ".table"


@dataclass(frozen=True)
class Heading:
    """What a table holds: everything that can come of one position of a game with its options.

    `places` is how many it has room for, `checksum` of all that follows the heading.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    position: str
    positions: int
    places: int
    byte_order: str
    checksum: str


def write_table(path: Path, game: Game[Any], start: Position, solved: Exhaustively) -> Heading:
    """Write what was solved from `start` into a file, which appears whole or not at all.

    Raises TableError where there are no codes to write, or where the file cannot be written.
    """
    stored = solved.stored()
    if stored is None:
        raise TableError(f"{path}: on this board {game.title} has no codes to keep in a table")
    codes, words = stored
    digest = blake2b(digest_size=16)
    for part in (codes, words):
        digest.update(memoryview(part))
    heading = Heading(
        game.name,
        dict(game.settings),
        game.rules_version,
        game.format_position(start),
        solved.positions,
        len(codes),
        sys.byteorder,
        digest.hexdigest(),
    )
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(MAGIC + json.dumps(asdict(heading)).encode() + b"\n")
            for part in (codes, words):
                file.write(memoryview(part))
        draft.replace(path)
    except OSError as failure:
        with suppress(OSError):
            draft.unlink()
        raise TableError(f"{path} cannot be written: {failure.strerror}") from failure
    return heading


class Table:
    """A table in a file, opened for a game; it knows the positions that can come of its start.

    Raises TableError, with what is wrong, for a file that is no table, is damaged, or was made for
    another game, other options or other rules.
    """

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.heading, begin = read_heading(path)
        _check_game(path, self.heading, game)
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        places = self.heading.places
        view = memoryview(self._map)
        middle = begin + CODE_BYTES * places
        digest = blake2b(digest_size=16)
        for at in range(begin, len(view), CHUNK):
            digest.update(view[at : at + CHUNK])
        if digest.hexdigest() != self.heading.checksum:
            raise TableError(f"{path} is damaged: its checksum is wrong; solve again to replace it")
        self._codes = view[begin:middle]
        self._words = view[middle:]

    def known(self, position: Position) -> Known | None:
        """See Knowledge."""
        if position.winner != ONGOING:
            return known_of(int(position.winner))
        code = int(position.code())  # type: ignore[attr-defined]
        places = self.heading.places
        place = int(home(code, places))
        while True:
            found = self._number(self._codes, place, CODE_BYTES)
            if found == code + 1:
                return known_of(self._number(self._words, place, WORD_BYTES))
            if found == 0:
                return None
            place = (place + 1) % places

    def _number(self, view: memoryview, place: int, size: int) -> int:
        part = view[size * place : size * (place + 1)]
        return int.from_bytes(part, sys.byteorder)


def read_heading(path: Path) -> tuple[Heading, int]:
    """What a file says of itself, and where its table begins; the table is only measured."""
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise TableError(f"{path} is no table of Stackyard's")
            line = file.readline(HEAD)
            size = path.stat().st_size
    except OSError as failure:
        raise TableError(f"{path} cannot be read: {failure.strerror}") from failure
    try:
        heading = Heading(**json.loads(line))
        begin = len(MAGIC) + len(line)
        wanted = begin + (CODE_BYTES + WORD_BYTES) * heading.places
    except (TypeError, ValueError) as failure:
        raise TableError(f"{path} is damaged: its heading cannot be read") from failure
    if size != wanted:
        raise TableError(f"{path} is damaged: it has {size:,} bytes and should have {wanted:,}")
    if heading.byte_order != sys.byteorder:
        raise TableError(f"{path} was made on a machine of another byte order; solve again here")
    return heading, begin


def _check_game(path: Path, heading: Heading, game: Game[Any]) -> None:
    """Refuse the table of another game, of other options or of other rules."""
    if heading.game != game.name:
        raise TableError(f"{path} is a table of {heading.game}, not of {game.name}")
    if heading.options != game.settings:
        given = ", ".join(f"{name}={value}" for name, value in heading.options.items())
        raise TableError(f"{path} was made for other options of {game.name}: {given}")
    if heading.rules_version != game.rules_version:
        raise TableError(
            f"{path} was made for version {heading.rules_version} of the rules of {game.name},"
            f" which are now at version {game.rules_version}; solve again to replace it"
        )


def tables_folder() -> Path:
    """Where tables are kept: STACKYARD_TABLES, or the user's folder for such data."""
    named = os.environ.get("STACKYARD_TABLES")
    return Path(named) if named else Path(user_data_path("stackyard", False)) / "tables"


def kept_path(game: Game[Any], start: Position) -> Path:
    """Where the table of a position is kept."""
    text = json.dumps([game.settings, game.format_position(start)])
    name = f"{game.name}-{blake2b(text.encode(), digest_size=4).hexdigest()}{SUFFIX}"
    return tables_folder() / name


def kept_tables() -> list[Path]:
    """The files in the folder of tables."""
    return sorted(tables_folder().glob(f"*{SUFFIX}"))


def kept_for(game: Game[Any]) -> Iterator[Table]:
    """The kept tables that serve a game; others, damaged ones included, are passed over."""
    for path in kept_tables():
        if path.name.startswith(f"{game.name}-"):
            try:
                yield Table(path, game)
            except TableError:
                continue
