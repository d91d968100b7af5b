"""A match that is told of the faults of its archive, and an archive that others lock."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.records.archive.matches import timeless

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

CONNECT = sqlite3.connect


class Table:
    """A match at a table where it is told what goes wrong; it never waits for others."""

    def __init__(self, path: Path, game: WalkGame, patience: float = 0.0) -> None:
        self.told: list[str] = []
        self.archive = Archive(path, patience=patience)
        self.match = Match(game, repetition=0)
        self.kept = self.archive.keep(self.match, self.told.append)

    def play(self, moves: str) -> None:
        for move in moves:
            self.match.play(move)

    def is_kept(self) -> bool:
        """Tell if the archive holds the match as it is."""
        assert self.kept.number is not None
        return timeless(self.archive.record(self.kept.number)) == timeless(record_of(self.match))


def uses(archive: Archive) -> list[Callable[[], Any]]:
    """All that can be asked of an archive by itself."""
    return [
        lambda: list(archive.entries()),
        lambda: archive.record(1),
        lambda: archive.resume(1, print),
        lambda: archive.annotate(1, "a comment"),
        lambda: archive.annotate(1, "a comment", 1),
        lambda: archive.delete([1]),
    ]


def refusals(path: Path) -> set[str]:
    """The sentences with which an archive that cannot be used refuses, without its path."""
    found = set()
    for use in uses(Archive(path, patience=0.0)):
        with pytest.raises(ArchiveError) as caught:
            use()
        assert str(caught.value).startswith(f"the archive {path} ")
        found.add(str(caught.value).removeprefix(f"the archive {path} "))
    return found
