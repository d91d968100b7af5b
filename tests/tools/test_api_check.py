"""Public names that changed since a release are told; those on the list are allowed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT

OLD = """
__all__ = ["Match", "perft"]

class Match:
    def run(self, seconds: float = 1.0) -> int:
        return 0

    def _inner(self) -> None: ...

def perft(position: object, depth: int) -> int:
    return 0

def helper() -> None: ...
"""
GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]


class Repository:
    """A repository with a package `stackyard` of one module."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.module = folder / "core/src/stackyard/__init__.py"
        self.module.parent.mkdir(parents=True)
        self.allowed = folder / "allowed.txt"
        self.allowed.write_text("# none\n", "utf-8")
        self.git("init", "--quiet")
        self.commit(OLD)

    def git(self, *words: str) -> None:
        subprocess.run([*GIT, *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self, source: str) -> None:
        self.module.write_text(source, "utf-8")
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "-m", "a commit")

    def check(self) -> tuple[int, str]:
        """The exit code, and what is printed."""
        words = ["--repository", str(self.folder), "--allowed", str(self.allowed)]
        command = [sys.executable, "-m", "tools.api_check", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_before_the_first_release_nothing_is_compared(repository: Repository) -> None:
    repository.commit(OLD.replace("perft", "count"))
    code, told = repository.check()
    assert (code, told) == (0, "no release is tagged yet: the public names are not compared\n")


def test_what_breaks_is_told_unless_it_is_allowed_with_a_reason(repository: Repository) -> None:
    repository.git("tag", "v0.1.0")
    changed = OLD.replace('"perft"]', '"count"]').replace("def perft", "def count")
    changed = changed.replace("seconds: float = 1.0", "limit: float")
    changed = changed.replace("_inner", "_other").replace("helper", "renamed")
    repository.commit(changed)
    code, told = repository.check()
    assert code == 1
    assert "breaks programs written for v0.1.0: stackyard.perft: it is gone" in told
    assert "stackyard.Match.run: Parameter was removed" in told
    assert "inner" not in told
    assert "helper" not in told
    repository.allowed.write_text(
        "stackyard.perft  # it is count now\nstackyard.Match.run  # limits are objects\n", "utf-8"
    )
    code, told = repository.check()
    assert code == 0, told
    assert "no other" in told


def test_the_list_of_what_is_allowed_holds_nothing_else_and_gives_reasons(
    repository: Repository,
) -> None:
    repository.git("tag", "v0.1.0")
    repository.commit(OLD)
    assert repository.check()[0] == 0
    repository.allowed.write_text("stackyard.perft  # it is count now\n", "utf-8")
    code, told = repository.check()
    assert code == 1
    assert "names stackyard.perft, which does not break: delete its line" in told
    repository.allowed.write_text("stackyard.perft\n", "utf-8")
    code, told = repository.check()
    assert code == 1
    assert "gives no reason for stackyard.perft" in told
