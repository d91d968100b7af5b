"""Two builds of the same sources give the same files."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest
from tools.reproducible import EARLIEST, commit_time, settle

NOON = 1_700_000_000
RECORD = "yard.dist-info/RECORD"
CONTENTS = {
    "yard/native.so": b"\x7fELF",
    "yard/rules.py": b"RULES = 1\n",
    "yard.dist-info/WHEEL": b"Wheel-Version: 1.0\n",
    RECORD: b"yard/rules.py,,\nyard/native.so,,\n",
}


def wheel(file: Path, names: list[str], date: tuple[int, int, int], mask: int) -> Path:
    """A wheel with its files in this order, of this date, built under this umask."""
    with ZipFile(file, "w") as made:
        for name in names:
            info = ZipInfo(name, (*date[:3], 1, 2, 4))
            info.external_attr = ((0o777 if name.endswith(".so") else 0o666) & ~mask) << 16
            lines = CONTENTS[name].splitlines(keepends=True)
            made.writestr(info, b"".join(lines if mask else reversed(lines)))
    return file


def archive(file: Path, names: list[str], date: int, owner: int) -> Path:
    """A source archive with its files in this order, of this date and owner."""
    with tarfile.open(file, "w:gz") as made:
        for name in names:
            info = tarfile.TarInfo(f"yard-1.0/{name}")
            info.size, info.mtime = len(CONTENTS[name]), date
            info.uid, info.uname, info.mode = owner, f"user{owner}", 0o644 if owner else 0o600
            made.addfile(info, io.BytesIO(CONTENTS[name]))
    return file


def test_wheels_of_equal_contents_become_equal(tmp_path: Path) -> None:
    names = list(CONTENTS)
    one = wheel(tmp_path / "one.whl", names, (2020, 1, 1), 0o022)
    other = wheel(tmp_path / "other.whl", names[::-1], (2026, 11, 23), 0)
    assert one.read_bytes() != other.read_bytes()
    settle(one, NOON)
    settle(other, NOON)
    assert one.read_bytes() == other.read_bytes()
    with ZipFile(one) as made:
        assert set(made.namelist()) == set(names)
        assert made.namelist()[-1] == RECORD
        assert made.read("yard/rules.py") == CONTENTS["yard/rules.py"]
        modes = {info.filename: info.external_attr >> 16 & 0o777 for info in made.infolist()}
    assert modes["yard/native.so"] == 0o755
    assert modes["yard/rules.py"] == 0o644


def test_archives_of_equal_contents_become_equal(tmp_path: Path) -> None:
    names = list(CONTENTS)
    one = archive(tmp_path / "one.tar.gz", names, NOON, 0)
    other = archive(tmp_path / "other.tar.gz", names[::-1], NOON + 5, 1000)
    settle(one, NOON)
    settle(other, NOON)
    assert one.read_bytes() == other.read_bytes()
    with tarfile.open(one) as made:
        found = made.extractfile("yard-1.0/yard/rules.py")
        assert found is not None
        assert found.read() == CONTENTS["yard/rules.py"]


def test_a_changed_file_changes_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = wheel(tmp_path / "one.whl", list(CONTENTS), (2020, 1, 1), 0o022)
    monkeypatch.setitem(CONTENTS, "yard/rules.py", b"RULES = 2\n")
    other = wheel(tmp_path / "other.whl", list(CONTENTS), (2020, 1, 1), 0o022)
    settle(one, NOON)
    settle(other, NOON)
    assert one.read_bytes() != other.read_bytes()


def test_the_time_of_a_release_is_one_that_a_zip_file_can_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", "12")
    assert commit_time() == EARLIEST
    monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", str(NOON))
    assert commit_time() == NOON
