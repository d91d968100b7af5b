"""The files of solvers, tables and checkpoints: a heading, and the segments of their memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stackyard.errors import TableError
from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine import file_format
from stackyard_engine.file_format import FileKind, checksum
from stackyard_engine.solver.engine import table_code

HEAD: Final = 65_536  # bytes that the line of JSON may take
CHUNK: Final = 1 << 22  # bytes read at a time
WORD_BYTES: Final = 8


@dataclass(frozen=True)
class TableHeading:
    """The heading of a file about one position of a game with its options.

    `code` is the code of the position, which detects a change of codes. `words` is the length of
    each part in words, `checksum` that of all parts; `state` holds the numbers of an unfinished
    solver. `solver` names the game's own solver if it filled the table, in a layout of its own; in
    a checkpoint it is the method.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    position: str
    code: int
    positions: int
    words: list[int]
    state: list[int]
    byte_order: str
    checksum: str
    solver: str = ""


def write_file(
    path: Path,
    kind: FileKind,
    game: Game[Any],
    start: Position,
    positions: int,
    parts: Sequence[Sequence[Any]],
    state: Sequence[int] = (),
    solver: str = "",
) -> TableHeading:
    """Write parts, each in pieces, atomically; raises TableError if that fails."""
    views = [[memoryview(piece) for piece in pieces] for pieces in parts]
    heading = TableHeading(
        game.name,
        dict(game.settings),
        game.rules_version,
        game.format_position(start),
        table_code(start),
        positions,
        [sum([view.nbytes for view in pieces]) // WORD_BYTES for pieces in views],
        list(state),
        sys.byteorder,
        checksum(view for pieces in views for view in pieces),
        solver,
    )
    file_format.write_file(path, kind, heading, [view for pieces in views for view in pieces])
    return heading


def read_heading(path: Path, kind: FileKind) -> tuple[TableHeading, int]:
    """The heading of a file and the offset of its parts; only the length of these is checked."""
    try:
        with path.open("rb") as file:
            if file.read(len(kind.magic)) != kind.magic:
                raise TableError(f"{path} is no {kind.name} of Stackyard's{kind.foreign}")
            line = file.readline(HEAD)
            size = path.stat().st_size
    except OSError as failure:
        raise TableError(f"{path} cannot be read: {failure.strerror}") from failure
    heading = file_format.read_heading(line, TableHeading, kind, str(path))
    begin = len(kind.magic) + len(line)
    try:
        wanted = begin + WORD_BYTES * sum(heading.words)
    except TypeError as failure:
        words = f"{path} is damaged: its heading cannot be read; {kind.remedy}"
        raise TableError(words) from failure
    if size != wanted:
        raise TableError(
            f"{path} is damaged: it has {size:,} bytes and should have {wanted:,}; {kind.remedy}"
        )
    if heading.byte_order != sys.byteorder:
        raise TableError(f"{path} was made on a machine of another byte order; {kind.remedy}")
    return heading, begin


def check_game(path: Path, kind: FileKind, heading: TableHeading, game: Game[Any]) -> None:
    """Refuse a file for another game, other options, other rules or other codes of positions."""
    file_format.check_game(heading, game, kind, str(path))
    if heading.code != table_code(game.parse_position(heading.position)):
        raise TableError(f"{path} was made with other codes of positions; {kind.remedy}")


def check_parts(path: Path, kind: FileKind, heading: TableHeading, parts: memoryview) -> None:
    """Refuse a file whose parts do not have the checksum of its heading."""
    chunks = (parts[at : at + CHUNK] for at in range(0, len(parts), CHUNK))
    if checksum(chunks) != heading.checksum:
        raise TableError(f"{path} is damaged: its checksum is wrong; {kind.remedy}")
