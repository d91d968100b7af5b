"""Compare the public names with those of the last release: `python -m tools.api_check`.

Public are the names in `__all__` of the packages below, and those on the reference pages. What
would break a program that uses them is told, unless tools/api_allowed.txt names it with a reason.
Only the sources are read, by griffe.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

import griffe

from tools.packages import ROOT

HOMES: Final = {
    "stackyard": "core/src",
    "stackyard_engine": "plugins/engine/src",
    "stackyard_kit": "plugins/kit/src",
    "stackyard_clock": "plugins/clock/src",
}
LISTED: Final = ("stackyard", "stackyard_engine", "stackyard_kit.building", "stackyard_kit.testing")
PAGES: Final = ("docs/authors/reference.md", "docs/researchers/api.md")
DIRECTIVE: Final = re.compile(r"^\.\. (currentmodule|auto\w+):: ([\w.]+)", re.MULTILINE)
ALLOWED: Final = ROOT / "tools/api_allowed.txt"


def main() -> None:
    """Tell what breaks, and end with code 1 if there is anything that is not allowed."""
    parser = argparse.ArgumentParser(prog="api_check")
    parser.add_argument("--against", help="a tag or a commit; else the last tag of a release")
    parser.add_argument("--repository", type=Path, default=ROOT)
    parser.add_argument("--allowed", type=Path, default=ALLOWED)
    asked = parser.parse_args()
    reference = asked.against or last_release(asked.repository)
    if not reference:
        print("no release is tagged yet: the public names are not compared")
        return
    with TemporaryDirectory() as folder:
        unpack(asked.repository, reference, Path(folder))
        found = list(breakages(Path(folder), asked.repository))
    allowed = read_allowed(asked.allowed)
    refused = [line for name, line in found if name not in allowed]
    unneeded = allowed - {name for name, _ in found}
    for line in refused:
        print(f"breaks programs written for {reference}: {line}")
    for name in sorted(unneeded):
        print(f"{asked.allowed.name} names {name}, which does not break: delete its line")
    if refused or unneeded:
        sys.exit(1)
    print(f"{len(found)} allowed breakages of public names since {reference}, and no other")


def last_release(repository: Path) -> str:
    """The last tag of a release before this commit; empty if there is none."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def unpack(repository: Path, reference: str, folder: Path) -> None:
    """Write the files of a commit into a folder."""
    command = ["git", "archive", "--format=tar", reference]
    done = subprocess.run(command, cwd=repository, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"git knows no {reference}: give a tag or a commit")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def breakages(old: Path, new: Path) -> Iterator[tuple[str, str]]:
    """What breaks users of the public names: the name, and what is different."""
    before, after = _load(old), _load(new)
    for name in sorted(public_names(old, before)):
        was, now = _find(before, name), _find(after, name)
        if was is None:
            continue
        if now is None:
            yield name, f"{name}: it is gone"
            continue
        last = name.rpartition(".")[2]
        # griffe compares the members of two objects, of which it asks no more than this.
        around: Any = [SimpleNamespace(path=name, all_members={last: each}) for each in (was, now)]
        for breakage in griffe.find_breaking_changes(*around):
            inner = breakage.obj.path.rpartition(f".{last}")[2]
            words = [breakage.kind.value]
            if breakage.old_value is not None or breakage.new_value is not None:
                words.append(f"{breakage.old_value} -> {breakage.new_value}")
            yield f"{name}{inner}", f"{name}{inner}: {', '.join(words)}"


def public_names(root: Path, loaded: griffe.ModulesCollection) -> set[str]:
    """The full names that programs may use."""
    found = set()
    for module in LISTED:
        exports = getattr(_find(loaded, module), "exports", None) or []
        found |= {f"{module}.{name}" for name in map(str, exports)}
    for page in PAGES:
        module = ""
        path = root / page
        for kind, name in DIRECTIVE.findall(path.read_text("utf-8") if path.is_file() else ""):
            if kind == "currentmodule":
                module = name
            elif kind != "automodule":
                found.add(name if name.partition(".")[0] in HOMES else f"{module}.{name}")
    return found


def read_allowed(file: Path) -> set[str]:
    """The names that may break; each line of the list has a reason behind it."""
    lines = [line for line in file.read_text("utf-8").splitlines() if line[:1] not in {"", "#"}]
    for line in lines:
        if not line.partition("#")[2].strip():
            sys.exit(f"{file.name} gives no reason for {line.strip()}: write it behind a #")
    return {line.partition("#")[0].strip() for line in lines}


def _load(root: Path) -> griffe.ModulesCollection:
    """All packages of a tree, as griffe reads them."""
    paths = [str(root / home) for home in HOMES.values()]
    loader = griffe.GriffeLoader(search_paths=paths, allow_inspection=False)
    for package, home in HOMES.items():
        if (root / home / package).is_dir():
            loader.load(package, try_relative_path=False)
    loader.resolve_aliases(external=False)
    return loader.modules_collection


def _find(loaded: griffe.ModulesCollection, name: str) -> Any:
    """What has this name, aliases followed; None if nothing has."""
    try:
        found = loaded.get_member(name)
        return found.final_target if found.is_alias else found
    except (KeyError, griffe.GriffeError):
        return None


if __name__ == "__main__":
    main()
