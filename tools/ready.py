"""Say whether this commit may be tagged as a release: `python -m tools.ready`."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.packages import ROOT, version

KEPT: Final = {"README.md"}  # no fragment


def main() -> None:
    """Tell what is missing, and end with code 1 if anything is and the commit is to be tagged."""
    parser = argparse.ArgumentParser(prog="ready")
    parser.add_argument("--tag", help="the tag that this commit has")
    parser.add_argument("--tell-only", action="store_true", help="never fail for what is missing")
    asked = parser.parse_args()
    missing = [*obstacles(ROOT, version(), asked.tag)]
    for line in missing:
        print(f"before a release: {line}")
    if missing and not asked.tell_only:
        sys.exit(1)
    if not missing and not asked.tag:
        print(f"ready: git tag -s v{version()} && git push origin v{version()}")


def obstacles(root: Path, version: str, tag: str | None) -> Iterator[str]:
    """The obstacles to a release of this version, a sentence each."""
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        yield f"CHANGELOG.md has no section `## {version} (DATE)` with the date of today"
    fragments = sorted(file.name for file in (root / "changes").glob("*") if file.name not in KEPT)
    if fragments:
        yield f"changes/ still holds {', '.join(fragments)}: run `towncrier build`"
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}: run `nox -s bump`, or tag anew"
    if not tag and git(root, "tag", "--list", f"v{version}"):
        yield f"the tag v{version} is there already: raise the version with `nox -s bump`"
    if git(root, "status", "--porcelain"):
        yield "files are changed and not committed: commit them"


def git(root: Path, *words: str) -> str:
    """The output of git."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
