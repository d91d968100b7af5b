"""Obstacles to a release."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools.ready import obstacles

GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]


def commit(folder: Path) -> None:
    for words in (["add", "."], ["commit", "--quiet", "-m", "a commit"]):
        subprocess.run([*GIT, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A repository that may be tagged v0.2.0."""
    subprocess.run([*GIT, "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / "changes").mkdir()
    (tmp_path / "changes/README.md").touch()
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0 (2027-01-31)\n", "utf-8")
    commit(tmp_path)
    return tmp_path


def test_nothing_stands_in_the_way(ready: Path) -> None:
    assert list(obstacles(ready, "0.2.0", None)) == []
    subprocess.run([*GIT, "tag", "v0.2.0"], cwd=ready, check=True)
    assert list(obstacles(ready, "0.2.0", "v0.2.0")) == []


def test_a_changelog_without_the_version_or_its_date_is_told(ready: Path) -> None:
    (sentence,) = obstacles(ready, "0.3.0", None)
    assert "no section `## 0.3.0 (DATE)`" in sentence
    (ready / "CHANGELOG.md").write_text("## 0.2.0 (unreleased)\n", "utf-8")
    commit(ready)
    (sentence,) = obstacles(ready, "0.2.0", None)
    assert "with the date of today" in sentence


def test_fragments_that_are_left_are_told(ready: Path) -> None:
    (ready / "changes/torus.players.md").touch()
    commit(ready)
    (sentence,) = obstacles(ready, "0.2.0", None)
    assert sentence == "changes/ still holds torus.players.md: run `towncrier build`"


def test_a_tag_of_another_version_or_one_that_is_there_is_told(ready: Path) -> None:
    (sentence,) = obstacles(ready, "0.2.0", "v0.2.1")
    assert sentence.startswith("the tag is v0.2.1, but the version is 0.2.0")
    subprocess.run([*GIT, "tag", "v0.2.0"], cwd=ready, check=True)
    (sentence,) = obstacles(ready, "0.2.0", None)
    assert sentence.startswith("the tag v0.2.0 is there already")


def test_changes_that_are_not_committed_are_told(ready: Path) -> None:
    (ready / "new.py").touch()
    assert list(obstacles(ready, "0.2.0", None)) == [
        "files are changed and not committed: commit them"
    ]
