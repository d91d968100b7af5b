from __future__ import annotations

import os
import random
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.core.records.forks import three_matches
from tests.core.records.watched import CONNECT, Table, refusals, uses

from stackyard.errors import ArchiveError, StackyardError
from stackyard.records import match_rows
from stackyard.records.archive import Archive
from stackyard.records.format import Ending

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

DAMAGED = "is damaged or no archive "
FULL = "cannot be written: the disk may be full (database or disk is full)"
WAY_OUT = "move it away to begin a new one, or name another with STACKYARD_ARCHIVE"


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of SQLite can grow."""

    def connect_to_it(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = CONNECT(*arguments, **named)
        connection.execute("PRAGMA max_page_count = 1")  # it takes the size there is, if larger
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect_to_it)
        yield


@pytest.mark.parametrize(
    "content", [b"xx", b"garbage\n" * 1000, bytes(4096), b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_file_that_is_no_archive_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for sentence in refusals(path):
        assert sentence.startswith(DAMAGED)
        assert sentence.endswith(WAY_OUT)
    assert path.read_bytes() == content


def test_a_match_goes_on_beside_a_file_that_is_no_archive(path: Path, game: WalkGame) -> None:
    path.write_bytes(b"garbage\n" * 1000)
    table = Table(path, game)
    table.play("bd")
    assert len(table.told) == 1
    assert table.told[0].startswith(f"Not kept: the archive {path} {DAMAGED}")
    path.unlink()
    table.play("b")
    assert table.told[1:] == ["Kept again, as match 1."]
    assert table.is_kept()


def test_an_empty_file_becomes_an_archive(path: Path, game: WalkGame) -> None:
    path.touch()
    table = Table(path, game)
    assert list(table.archive.entries()) == []
    table.play("b")
    assert table.is_kept()


def test_an_archive_that_was_cut_off_anywhere_is_refused(path: Path, game: WalkGame) -> None:
    content = three_matches(path, game)
    for end in [*range(2, 100), *range(100, len(content), 61), len(content) - 1]:
        path.write_bytes(content[:end])
        with pytest.raises(ArchiveError, match=DAMAGED):
            next(Archive(path).entries())
        assert path.read_bytes() == content[:end]
    path.write_bytes(content)
    assert len(list(Archive(path).entries())) == 3


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_lead_to_nothing_worse_than_a_sentence(
    path: Path, game: WalkGame, seed: int
) -> None:
    content, rng = bytearray(three_matches(path, game)), random.Random(seed)
    for _ in range(rng.choice([1, 4, 30])):
        content[rng.randrange(len(content))] = rng.randrange(256)
    path.write_bytes(content)
    for use in uses(Archive(path)):
        try:
            use()
        except StackyardError as error:
            print(error)
    table = Table(path, game)
    table.play("bdc")
    assert table.match.ply == 3
    assert len(table.told) <= 1 or "Kept again" in table.told[1]


def test_a_folder_in_the_place_of_the_archive_is_refused(path: Path, game: WalkGame) -> None:
    path.mkdir()
    (sentence,) = refusals(path)
    assert sentence == "is a folder or device, not a file; name another with STACKYARD_ARCHIVE"
    table = Table(path, game)
    table.play("bd")
    assert table.told == [f"Not kept: the archive {path} {sentence}."]
    assert list(path.iterdir()) == []


def test_a_device_or_a_pipe_in_the_place_of_the_archive_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/null"), pipe):
        (sentence,) = refusals(path)
        assert sentence.startswith("is a folder or device, not a file; ")


def test_a_file_in_the_place_of_its_folder_is_told(path: Path, game: WalkGame) -> None:
    path.write_text("a file")
    below = path / "data" / "archive.sqlite3"
    table = Table(below, game)
    table.play("bd")
    assert len(table.told) == 1
    assert table.told[0].startswith(
        f"Not kept: the archive {below} cannot be used: Not a directory"
    )


def test_a_full_disk_is_told_and_the_match_is_complete_afterwards(
    path: Path, game: WalkGame
) -> None:
    table = Table(path, game)
    with full_disk():
        table.play("bdc")
    assert table.told == [f"Not kept: the archive {path} {FULL}."]
    table.play("b")
    assert table.told[1:] == ["Kept again, as match 1."]
    assert table.is_kept()


def test_what_does_not_fit_on_the_disk_leaves_the_archive_as_it_was(
    path: Path, game: WalkGame
) -> None:
    three_matches(path, game)
    record, archive = Archive(path).record(3), Archive(path)
    long = "x" * 20_000
    for write in (
        lambda: archive.annotate(3, long),
        lambda: archive.add(replace(record, id="copy", comment=long)),
    ):
        with full_disk(), pytest.raises(ArchiveError, match=re.escape(FULL)):
            write()
    assert archive.record(3) == record
    assert len(list(archive.entries())) == 3


def test_a_write_that_breaks_off_in_the_middle_leaves_the_archive_as_it_was(
    path: Path, game: WalkGame
) -> None:
    table = Table(path, game)
    table.play("bdb")
    record = table.archive.record(1)
    large = [replace(turn, comment="x" * 20_000) for turn in record.turns * 3]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_100, limits[1]))
    try:
        with pytest.raises(ArchiveError, match="cannot be written: the disk may be full"):
            table.archive.add(replace(record, id="copy", turns=large))
        table.play("d")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    table.play("c")
    assert table.told == []
    assert table.is_kept()
    assert len(list(table.archive.entries())) == 1


def test_an_interrupted_write_leaves_the_row_as_it_was(
    path: Path, game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(path, game)
    table.play("bd")

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(match_rows, "check_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.play("c")
    assert table.archive.record(1).plies == 2
    table.play("b")
    assert table.is_kept()
    assert table.told == []


def test_an_archive_is_left_in_one_file(path: Path, game: WalkGame) -> None:
    three_matches(path, game)
    assert [file.name for file in path.parent.glob("archive*")] == [path.name]


@pytest.mark.parametrize("cut", [0, 100])
def test_what_a_killed_program_had_written_is_there(path: Path, game: WalkGame, cut: int) -> None:
    # Its last words lie in the file beside the archive, from where the next program takes them,
    # even if they were just being moved and the last page came to the archive in part.
    table, log = Table(path, game), Path(f"{path}-wal")
    table.play("b")
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("SELECT count(*) FROM moves").fetchone()
        table.play("db")
        content, words = path.read_bytes(), log.read_bytes()
    path.write_bytes(content[: len(content) - cut])
    log.write_bytes(words)
    assert next(table.archive.entries()).plies == 3
    table.play("d")
    assert table.told == []
    assert table.is_kept()


def test_a_match_that_was_added_without_its_result_gets_it_when_it_is_resumed(
    path: Path, known_walk: WalkMaker
) -> None:
    table = Table(path, known_walk("a 0 b", "b 1 won 0"))
    table.play("b")
    record = table.archive.record(1)
    number = table.archive.add(replace(record, id="another", result=None))
    match = table.archive.resume(number, print)
    assert match.result is not None
    assert table.archive.record(number).result == record.result
    assert record.result == Ending("white", "rules", "white has won")
