"""The readable rest of a damaged archive is recovered; no damaged byte passes as a record."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from msgspec.structs import replace

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

Run = Callable[..., Result]

PAGE = 4096
FLIPS = 300


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An archive of 30 matches; the comment of match 2 fills several pages, 3 was deleted."""
    archive = Archive(tmp_path_factory.mktemp("archive") / "a.sqlite3")
    game = load_game("silo", size=4, height=2)
    archive.add_all(_played(game, seed) for seed in range(29))
    archive.add(replace(_played(game, 30), comment="x" * 20_000), "a label")
    archive.delete([3])
    archive.setting("secret", lambda: "a secret")
    return archive.path.read_bytes()


def _played(game: Game, seed: int) -> Record:
    match = Match(game, ("random", "random"), seed=seed)
    match.run()
    record = record_of(match)
    turns = [replace(turn, seconds=[0.125] * len(turn.moves)) for turn in record.turns]
    return replace(record, turns=turns)


@pytest.fixture
def old(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "old.sqlite3"
    path.write_bytes(content)
    return path


def records(archive: Archive) -> dict[int, Record]:
    """The records that can be read, by the numbers of their matches."""
    found = archive.records(archive.numbers(label=""))
    return {number: record for number, record in found if isinstance(record, Record)}


def recovered(run: Run, old: Path) -> Archive:
    """The new archive of what is left of an old one."""
    new = old.with_name("new.sqlite3")
    new.unlink(missing_ok=True)
    told = run("records", "recover", str(old), str(new))
    assert told.exit_code == 0, told.output
    return Archive(new)


def test_all_of_an_archive_that_is_whole_comes_along(run: Run, old: Path) -> None:
    archive, before = recovered(run, old), Archive(old)
    assert records(archive) == records(before)
    assert [entry.number for entry in archive.entries(label="a label")] == [10_000_001]
    assert archive.setting("secret", lambda: "another") == "a secret"
    assert archive.path.stat().st_mode & 0o777 == 0o600
    assert archive.add(replace(before.record(1), id="another")) == 30
    assert [path.name for path in sorted(old.parent.iterdir())] == ["new.sqlite3", "old.sqlite3"]


@pytest.mark.parametrize("cut", [1, 100, PAGE, PAGE + 100])
def test_an_archive_that_was_cut_loses_what_was_on_its_last_page(
    run: Run, old: Path, content: bytes, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = records(Archive(old))
    old.write_bytes(content[:-cut])
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(old))
    for words in (["matches"], ["records", "backup", str(old.parent / "copy")]):
        told = run(*words)
        assert f"`stackyard records recover {old} NEW`" in told.stderr
        assert "`stackyard records salvage MATCH`" in told.stderr
    found = records(recovered(run, old))
    assert found.items() <= right.items()
    assert len(found) > len(right) - 8
    assert old.read_bytes() == content[:-cut]


def test_half_an_archive_is_read_as_far_as_it_goes(run: Run, old: Path, content: bytes) -> None:
    right = records(Archive(old))
    old.write_bytes(content[: len(content) // 2])
    told = run("records", "recover", str(old), str(old.with_name("new.sqlite3")))
    archive = Archive(old.with_name("new.sqlite3"))
    found = records(archive)
    assert found
    assert found.items() <= right.items()
    damaged = len(archive.numbers(label="")) - len(found)
    assert f", {damaged} of them damaged; " in told.output


def test_a_lost_page_takes_its_own_rows_alone(run: Run, old: Path, content: bytes) -> None:
    """The first page and the roots of tables, too, without which SQLite finds nothing."""
    right = records(Archive(old))
    for page in [*range(7), *range(7, len(content) // PAGE, 6)]:
        begin = page * PAGE
        old.write_bytes(content[:begin] + bytes(PAGE) + content[begin + PAGE :])
        found = records(recovered(run, old))
        assert found.items() <= right.items(), page
        assert len(found) > len(right) - 12, page


def test_what_a_killed_program_had_written_is_recovered(run: Run, old: Path) -> None:
    with closing(sqlite3.connect(old)) as reader:
        reader.execute("SELECT count(*) FROM moves").fetchone()
        record = replace(Archive(old).record(1), id="the last")
        number = Archive(old).add(record)
        killed = old.with_name("killed.sqlite3")
        killed.write_bytes(old.read_bytes()[:-100])
        killed.with_name("killed.sqlite3-wal").write_bytes(Path(f"{old}-wal").read_bytes())
    assert records(recovered(run, killed))[number] == record


def test_a_match_is_salvaged_from_a_file_without_its_end(
    run: Run, old: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.write_bytes(content[:-100])
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(old))
    told = run("records", "salvage", "1")
    assert '"moves": [' in told.stdout


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (b"", "no match can be read in "),
        (b"a diary\n" * 5000, "no match can be read in "),
        (b"SQLite format 3\0" + b"\x0d\xff" * 9000, "no match can be read in "),
    ],
)
def test_a_file_without_a_match_gives_no_archive(
    run: Run, tmp_path: Path, spoilt: bytes, sentence: str
) -> None:
    (tmp_path / "old").write_bytes(spoilt)
    told = run("records", "recover", str(tmp_path / "old"), str(tmp_path / "new"))
    assert told.exit_code == 2
    assert told.stderr.splitlines()[-1].startswith(f"Error: {sentence}")
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_no_file_is_written_over(run: Run, old: Path, content: bytes) -> None:
    for new in (old, old.parent):
        told = run("records", "recover", str(old), str(new))
        assert f"NEW {new}: that file exists" in told.stderr
    nowhere = old.parent / "no" / "new"
    assert f"{nowhere}: No such file" in run("records", "recover", str(old), str(nowhere)).stderr
    assert old.read_bytes() == content


@pytest.mark.nightly
def test_no_flipped_byte_passes_as_a_record(run: Run, old: Path, content: bytes) -> None:
    """Neither in the archive itself, nor in the one that is recovered from it."""
    right = records(Archive(old))
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    rng, whole, told = random.Random(seed), 0, 0
    for _ in range(FLIPS):
        damaged = bytearray(content)
        damaged[rng.randrange(len(content))] ^= rng.randrange(1, 256)
        old.write_bytes(damaged)
        try:
            found = records(Archive(old))
        except StackyardError:
            found = {}
        assert found.items() <= right.items()
        whole += len(found) == len(right)
        again = records(recovered(run, old))
        assert again.items() <= right.items()
        assert len(again) > len(right) - 12
        told += len(again) < len(right)
    print(f"{whole} archives whole, {told} recovered with damaged matches")
    assert 0 < whole < FLIPS
