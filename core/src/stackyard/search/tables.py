"""Tables in files: what an exhaustive solver has found out, to be looked up without solving again.

A file is a line that names the format, a line of JSON that says what was solved, and the segments
of the solver's own table (see `table`). It is mapped into memory, not read.
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
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from stackyard.errors import TableError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.search.solving import Exhaustively, GameSolver, Known, known_of, over, table_code
from stackyard.search.table import BITS, INSIDE, WORD, WORDS, mixed, slot

MAGIC: Final = b"stackyard table 2\n"
HEAD: Final = 65_536  # bytes that the line of JSON may take
CHUNK: Final = 1 << 22  # bytes read at a time
WORD_BYTES: Final = 8
SUFFIX: Final = ".table"


@dataclass(frozen=True)
class Heading:
    """What a table holds: everything that can come of one position of a game with its options.

    `code` is that of the position, which a change of codes would change. `words` is how many words
    each segment has, `checksum` of all that follows the heading. `solver` names the game's own
    solver where that has filled the table, in its own way.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    position: str
    code: int
    positions: int
    words: list[int]
    byte_order: str
    checksum: str
    solver: str = ""


def write_table(
    path: Path, game: Game[Any], start: Position, solved: Exhaustively | GameSolver
) -> Heading:
    """Write what was solved from `start` into a file, which appears whole or not at all.

    Raises TableError where there are no codes to write, or where the file cannot be written.
    """
    segments = solved.stored()
    if segments is None:
        raise TableError(f"{path}: on this board {game.title} has no codes to keep in a table")
    digest = blake2b(digest_size=16)
    for segment in segments:
        digest.update(memoryview(segment))
    heading = Heading(
        game.name,
        dict(game.settings),
        game.rules_version,
        game.format_position(start),
        table_code(start),
        solved.positions,
        [len(segment) for segment in segments],
        sys.byteorder,
        digest.hexdigest(),
        "" if isinstance(solved, Exhaustively) else solved.method,
    )
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(MAGIC + json.dumps(asdict(heading)).encode() + b"\n")
            for segment in segments:
                file.write(memoryview(segment))
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
        view = memoryview(self._map)
        digest = blake2b(digest_size=16)
        for at in range(begin, len(view), CHUNK):
            digest.update(view[at : at + CHUNK])
        if digest.hexdigest() != self.heading.checksum:
            raise TableError(f"{path} is damaged: its checksum is wrong; solve again to replace it")
        self._own = _loaded(path, self.heading, game, view[begin:])
        self._words = view[begin:].cast("q")
        self._begins = [0, *accumulate(self.heading.words)]

    def known(self, position: Position) -> Known | None:
        """See Knowledge."""
        if position.winner != ONGOING:
            return over(position)
        if self._own is not None:
            return self._own.known(position)
        code = table_code(position)
        mix = int(mixed(code))
        begin, end = self._begins[mix >> BITS : (mix >> BITS) + 2]
        places = 2 * (end - begin) // 3
        place = (mix & INSIDE) * places >> BITS
        while True:
            found = self._words[begin + int(slot(place))]
            if found == code + 1:
                words = self._words[begin + 3 * (place // 2) + 2]
                number = words >> WORD if place % 2 else words & WORDS
                return known_of(number, int(position.player))
            if found == 0:
                return None
            place = (place + 1) % places


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
        wanted = begin + WORD_BYTES * sum(heading.words)
    except (TypeError, ValueError) as failure:
        raise TableError(f"{path} is damaged: its heading cannot be read") from failure
    if size != wanted:
        raise TableError(f"{path} is damaged: it has {size:,} bytes and should have {wanted:,}")
    if heading.byte_order != sys.byteorder:
        raise TableError(f"{path} was made on a machine of another byte order; solve again here")
    return heading, begin


def _loaded(path: Path, heading: Heading, game: Game[Any], data: memoryview) -> GameSolver | None:
    """The game's own solver with the results of a table that it has filled; None for core's."""
    if not heading.solver:
        return None
    own = game.solver(game.parse_position(heading.position), sys.maxsize)
    if own is None or own.method != heading.solver:
        raise TableError(
            f"{path} was made by a solver that {game.title} does not have here: {heading.solver};"
            " solve again to replace it"
        )
    own.load(data)
    return own


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
    if heading.code != table_code(game.parse_position(heading.position)):
        raise TableError(
            f"{path} was made with other codes of positions; solve again to replace it"
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
