"""Archives that a reader may not write, whether the file or its folder says so."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.plugin_tables import MatchTable
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

NOBODY = 65534


@pytest.fixture
def path() -> Iterator[Path]:
    """In a folder that other users can enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder / "archive.sqlite3"
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture(params=[(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)])
def rights(request: pytest.FixtureRequest) -> tuple[int, int]:
    """The rights on a folder and on its files: both read-only, or one of them."""
    folder, file = request.param
    return folder, file


@contextmanager
def sealed(path: Path, rights: tuple[int, int]) -> Iterator[None]:
    """With these rights, as a user to whom they apply."""
    for file in path.parent.iterdir():
        file.chmod(rights[1])
    path.parent.chmod(rights[0])
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def play(archive: Archive, game: WalkGame, moves: str, told: list[str]) -> Match:
    match = Match(game, repetition=0)
    archive.keep(match, told.append)
    for move in moves:
        match.play(move)
    return match


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def test_it_can_be_read_and_nothing_is_left_behind(
    path: Path, game: WalkGame, rights: tuple[int, int]
) -> None:
    archive, told = Archive(path), list[str]()
    play(archive, game, "bcb", told)
    play(archive, game, "bd", told)
    record, before = archive.record(1), files(path)
    with sealed(path, rights):
        assert [(entry.number, entry.plies) for entry in archive.entries()] == [(2, 2), (1, 3)]
        assert archive.record(1) == record
        match = archive.resume(1, told.append)
        assert (match.ply, told) == (3, [])
        with MatchTable(archive, "moods_faces", "face TEXT").reading() as connection:
            assert connection.execute("SELECT * FROM moods_faces").fetchall() == []
    assert files(path) == before


def test_it_is_not_written_and_who_plays_is_told_once(
    path: Path, game: WalkGame, rights: tuple[int, int]
) -> None:
    archive, told = Archive(path), list[str]()
    play(archive, game, "bcb", told)
    before = files(path)
    with sealed(path, rights):
        with pytest.raises(ArchiveError, match=r"cannot be opened for writing \(.*ARCHIVE$"):
            archive.delete([1])
        match = archive.resume(1, told.append)
        for move in "abd":
            match.play(move)
    assert len(told) == 1
    assert told[0].startswith(f"Not kept: the archive {path} cannot be opened for writing (")
    assert files(path) == before


@pytest.mark.parametrize("index", [True, False])
def test_what_a_killed_program_has_left_beside_it_is_read_or_told(
    path: Path, game: WalkGame, rights: tuple[int, int], index: bool
) -> None:
    """SQLite reads a log by an index, which it cannot make there."""
    archive, told = Archive(path), list[str]()
    match = play(archive, game, "b", told)
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("SELECT count(*) FROM moves").fetchone()
        match.play("d")
        left = files(path)
    for name, content in left.items():
        (path.parent / name).write_bytes(content)
    if not index:
        Path(f"{path}-shm").unlink()
    with sealed(path, rights):
        if index:
            assert next(archive.entries()).plies == archive.record(1).plies == 2
        else:
            with pytest.raises(ArchiveError, match=f"left {path.name}-wal beside it: copy both"):
                archive.record(1)
    assert files(path).keys() == left.keys() - (set() if index else {f"{path.name}-shm"})
    match.play("b")  # its owner can go on
    assert (archive.record(1).plies, told) == (3, [])


def test_one_that_its_owner_writes_is_read_as_it_stands(
    path: Path, game: WalkGame, rights: tuple[int, int]
) -> None:
    archive, told = Archive(path), list[str]()
    match = play(archive, game, "b", told)
    with archive.held():
        match.play("d")
        with sealed(path, rights):
            assert archive.record(1).plies == 2
        path.parent.chmod(0o777)
        match.play("b")
        with sealed(path, rights):
            assert archive.record(1).plies == 3
    assert told == []


def test_an_empty_file_holds_nothing(path: Path, rights: tuple[int, int]) -> None:
    path.touch()
    with sealed(path, rights):
        assert list(Archive(path).entries()) == []
    assert files(path) == {path.name: b""}


def test_a_file_that_is_no_archive_is_refused(path: Path, rights: tuple[int, int]) -> None:
    path.write_bytes(b"garbage\n" * 1000)
    with sealed(path, rights), pytest.raises(ArchiveError, match="is damaged or no archive"):
        next(Archive(path).entries())
