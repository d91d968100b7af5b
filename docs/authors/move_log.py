"""Appends a line for each move to the file that MOVE_LOG names.

A line is the time, the match, the number of the move, the colour, the move and the position after
it, with tabs between. It is on the disk before the game goes on. When moves were taken back, the
numbers go back too: what the later lines say counts.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from stackyard import Match, hookimpl


@hookimpl
def stackyard_move_played(match: Match) -> None:
    """Append the move."""
    ply, game = match.course.last, match.game
    assert ply is not None
    fields = (
        datetime.now(UTC).isoformat(timespec="milliseconds"),
        match.id,
        str(match.ply),
        game.colours[ply.player],
        ply.text,
        game.format_position(ply.after),
    )
    append("\t".join(fields))


def append(line: str) -> None:
    """Add a line to the file, and wait until it is on the disk."""
    name = os.environ.get("MOVE_LOG")
    if not name:
        raise ValueError("MOVE_LOG names no file to write the moves to")
    with Path(name).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
        file.flush()
        os.fsync(file.fileno())
