"""The archive cannot be used: one sentence says so, the game goes on, and nothing of it is lost."""

from __future__ import annotations

import json
import os
import resource
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Environment, Person, SitDown

GAME = ["silo", "-o", "size=4", "-o", "height=2"]
ELSEWHERE = "name another with STACKYARD_ARCHIVE"
NO_ARCHIVE = f"move it away to begin a new one, or {ELSEWHERE}"
RECOVER = (
    "`stackyard records recover {} NEW` copies what can be read, `stackyard records salvage MATCH` "
    "prints one match, or " + NO_ARCHIVE
)

# Starts a program that file permissions bind even if the user is root: it runs without root's
# capabilities 1 and 2, to override them for writing and for reading (prctl's PR_CAPBSET_DROP, 24).
BOUND = """
import ctypes, os, sys
library = ctypes.CDLL(None)
for capability in (1, 2):
    if hasattr(library, "prctl"):
        library.prctl(24, capability, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Kept(Protocol):
    """The moves of each match in an archive, by its number."""

    def __call__(self, archive: Path) -> dict[str, list[str]]: ...


class Begin(Protocol):
    """Two people sit down to a game that is to be kept in this file."""

    def __call__(self, archive: Path, *starter: str | Path) -> Person: ...


@pytest.fixture(scope="module")
def moves(yard: Environment) -> list[str]:
    """Enough legal moves of the game."""
    words = ["--first", "random", "--second", "random", "--seed", "6", "--json"]
    record = json.loads(yard.output("play", *GAME, *words))
    return [move for turn in record["turns"] for move in turn["moves"]]


@pytest.fixture(scope="module")
def begin(yard: Environment, sit_down: SitDown) -> Begin:
    def begin(archive: Path, *starter: str | Path) -> Person:
        words = [*starter, yard.program, "play", *GAME, "--second", "human"]
        return sit_down(*words, variables={"STACKYARD_ARCHIVE": str(archive)})

    return begin


@pytest.fixture(scope="module")
def kept(yard: Environment) -> Kept:
    def kept(archive: Path) -> dict[str, list[str]]:
        variables = {"STACKYARD_ARCHIVE": str(archive)}
        listed = json.loads(yard.output("matches", "--json", variables=variables))
        numbers = [str(match["match"]) for match in listed]
        return {n: moves_in(yard.output("export", n, variables=variables)) for n in numbers}

    return kept


@pytest.fixture
def archive(begin: Begin, moves: list[str], tmp_path: Path) -> Path:
    """An archive with one match of three moves."""
    path = tmp_path / "archive" / "archive.sqlite3"
    with begin(path) as person:
        play(person, moves[:3])
        leave(person)
    return path


def play(person: Person, moves: list[str]) -> None:
    """Play moves; each is shown as played."""
    person.type(*moves)
    for move in moves:
        person.hear(f"({move})")


def leave(person: Person) -> list[str]:
    """Quit, without any error; the words of the command that goes on."""
    person.type("quit")
    assert person.hear_out() == 0
    assert person.errors() == ""
    *_, announced, command = person.heard
    assert announced.endswith("You have left the game. To go on from here:")
    return shlex.split(command)[1:]


def told(person: Person) -> list[str]:
    """The messages to the person about the archive."""
    return [line for line in person.heard if line.startswith(("Not kept", "Kept again"))]


def saved(person: Person, path: Path) -> list[str]:
    """The moves in the file that the person saves the game to."""
    person.type(f"save {path}")
    person.hear(f"Saved to {path}.")
    return moves_in(path.read_text("utf-8"))


def moves_in(record: str) -> list[str]:
    return [move for turn in json.loads(record)["turns"] for move in turn["moves"]]


def cut(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


def set_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_by_bookmarks(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "garbage": (
        lambda path: path.write_bytes(bytes(range(256)) * 40),
        f"is damaged or no archive (file is not a database); {RECOVER}",
    ),
    "text": (
        lambda path: path.write_text("a diary\n", "utf-8"),
        f"is damaged or no archive (file is not a database); {RECOVER}",
    ),
    "half an archive": (
        lambda path: cut(path, path.stat().st_size // 2),
        f"is damaged or no archive (database disk image is malformed); {RECOVER}",
    ),
    "an archive without its last byte": (
        lambda path: cut(path, path.stat().st_size - 1),
        f"is damaged or no archive (malformed: its end is missing); {RECOVER}",
    ),
    "a folder": (
        replace_by_folder,
        f"is a folder or device, not a file; {ELSEWHERE}",
    ),
    "a database of another program": (
        replace_by_bookmarks,
        f"is damaged or no archive (not a database of Stackyard); {RECOVER}",
    ),
    "an archive of another format": (
        set_version,
        f"has format 99, and this program reads format 2; {NO_ARCHIVE}",
    ),
}


def content(folder: Path) -> dict[str, bytes | None]:
    """The content of a folder."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.parametrize("kind", SPOILT)
