from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive, archive_path


def test_the_environment_names_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "mine.sqlite3"))
    assert archive_path() == tmp_path / "mine.sqlite3"
    assert Archive().path == tmp_path / "mine.sqlite3"
    assert Archive(tmp_path / "other").path == tmp_path / "other"


@pytest.mark.parametrize("unset", [True, False])
def test_without_it_the_archive_lies_in_the_data_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unset: bool
) -> None:
    program = "from stackyard.records.archive import archive_path; print(archive_path())"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "STACKYARD_ARCHIVE": ""}
    if unset:
        del environment["STACKYARD_ARCHIVE"]
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert Path(found.stdout.strip()) == tmp_path / "stackyard" / "archive.sqlite3"
    assert list(tmp_path.glob("stackyard")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there a home is not known by HOME")
def test_without_a_home_what_to_set_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("STACKYARD_ARCHIVE", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    with pytest.raises(ArchiveError, match="set HOME, or name a file with STACKYARD_ARCHIVE$"):
        Archive()


def test_a_data_folder_that_is_a_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv("STACKYARD_ARCHIVE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    for ask in (lambda: list(Archive().entries()), lambda: Archive().delete([1])):
        with pytest.raises(ArchiveError, match="file/stackyard.* cannot be used: Not a directory"):
            ask()


def test_a_file_may_have_the_name_of_sqlite_s_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Archive(":memory:").setting("name", lambda: "kept") == "kept"
    assert Archive(":memory:").setting("name", lambda: "lost") == "kept"


def test_a_text_that_cannot_be_kept_does_not_make_the_archive_a_damaged_one(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite3")
    archive.setting("name", lambda: "value")
    with pytest.raises(ArchiveError, match=r"^'\\udcff' is no text that an archive can keep$"):
        list(archive.entries(label="\udcff"))
