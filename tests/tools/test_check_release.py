"""The files of a release, before they are installed: the set must be whole."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from packaging.tags import sys_tags
from tools.bare import Bare
from tools.check_release import check_names
from tools.packages import distributions, version

HERE = next(tag for tag in map(str, sys_tags()) if "-linux_" not in tag)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with the files of a release for this machine, all of them empty."""
    for one in distributions():
        stem = f"{one.name.replace('-', '_')}-{version()}"
        tags = ["py3-none-any", *([HERE] if one.compiled else [])]
        for name in [f"{stem}.tar.gz", *(f"{stem}-{tag}.whl" for tag in tags)]:
            (tmp_path / name).touch()
    return tmp_path


def test_a_whole_release_is_accepted(release: Path) -> None:
    check_names(release, None)
    check_names(release, 1)


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        (
            "stackyard_silo-{}-" + HERE + ".whl",
            "a compiled wheel for this Python of stackyard-silo",
        ),
        ("stackyard_silo-{}-py3-none-any.whl", "a wheel py3-none-any of stackyard-silo"),
        ("stackyard-{}.tar.gz", "a source archive of stackyard:"),
    ],
)
def test_a_file_that_is_missing_is_named(release: Path, lost: str, sentence: str) -> None:
    (release / lost.format(version())).unlink()
    with pytest.raises(SystemExit, match=sentence):
        check_names(release, None)


def test_files_of_another_version_are_refused(release: Path) -> None:
    (release / "stackyard_core-99.0.0-py3-none-win32.whl").touch()
    with pytest.raises(SystemExit, match="stackyard-core 99.0.0, but the version is "):
        check_names(release, None)


def test_a_wheel_that_no_index_takes_is_refused(release: Path) -> None:
    (release / f"stackyard_core-{version()}-cp311-cp311-linux_x86_64.whl").touch()
    with pytest.raises(SystemExit, match="auditwheel has not repaired it"):
        check_names(release, None)


def test_a_platform_that_is_missing_is_counted(release: Path) -> None:
    with pytest.raises(SystemExit, match="1 compiled wheels of stackyard-core, not 20"):
        check_names(release, 20)


def test_without_a_build_the_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="run `nox -s release-wheels` first"):
        check_names(tmp_path / "nowhere", None)


def test_a_bare_environment_has_neither_compiler_nor_sources_nor_network(tmp_path: Path) -> None:
    bare = Bare(tmp_path / "bare")
    script = """
import shutil, socket, sys
print([name for name in ("cc", "gcc", "clang", "ld", "uv", "pip", "git") if shutil.which(name)])
try:
    socket.create_connection(("192.0.2.1", 80), 0.2)
except OSError as error:
    print(type(error).__name__)
print(sys.version_info[:2])
"""
    done = bare.run(bare.python, "-c", script)
    found, network, python = done.stdout.splitlines()
    assert found == "[]"
    assert network != "timeout" or not bare.is_root
    assert python == str(sys.version_info[:2])
    if bare.is_root:
        assert bare.run(bare.python, "-c", f"open({str(Path(__file__))!r})").returncode == 1
        programs = {path.name for path in (tmp_path / "bare/bin").iterdir()}
        assert programs == {"sh", "dirname", "realpath"}
