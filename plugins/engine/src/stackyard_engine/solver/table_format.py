"""The files of solvers, tables and checkpoints: a heading, and the segments of their memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Annotated, Any, Final, Literal

from msgspec import Meta

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine import file_format
from stackyard_engine.file_format import FileKind, Heading, checksum
from stackyard_engine.solver.solvers import table_code

CHUNK: Final = 1 << 22  # bytes read at a time
WORD_BYTES: Final = 8

Count = Annotated[int, Meta(ge=0, le=2**62)]
Number = Annotated[int, Meta(ge=-(2**62), le=2**62)]


class TableHeading(Heading, frozen=True):
    """The heading of a file about one position of a game with its options.

    `code` is the code of the position, which detects a change of codes. `words` is the length of
    each part in words, `checksum` that of all parts; `state` holds the numbers of an unfinished
    solver. `solver` names the game's own solver if it filled the table, in a layout of its own; in
    a checkpoint it is the method.
    """

    position: str
    code: Number
    positions: Count
    words: list[Count]
    state: list[Number]
    byte_order: Literal["little", "big"]
    checksum: str
    solver: str = ""


def write_file(
    path: Path,
    kind: FileKind[TableHeading],
    game: Game[Any],
    start: Position,
    positions: int,
    parts: Sequence[Iterable[Any]],
    state: Sequence[int] = (),
    solver: str = "",
) -> TableHeading:
    """Write parts atomically; raises TableError if that fails.

    The pieces of a part are read three times, and need not be in memory together.
    """

    def views() -> Iterator[memoryview]:
        return (memoryview(piece) for pieces in parts for piece in pieces)

    heading = TableHeading(
        game.name,
        dict(game.settings),
        game.rules_version,
        game.format_position(start),
        table_code(start),
        positions,
        [sum([memoryview(piece).nbytes for piece in pieces]) // WORD_BYTES for pieces in parts],
        list(state),
        sys.byteorder,
        checksum(views()),
        solver,
    )
    file_format.write_file(path, kind, heading, views())
    return heading


def read_heading(
    file: IO[bytes], kind: FileKind[TableHeading], path: Path
) -> tuple[TableHeading, int]:
    """The heading of an open file and the offset of its parts; of these the length is checked."""
    heading = file_format.read_heading(file, kind, str(path))
    begin, size = file.tell(), os.fstat(file.fileno()).st_size
    wanted = begin + WORD_BYTES * sum(heading.words)
    if size != wanted:
        raise kind.damaged(str(path), f"it has {size:,} bytes and should have {wanted:,}")
    if heading.byte_order != sys.byteorder:
        raise kind.error(f"{path} was made on a machine of another byte order; {kind.remedy}")
    return heading, begin


def check_game(
    path: Path, kind: FileKind[TableHeading], heading: TableHeading, game: Game[Any]
) -> None:
    """Refuse a file for another game, other options, other rules or other codes of positions."""
    file_format.check_game(heading, game, kind, str(path))
    try:
        code = table_code(game.parse_position(heading.position))
    except StackyardError as failure:
        words = f"{path} is about a position that {game.title} does not have: {heading.position}"
        raise kind.error(f"{words}; {kind.remedy}") from failure
    if heading.code != code:
        raise kind.error(f"{path} was made with other codes of positions; {kind.remedy}")


def check_parts(
    path: Path, kind: FileKind[TableHeading], heading: TableHeading, parts: memoryview
) -> None:
    """Refuse a file whose parts do not have the checksum of its heading."""
    chunks = (parts[at : at + CHUNK] for at in range(0, len(parts), CHUNK))
    if checksum(chunks) != heading.checksum:
        raise kind.damaged(str(path), "its checksum is wrong")
