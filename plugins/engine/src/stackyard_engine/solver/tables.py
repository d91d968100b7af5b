"""Tables of solved positions in files: results are looked up without solving again.

A file holds the segments of the solver's hash table (see `hash_table`). It is mapped into memory.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from dataclasses import replace
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.json import Decoder
from platformdirs import user_data_path

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_engine.errors import TableError
from stackyard_engine.file_format import FileKind, open_file
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.solver.game_solver import ExactResult, GameSolver, final_result
from stackyard_engine.solver.hash_table import (
    BITS,
    INSIDE,
    SEGMENTS,
    WORD,
    WORDS,
    mixed,
    slot,
)
from stackyard_engine.solver.solvers import ExhaustiveSolver, known_of, table_code
from stackyard_engine.solver.table_format import (
    TableHeading,
    check_game,
    check_parts,
    read_heading,
    write_file,
)

TABLE: Final = FileKind(
    b"stackyard table 3\n",
    "table",
    Decoder(TableHeading),
    "solve again to replace it",
    TableError,
)
SUFFIX: Final = ".table"


def write_table(
    path: Path, game: Game[Any], start: Position, solved: ExhaustiveSolver | GameSolver
) -> TableHeading:
    """Write the results solved from `start` into a file, atomically.

    Raises TableError if the game has no codes or the file cannot be written.
    """
    segments = solved.stored()
    if segments is None:
        raise TableError(f"{path}: on this board {game.title} has no codes to keep in a table")
    parts = [[segment] for segment in segments]
    own = "" if isinstance(solved, ExhaustiveSolver) else solved.method
    return write_file(path, TABLE, game, start, solved.positions, parts, solver=own)


class Table:
    """A table file opened for a game, with the results of all positions reachable from its start.

    Raises TableError, with what is wrong, for a file that is no table, is damaged, or was made for
    another game, other options or other rules.
    """

    def __init__(self, path: Path, game: Game[Any]) -> None:
        kind = kind_of(path)
        with open_file(path, kind) as file:
            self.heading, begin = read_heading(file, kind, path)
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        check_game(path, kind, self.heading, game)
        view = memoryview(self._map)
        if not self.heading.solver and len(self.heading.words) != SEGMENTS:
            raise kind.damaged(str(path), "its parts are not right")
        check_parts(path, kind, self.heading, view[begin:])
        self._own = _loaded(path, self.heading, game, view[begin:])
        self._words = view[begin:].cast("q")
        self._begins = [0, *accumulate(self.heading.words)]

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup."""
        if position.winner != ONGOING:
            return final_result(position)
        if self._own is not None:
            return self._own.known(position)
        code = table_code(position)
        if code < 0:
            return None
        mix = int(mixed(code))
        begin, end = self._begins[mix >> BITS : (mix >> BITS) + 2]
        slots = 2 * (end - begin) // 3
        place = (mix & INSIDE) * slots >> BITS
        while True:
            found = self._words[begin + int(slot(place))]
            if found == code + 1:
                words = self._words[begin + 3 * (place // 2) + 2]
                number = words >> WORD if place % 2 else words & WORDS
                return known_of(number, int(position.player))
            if found == 0:
                return None
            place = (place + 1) % slots


def _loaded(
    path: Path, heading: TableHeading, game: Game[Any], data: memoryview
) -> GameSolver | None:
    """The game's own solver, loaded from a table that it wrote; None for other tables."""
    if not heading.solver:
        return None
    own = knowledge_of(game).solver(game.parse_position(heading.position), sys.maxsize)
    if own is None or own.method != heading.solver:
        raise TableError(
            f"{path} was made by a solver that {game.title} does not have here: {heading.solver};"
            f" {kind_of(path).remedy}"
        )
    own.load(data)
    return own


def tables_folder() -> Path:
    """The folder of kept tables: STACKYARD_TABLES, or one in the user's data folder."""
    named = os.environ.get("STACKYARD_TABLES")
    return Path(named) if named else Path(user_data_path("stackyard", False)) / "tables"


def kept_path(game: Game[Any], start: Position) -> Path:
    """The path of a position's kept table."""
    text = json.dumps([game.settings, game.format_position(start)])
    name = f"{game.name}-{blake2b(text.encode(), digest_size=4).hexdigest()}{SUFFIX}"
    return tables_folder() / name


def folder_problem() -> str:
    """A sentence, without the full stop, about a folder of tables that is none; else empty."""
    folder = tables_folder()
    if os.path.lexists(folder) and not folder.is_dir():
        return f"{folder} is no folder; STACKYARD_TABLES names that of the tables"
    return ""


def kept_tables() -> list[Path]:
    """The files in the folder of tables; none if that is no folder."""
    try:
        return sorted(tables_folder().glob(f"*{SUFFIX}"))
    except OSError:  # such as a name that is too long
        return []


def heading_of(path: Path) -> TableHeading:
    """The heading of a table; raises TableError if it cannot be read or is damaged."""
    kind = kind_of(path)
    with open_file(path, kind) as file:
        return read_heading(file, kind, path)[0]


class KeptTables(NamedTuple):
    """The kept tables that are usable for a game.

    `problem` tells, without the full stop, which file is not used and why, and what to do about it.
    It is empty if all can be used, or are for other options.
    """

    tables: list[Table]
    problem: str


def kept_for(game: Game[Any]) -> KeptTables:
    """Open the kept tables of a game with its options."""
    problem = folder_problem()
    if problem:
        return KeptTables([], f"no kept tables are used: {problem}")
    tables: list[Table] = []
    problems: list[str] = []
    for path in kept_tables():
        if path.name.startswith(f"{game.name}-"):
            try:
                heading = heading_of(path)
                if (heading.game, heading.options) == (game.name, game.settings):
                    tables.append(Table(path, game))
            except TableError as error:
                problems.append(str(error))
    if len(problems) > 1:
        problems[0] += f"; {len(problems)} are unusable, and `stackyard tables` lists them"
    return KeptTables(tables, f"a kept table is not used: {problems[0]}" if problems else "")


def kind_of(path: Path) -> FileKind[TableHeading]:
    """The kind of a table file, with the remedy for a kept one."""
    if path.parent != tables_folder():
        return TABLE
    remedy = f"`stackyard tables --remove {path.stem}` removes it"
    return replace(TABLE, remedy=remedy, foreign=f"; {remedy}")