def test_a_file_that_is_no_archive_is_named_once_and_left_as_it_was(
    kind: str, yard: Environment, begin: Begin, archive: Path, moves: list[str], tmp_path: Path
) -> None:
    spoil, words = SPOILT[kind]
    sentence = words.format(archive)
    spoil(archive)
    before = content(archive.parent)
    with begin(archive) as person:
        play(person, moves[:6])
        assert saved(person, tmp_path / "saved.json") == moves[:6]
        way_on = leave(person)
    assert told(person) == [f"Not kept: the archive {archive} {sentence}."]
    assert way_on[0] == "play"
    assert "--position" in way_on
    assert content(archive.parent) == before
    listed = yard.run("matches", variables={"STACKYARD_ARCHIVE": str(archive)})
    assert (listed.returncode, listed.stdout) == (2, "")
    assert listed.stderr.splitlines()[-1] == f"Error: the archive {archive} {sentence}"
    assert content(archive.parent) == before


def test_when_the_damaged_file_is_moved_away_the_game_is_kept_again(
    begin: Begin, archive: Path, moves: list[str], kept: Kept
) -> None:
    with begin(archive) as person:
        play(person, moves[:4])
        intact = archive.read_bytes()
        archive.write_bytes(b"garbage" * 1000)
        play(person, moves[4:8])
        archive.rename(archive.with_name("damaged"))
        play(person, moves[8:10])
        assert leave(person) == ["resume", "1"]
    assert told(person) == [
        f"Not kept: the archive {archive} is damaged or no archive (file is not a database); "
        f"{RECOVER.format(archive)}.",
        "Kept again, as match 1.",
    ]
    assert kept(archive) == {"1": moves[:10]}
    archive.write_bytes(intact)
    assert kept(archive) == {"1": moves[:3], "2": moves[:4]}


class Disk(Protocol):
    """Has room for an archive, or none."""

    folder: Path

    def fill(self, pid: int) -> None:
        """Leave no room for what this process writes."""

    def clear(self) -> None:
        """Make room again."""


class LimitedFiles:
    """Files cannot grow, as with a quota: nobody needs a right to that."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pid = 0
        self.before = (0, 0)

    def fill(self, pid: int) -> None:
        self.pid = pid
        self.before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (8192, self.before[1]))

    def clear(self) -> None:
        with suppress(ProcessLookupError):
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, self.before)


class SmallDisk:
    """A disk of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filler = folder / "filler"

    def fill(self, pid: int) -> None:
        with self.filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    def clear(self) -> None:
        self.filler.unlink()


@pytest.fixture(params=["limit", "small disk"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk that can be full; who may not mount a small one gets limited files instead."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if request.param == "limit" or mount is None or os.geteuid():
        yield LimitedFiles(folder)
        return
    words = [mount, "-t", "tmpfs", "-o", "size=256k", "stackyard", str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        yield LimitedFiles(folder)
        return
    yield SmallDisk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("before", [0, 4])
def test_on_a_full_disk_the_game_goes_on_and_is_kept_when_there_is_room_again(
    before: int, disk: Disk, begin: Begin, moves: list[str], kept: Kept, tmp_path: Path
) -> None:
    archive = disk.folder / "archive.sqlite3"
    with begin(archive) as person:
        person.hear("Type a move")
        play(person, moves[:before])
        disk.fill(person.program.pid)
        play(person, moves[before:8])
        assert saved(person, tmp_path / "saved.json") == moves[:8]
        disk.clear()
        play(person, moves[8:10])
        assert leave(person) == ["resume", "1"]
    complaint, relief = told(person)
    assert complaint.startswith(f"Not kept: the archive {archive} cannot be written: the disk may")
    assert complaint.endswith((" (disk I/O error).", " (database or disk is full)."))
    assert relief == "Kept again, as match 1."
    assert kept(archive) == {"1": moves[:10]}


def test_who_leaves_while_the_disk_is_full_can_go_on_without_the_archive(
    disk: Disk, begin: Begin, yard: Environment, moves: list[str], kept: Kept, tmp_path: Path
) -> None:
    archive = disk.folder / "archive.sqlite3"
    with begin(archive) as person:
        play(person, moves[:4])
        disk.fill(person.program.pid)
        play(person, moves[4:8])
        saved(person, tmp_path / "saved.json")
        way_on = leave(person)
    position = json.loads((tmp_path / "saved.json").read_text("utf-8"))["position"]
    assert way_on[-2:] == ["--position", position]
    again = yard.output(*way_on, typed=f"{moves[8]}\nquit\n")
    assert f"({moves[8]})" in again
    disk.clear()
    assert kept(archive) == {"1": moves[:4]}


@contextmanager
def protected(path: Path) -> Iterator[None]:
    """A file or folder in which nothing can be written."""
    mode = path.stat().st_mode
    path.chmod(mode & 0o555)
    yield
    path.chmod(mode)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("archive.sqlite3", "opened for writing (it is read-only)"),
        (".", "opened for writing (attempt to write a readonly database)"),
    ],
)
def test_an_archive_that_may_not_be_written_is_told_once_and_the_game_goes_on(
    what: str,
    words: str,
    begin: Begin,
    yard: Environment,
    archive: Path,
    moves: list[str],
    kept: Kept,
    tmp_path: Path,
) -> None:
    with protected(archive.parent / what), begin(archive, yard.python, "-c", BOUND) as person:
        play(person, moves[:6])
        assert saved(person, tmp_path / "saved.json") == moves[:6]
        assert leave(person)[0] == "play"
    assert told(person) == [f"Not kept: the archive {archive} cannot be {words}; {ELSEWHERE}."]
    assert kept(archive) == {"1": moves[:3]}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("archive.sqlite3", "used: Permission denied"),
        ("folder/archive.sqlite3", "used: Permission denied"),
    ],
)
def test_in_a_folder_that_becomes_writable_the_game_is_kept_from_its_first_move(
    name: str,
    words: str,
    begin: Begin,
    yard: Environment,
    moves: list[str],
    kept: Kept,
    tmp_path: Path,
) -> None:
    (tmp_path / "protected").mkdir()
    archive = tmp_path / "protected" / name
    with begin(archive, yard.python, "-c", BOUND) as person:
        with protected(tmp_path / "protected"):
            play(person, moves[:6])
            assert saved(person, tmp_path / "saved.json") == moves[:6]
        play(person, moves[6:8])
        assert leave(person) == ["resume", "1"]
    assert told(person) == [
        f"Not kept: the archive {archive} cannot be {words}; {ELSEWHERE}.",
        "Kept again, as match 1.",
    ]
    assert kept(archive) == {"1": moves[:8]}


