"""Checkpoints: the state of an interrupted solver in a file, to be continued later."""

from __future__ import annotations

import mmap
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

from msgspec.json import Decoder

from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine.errors import TableError
from stackyard_engine.file_format import FileKind, open_file
from stackyard_engine.solver.codes import KEY_PARTS
from stackyard_engine.solver.combined import CombinedSolver
from stackyard_engine.solver.solvers import MEMORY, ExhaustiveSolver, ProofSolver
from stackyard_engine.solver.table_format import (
    WORD_BYTES,
    TableHeading,
    check_game,
    check_parts,
    read_heading,
    write_file,
)

AGAIN: Final = "remove it to begin again"
CHECKPOINT: Final = FileKind(
    b"stackyard checkpoint 2\n",
    "checkpoint",
    Decoder(TableHeading),
    AGAIN,
    TableError,
    f"; {AGAIN}",
)
# By method: the solver and the number of parts it saves (the table's segments, the members, the
# path and the edges; for each attack the table's segments and the entries). Where codes are derived
# from keys, KEY_PARTS follow.
SOLVERS: Final[dict[str, tuple[type[ExhaustiveSolver | ProofSolver], int]]] = {
    "exhaustive": (ExhaustiveSolver, 259),
    "proof": (ProofSolver, 514),
}


def checkpoint_beside(table: Path, method: str) -> Path:
    """The path of a solver's checkpoint; `table` is the path of its position's table."""
    return table.with_name(f"{table.name}.{method}.checkpoint")


def write_checkpoint(
    path: Path, game: Game[Any], start: Position, solver: ExhaustiveSolver | ProofSolver
) -> bool:
    """Write the state of a solver of `start`; False if there are neither codes nor plain keys.

    Keys are plain as described in KeyCodes. Raises TableError if the file cannot be written.
    """
    saved = solver.saved()
    if saved is None:
        return False
    state, parts = saved
    write_file(path, CHECKPOINT, game, start, solver.positions, parts, state, solver=solver.method)
    return True


def read_checkpoint(
    path: Path, game: Game[Any], start: Position, memory: int = MEMORY
) -> ExhaustiveSolver | ProofSolver:
    """The solver restored from a checkpoint of `start`.

    Raises TableError, with what is wrong, for a file that is no checkpoint, is damaged, or was made
    for another position, another game, other options or other rules.
    """
    with open_file(path, CHECKPOINT) as file:
        heading, begin = read_heading(file, CHECKPOINT, path)
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    same = heading.game == game.name and heading.options == game.settings
    if same and heading.position != game.format_position(start):
        raise TableError(f"{path} is a checkpoint of another position: {heading.position}")
    check_game(path, CHECKPOINT, heading, game)
    kind, number = SOLVERS.get(heading.solver, (ExhaustiveSolver, -1))
    if len(heading.words) - number not in (0, KEY_PARTS):
        raise CHECKPOINT.damaged(str(path), "its parts are not right")
    solver = kind(start, memory)
    with mapped, memoryview(mapped)[begin:] as view:
        check_parts(path, CHECKPOINT, heading, view)
        ends = [WORD_BYTES * number for number in accumulate(heading.words, initial=0)]
        parts = [view[at:end] for at, end in pairwise(ends)]
        try:
            solver.restore(heading.state, parts[:number], parts[number:])
        except (ArithmeticError, LookupError, TypeError, ValueError) as failure:
            raise CHECKPOINT.damaged(str(path), "its parts are not right") from failure
        finally:
            for part in parts:
                part.release()
    return solver


def read_checkpoints(
    table: Path, game: Game[Any], start: Position, method: str, memory: int = MEMORY
) -> tuple[ExhaustiveSolver | ProofSolver | CombinedSolver | None, list[Path]]:
    """The solver restored from the checkpoints beside a table, and their paths; None without.

    Without a method exhaustive search goes on together with the proof, which starts if it has no
    checkpoint. A proof that is alone had outlived exhaustive search. Raises TableError as
    `read_checkpoint` does.
    """
    paths = [checkpoint_beside(table, way) for way in ([method] if method else SOLVERS)]
    found = [path for path in paths if path.exists()]
    solvers = [read_checkpoint(path, game, start, memory) for path in found]
    if not solvers:
        return None, []
    exhaustive, proof = solvers[0], solvers[-1]
    if method or isinstance(exhaustive, ProofSolver):
        return exhaustive, found
    begun = proof if isinstance(proof, ProofSolver) else None
    return CombinedSolver(start, memory, exhaustive, begun), found
