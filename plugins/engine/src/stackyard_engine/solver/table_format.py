"""Files of what solvers know: a line that names the kind, a line of JSON, and parts of memory."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from stackyard.errors import TableError
from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine.solver.engine import table_code

HEAD: Final = 65_536  # bytes that the line of JSON may take
CHUNK: Final = 1 << 22  # bytes read at a time
WORD_BYTES: Final = 8


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its first line, what it is called, and what to do about one of no use.

    `foreign` says what to do about a file of another kind in its place, which may be somebody's.
    """

    magic: bytes
    name: str
    remedy: str
    foreign: str = ""


@dataclass(frozen=True)
class TableHeading:
    """What a file holds: of one position of a game with its options.

    `code` is that of the position, which a change of codes would change. `words` is how many words
    each part has, `checksum` of all parts; `state` are the numbers of a solver that is not done.
    `solver` names the game's own solver where that has filled the table, in its own way, and in a
    checkpoint the method.
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
    """Write parts, each in pieces, into a file that appears whole or not at all.

    Raises TableError where it cannot be written.
    """
    digest = blake2b(digest_size=16)
    words = []
    for pieces in parts:
        views = [memoryview(piece) for piece in pieces]
        words.append(sum([view.nbytes for view in views]) // WORD_BYTES)
        for view in views:
            digest.update(view)
    heading = TableHeading(
        game.name,
        dict(game.settings),
        game.rules_version,
        game.format_position(start),
        table_code(start),
        positions,
        words,
        list(state),
        sys.byteorder,
        digest.hexdigest(),
        solver,
    )
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(kind.magic + json.dumps(asdict(heading)).encode() + b"\n")
            for pieces in parts:
                for piece in pieces:
                    file.write(memoryview(piece))
        draft.replace(path)
    except OSError as failure:
        with suppress(OSError):
            draft.unlink()
        raise TableError(f"{path} cannot be written: {failure.strerror}") from failure
    return heading


def read_heading(path: Path, kind: FileKind) -> tuple[TableHeading, int]:
    """What a file says of itself, and where its parts begin; they are only measured."""
    try:
        with path.open("rb") as file:
            if file.read(len(kind.magic)) != kind.magic:
                raise TableError(f"{path} is no {kind.name} of Stackyard's{kind.foreign}")
            line = file.readline(HEAD)
            size = path.stat().st_size
    except OSError as failure:
        raise TableError(f"{path} cannot be read: {failure.strerror}") from failure
    try:
        heading = TableHeading(**json.loads(line))
        begin = len(kind.magic) + len(line)
        wanted = begin + WORD_BYTES * sum(heading.words)
    except (TypeError, ValueError) as failure:
        raise TableError(
            f"{path} is damaged: its heading cannot be read; {kind.remedy}"
        ) from failure
    if size != wanted:
        raise TableError(
            f"{path} is damaged: it has {size:,} bytes and should have {wanted:,}; {kind.remedy}"
        )
    if heading.byte_order != sys.byteorder:
        raise TableError(f"{path} was made on a machine of another byte order; {kind.remedy}")
    return heading, begin


def check_game(path: Path, kind: FileKind, heading: TableHeading, game: Game[Any]) -> None:
    """Refuse the file of another game, of other options, of other rules or of other codes."""
    if heading.game != game.name:
        raise TableError(f"{path} is a {kind.name} of {heading.game}, not of {game.name}")
    if heading.options != game.settings:
        given = ", ".join(f"{name}={value}" for name, value in heading.options.items())
        raise TableError(f"{path} was made for other options of {game.name}: {given}")
    if heading.rules_version != game.rules_version:
        raise TableError(
            f"{path} was made for version {heading.rules_version} of the rules of {game.name},"
            f" which are now at version {game.rules_version}; {kind.remedy}"
        )
    if heading.code != table_code(game.parse_position(heading.position)):
        raise TableError(f"{path} was made with other codes of positions; {kind.remedy}")


def check_parts(path: Path, kind: FileKind, heading: TableHeading, parts: memoryview) -> None:
    """Refuse a file whose parts are not what was written."""
    digest = blake2b(digest_size=16)
    for at in range(0, len(parts), CHUNK):
        digest.update(parts[at : at + CHUNK])
    if digest.hexdigest() != heading.checksum:
        raise TableError(f"{path} is damaged: its checksum is wrong; {kind.remedy}")