@pytest.mark.nightly
def test_a_locked_archive_is_waited_for_once_and_written_when_it_is_free(
    begin: Begin, yard: Environment, archive: Path, moves: list[str], kept: Kept
) -> None:
    sentence = f"the archive {archive} is being written by another program that does not finish"
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    with begin(archive) as person, closing(sqlite3.connect(archive)) as other:
        play(person, moves[:2])
        other.execute("BEGIN IMMEDIATE")
        play(person, moves[2:16])
        assert "silo" in yard.output("matches", variables=variables)
        deleted = yard.run("delete", "1", variables=variables)
        assert (deleted.returncode, deleted.stdout) == (2, "")
        assert deleted.stderr.splitlines()[-1] == f"Error: {sentence}"
        other.execute("ROLLBACK")
        play(person, moves[16:18])
        assert leave(person) == ["resume", "2"]
    assert told(person) == [f"Not kept: {sentence}.", "Kept again, as match 2."]
    assert kept(archive) == {"2": moves[:18], "1": moves[:3]}


def test_an_archive_that_is_locked_for_a_moment_is_waited_for_in_silence(
    begin: Begin, archive: Path, moves: list[str], kept: Kept
) -> None:
    with begin(archive) as person, closing(sqlite3.connect(archive)) as other:
        play(person, moves[:2])
        for move in moves[2:6]:
            other.execute("BEGIN IMMEDIATE")
            person.type(move)
            person.hear(f"> {move}")
            other.execute("UPDATE matches SET memo = memo || '!' WHERE id = 1")
            other.execute("COMMIT")
            person.hear(f"({move})")
        assert leave(person) == ["resume", "2"]
    assert told(person) == []
    assert kept(archive) == {"2": moves[:6], "1": moves[:3]}


def test_when_the_file_is_deleted_a_new_one_gets_the_whole_match(
    begin: Begin, archive: Path, moves: list[str], kept: Kept
) -> None:
    with begin(archive) as person:
        play(person, moves[:4])
        shutil.rmtree(archive.parent)
        play(person, moves[4:6])
        assert leave(person) == ["resume", "1"]
    assert told(person) == ["Kept again, as match 1."]
    assert kept(archive) == {"1": moves[:6]}


def test_a_match_that_is_deleted_while_it_is_played_is_kept_under_a_new_number(
    begin: Begin, yard: Environment, archive: Path, moves: list[str], kept: Kept
) -> None:
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    with begin(archive) as person:
        play(person, moves[:4])
        assert yard.output("delete", "2", variables=variables) == "match 2 is deleted\n"
        play(person, moves[4:6])
        assert leave(person) == ["resume", "3"]
    assert told(person) == ["Kept again, as match 3."]
    assert kept(archive) == {"3": moves[:6], "1": moves[:3]}


def test_of_two_programs_that_resume_a_match_the_second_is_told_and_changes_nothing(
    yard: Environment,
    sit_down: SitDown,
    archive: Path,
    moves: list[str],
    kept: Kept,
    tmp_path: Path,
) -> None:
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    with (
        sit_down(yard.program, "resume", "1", variables=variables) as first,
        sit_down(yard.program, "resume", "1", variables=variables) as second,
    ):
        for person in (first, second):
            person.hear("Going on after move 3")
        play(first, moves[3:5])
        play(second, moves[3:7])
        assert saved(second, tmp_path / "saved.json") == moves[:7]
        play(first, moves[5:6])
        assert leave(second)[0] == "play"
        assert leave(first) == ["resume", "1"]
    assert told(first) == []
    assert told(second) == ["Not kept: match 1 was played on by another program."]
    assert kept(archive) == {"1": moves[:6]}
