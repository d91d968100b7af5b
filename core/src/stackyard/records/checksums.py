"""The checksums in the rows of the archive, by which a damaged row is told from a record.

The row of a move has the checksum of its columns and of all moves before it, so a move is written
without reading the others. The row of a match has two: one of the header and of the last move's
checksum, one of the notes, which change without the moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from msgspec.msgpack import encode

# A row of the table of moves, but for its match and its checksum: ply, turn, colour, move, seconds,
# crc and comment.
Move = tuple[int, int, str, str, float | None, str, str]

NO_MOVES = 0  # in place of the checksum of a move before the first


def of_move(before: int, move: Iterable[Any]) -> int:
    """The checksum of a move, after the checksum of the move before it."""
    return crc32(encode(move), before)


def of_header(uid: Any, game: Any, header: Any, moves: int) -> int:
    """The checksum of a match and its moves; `moves` is the last move's, or NO_MOVES."""
    return crc32(encode((uid, game, header)), moves)


def of_notes(comment: Any, variations: Any) -> int:
    """The checksum of the comment on a match, and its variations."""
    return crc32(encode((comment, variations)))


def with_checksums(before: int, moves: Iterable[Move]) -> tuple[list[tuple[*Move, int]], int]:
    """The rows of moves with their checksums, after a move with the checksum `before`.

    Returns them and the last checksum.
    """
    rows = []
    for move in moves:
        before = of_move(before, move)
        rows.append((*move, before))
    return rows, before
