"""A game that never has to end, and an archive of three matches of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.records.archive import Archive
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.toy_games import WalkGame

FORKS = ("a 0 bcd", "b 1 acd", "c 0 abd", "d 1 abc")


def three_matches(path: Path, game: WalkGame) -> bytes:
    """The file of an archive with three matches."""
    archive = Archive(path)
    for moves in ("bab", "bcacb", "d" + "bd" * 9):
        match = Match(game, repetition=0)
        for move in moves:
            match.play(move)
        archive.add(record_of(match))
    archive.annotate(2, "a comment")
    return path.read_bytes()
