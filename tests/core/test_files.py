from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR

import pytest
from tests.full_disk import room_for

from stackyard.files import creating, make_private, replacing


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.is_file()]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests made of the disk, in order."""
    asked: list[str] = []
    sync, move = os.fsync, os.replace

    def fsync(number: int) -> None:
        status = os.fstat(number)
        asked.append("folder" if S_ISDIR(status.st_mode) else f"file of {status.st_size}")
        sync(number)

    def replace(*names: str) -> None:
        asked.append("replace")
        move(*names)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    return asked


def test_every_folder_that_is_made_is_for_the_user_alone(tmp_path: Path) -> None:
    """Weights are often the first in the folder where the archive is made later."""
    folder = tmp_path / "share" / "stackyard" / "weights"
    for _ in ("new", "there already"):
        make_private(folder)
        made = [folder, folder.parent, folder.parent.parent]
        assert [each.stat().st_mode & 0o777 for each in made] == [0o700] * 3


def test_a_file_is_on_the_disk_before_it_replaces_another(tmp_path: Path, done: list[str]) -> None:
    path = tmp_path / "table"
    for content in (b"first", b"second"):
        with replacing(path) as file:
            file.write(content)
        assert path.read_bytes() == content
    assert done == ["file of 5", "replace", "folder", "file of 6", "replace", "folder"]


def test_a_new_file_is_on_the_disk_before_it_counts(tmp_path: Path, done: list[str]) -> None:
    with creating(tmp_path / "game.json") as file:
        file.write(b"mine")
    assert done == ["file of 4", "folder"]


def test_a_new_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with room_for(1000), pytest.raises(OSError, match="too large"), creating(path) as file:
        file.write(b"x" * 2000)
    assert names(tmp_path) == []
    with creating(path) as file:
        file.write(b"mine")
    with pytest.raises(FileExistsError), creating(path) as file:
        file.write(b"another's")
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError, SystemExit])
def test_what_fails_half_way_leaves_what_was_there(
    failure: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / "table"
    path.write_bytes(b"mine")

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise failure

    with pytest.raises(failure), replacing(path) as file:
        file.writelines(pieces())
    assert names(tmp_path) == ["table"]
    assert path.read_bytes() == b"mine"


WRITER = """
import itertools, sys
from pathlib import Path
from stackyard.files import replacing

path = Path(sys.argv[1])
for number in itertools.count():
    with replacing(path) as file:
        for _ in range(200):
            file.write(bytes([number % 256]) * 5000)
        if not number:
            print(flush=True)
"""


@pytest.mark.nightly
def test_a_file_is_whole_whenever_its_writer_is_killed(tmp_path: Path) -> None:
    """300 kills: 100 each by SIGKILL, SIGTERM and Ctrl-C; only SIGKILL and SIGTERM leave drafts."""
    path, chance = tmp_path / "table", random.Random(1)
    path.write_bytes(bytes(1_000_000))
    for trial in range(300):
        number = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)[trial % 3]
        words = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline()
            time.sleep(chance.random() / 20)
            writer.send_signal(number)
            writer.wait()
        content = path.read_bytes()
        assert content == content[:1] * 1_000_000, f"{trial}: {number.name}"
        drafts = [draft for draft in tmp_path.glob(".*.part") if draft.is_file()]
        assert len(drafts) <= (number != signal.SIGINT), f"{trial}: {number.name}"
        for draft in drafts:
            draft.unlink()


def test_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def files_only(number: int) -> None:
        if S_ISDIR(os.fstat(number).st_mode):
            raise OSError(22, "Invalid argument")
        sync(number)

    monkeypatch.setattr(os, "fsync", files_only)
    with replacing(tmp_path / "table") as file:
        file.write(b"new")
    assert (tmp_path / "table").read_bytes() == b"new"


def test_a_device_is_written_to(tmp_path: Path) -> None:
    before = Path(os.devnull).stat()
    with replacing(Path(os.devnull)) as file:
        file.write(b"nothing")
    assert os.path.samestat(before, Path(os.devnull).stat())
