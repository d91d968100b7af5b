"""Installed packages, read by hand, against `importlib.metadata`."""

from __future__ import annotations

import importlib.metadata
import sys
from typing import TYPE_CHECKING

import pytest
from packaging.utils import canonicalize_name

from stackyard.plugins.entry_points import Package, packages

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "stackyard"
INFO = "thing-1.2.dist-info"
METADATA = "Metadata-Version: 2.1\nName: thing\nVersion: 1.2\n\nVersion: of another thing\n"


@pytest.fixture(autouse=True)
def yard() -> None:
    """Nothing is hidden here, as the fixture of this name would do."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder that Python imports from, with one package."""
    write(tmp_path, f"{INFO}/METADATA", METADATA)
    write(tmp_path, f"{INFO}/entry_points.txt", "[stackyard]\nthing = thing.plugin\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def write(folder: Path, place: str, text: str) -> Path:
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def only() -> Package:
    (package,) = packages()
    return package


def points() -> list[tuple[str, str]]:
    return only().points(GROUP)


def test_everything_installed_here_is_read_as_python_reads_it() -> None:
    theirs = {
        canonicalize_name(found.name): {(p.group, p.name, p.value) for p in found.entry_points}
        for found in importlib.metadata.distributions()
    }
    groups = {group for points in theirs.values() for group, _, _ in points}
    assert {"stackyard", "console_scripts"} <= groups
    ours = {
        canonicalize_name(found.name): {
            (group, *p) for group in groups for p in found.points(group)
        }
        for found in packages()
    }
    assert ours == theirs


def test_our_packages_are_named_and_numbered_as_python_does_it() -> None:
    theirs = {
        (found.name, found.version)
        for found in importlib.metadata.distributions()
        if found.name.startswith("stackyard-")
    }
    ours = {(found.name, found.version) for found in packages()}
    assert theirs <= ours


def test_a_package_is_read_where_it_lies(folder: Path) -> None:
    package = only()
    assert (package.name, package.version) == ("thing", "1.2")
    assert package.points(GROUP) == [("thing", "thing.plugin")]
    assert package.points("another") == []
    assert importlib.metadata.Distribution.at(package.folder).version == "1.2"
    assert importlib.metadata.Distribution.at(package.folder).read_text("METADATA") == METADATA


def test_what_is_installed_edited_upgraded_and_removed_is_seen_at_once(folder: Path) -> None:
    listed = write(folder, f"{INFO}/entry_points.txt", "[stackyard]\nother = thing.other\n")
    assert points() == [("other", "thing.other")]
    (folder / INFO).rename(folder / "thing-1.3.dist-info")
    write(folder, "thing-1.3.dist-info/METADATA", METADATA.replace("1.2", "1.3"))
    assert only().version == "1.3"
    write(folder, "more-0.1.dist-info/METADATA", "Name: more\nVersion: 0.1\n")
    assert sorted(package.name for package in packages()) == ["more", "thing"]
    assert not listed.exists()
    (folder / "thing-1.3.dist-info/entry_points.txt").unlink()
    assert [package.points(GROUP) for package in packages()] == [[], []]


@pytest.mark.parametrize(
    "text",
    [
        "# ours\n\n[stackyard]\r\n  thing=thing.plugin  \n",
        "[console_scripts]\nx = y:z\n[stackyard]\nthing = thing.plugin\n[more]\nthing = other\n",
        "stray\n[stackyard]\nthing = thing.plugin\n",
        "[[stackyard]]\nthing = thing.plugin",
    ],
)
def test_a_list_is_read_by_the_rules_of_python(folder: Path, text: str) -> None:
    write(folder, f"{INFO}/entry_points.txt", text)
    theirs = importlib.metadata.Distribution.at(only().folder).entry_points.select(group=GROUP)
    assert points() == [(point.name, point.value) for point in theirs]
    assert points() == [("thing", "thing.plugin")]


@pytest.mark.parametrize("content", [b"[another]\nthing\n", b"\xff\xfe[\0s\0", b""])
def test_a_garbled_list_of_others_is_nothing_to_us(folder: Path, content: bytes) -> None:
    (folder / INFO / "entry_points.txt").write_bytes(content)
    assert points() == []


def test_lost_metadata_leave_the_points(folder: Path) -> None:
    (folder / INFO / "METADATA").unlink()
    assert (only().name, only().version) == ("thing", "1.2")
    assert points() == [("thing", "thing.plugin")]


def test_what_is_no_folder_on_the_path_does_no_harm(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write(folder, "text", "no zip file")
    odd = [str(folder / "nowhere"), str(text), str(folder), ""]
    monkeypatch.setattr(sys, "path", odd)
    monkeypatch.chdir(folder / INFO)
    assert only().name == "thing"
    monkeypatch.chdir(folder)
    assert only().name == "thing"
