"""Tables of solved positions in files: results are looked up without solving again.

A file holds the segments of the solver's hash table (see `hash_table`). It is mapped into memory.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from stackyard.errors import TableError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.solver import ExactResult, GameSolver
from stackyard_engine.file_format import FileKind
from stackyard_engine.solver.engine import ExhaustiveSolver, known_of, over, table_code
from stackyard_engine.solver.hash_table import BITS, INSIDE, WORD, WORDS, mixed, slot
from stackyard_engine.solver.table_format import (
    TableHeading,
    check_game,
    check_parts,
    read_heading,
    write_file,
)

TABLE: Final = FileKind(b"stackyard table 2\n", "table", "solve again to replace it", TableError)
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
        self.heading, begin = read_heading(path, TABLE)
        check_game(path, TABLE, self.heading, game)
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        view = memoryview(self._map)
        check_parts(path, TABLE, self.heading, view[begin:])
        self._own = _loaded(path, self.heading, game, view[begin:])
        self._words = view[begin:].cast("q")
        self._begins = [0, *accumulate(self.heading.words)]

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup."""
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


def _loaded(
    path: Path, heading: TableHeading, game: Game[Any], data: memoryview
) -> GameSolver | None:
    """The game's own solver, loaded from a table that it wrote; None for other tables."""
    if not heading.solver:
        return None
    own = game.solver(game.parse_position(heading.position), sys.maxsize)
    if own is None or own.method != heading.solver:
        raise TableError(
            f"{path} was made by a solver that {game.title} does not have here: {heading.solver};"
            f" {TABLE.remedy}"
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


def kept_tables() -> list[Path]:
    """The files in the folder of tables."""
    return sorted(tables_folder().glob(f"*{SUFFIX}"))


def kept_for(game: Game[Any]) -> Iterator[Table]:
    """The kept tables usable for a game; others, damaged ones included, are skipped."""
    for path in kept_tables():
        if path.name.startswith(f"{game.name}-"):
            try:
                yield Table(path, game)
            except TableError:
                continue
