"""Publish the files of a release to an index, in an order that leaves no half release.

`python -m tools.publish FOLDER --index ADDRESS` uploads each distribution after those it requires,
`stackyard` last. Until that one is there nobody is given the new version by `stackyard`, and pip
and uv take a package only with others that fit. Started again, it goes on where it stopped: a file
that the index has is left out if its hash is the same, and stops everything if it is not.

`--sort-into FOLDER` copies the files into a folder for each step instead, for an action that
uploads.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

from tools.packages import FIRST, LAST, distributions, version

LINK: Final = re.compile(r'href="([^"#]*/)?([^"#/]+)#sha256=([0-9a-f]{64})"')
STEPS: Final = ("1-core", "2-engine-kit", "3-command-games-tools", "4-stackyard")


def main() -> None:
    """Upload, or sort for another uploader."""
    parser = argparse.ArgumentParser(prog="publish")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--index", help="the address that twine uploads to")
    parser.add_argument("--sort-into", type=Path, help="copy into a folder for each step instead")
    asked = parser.parse_args()
    if asked.sort_into:
        sort_files(asked.folder, asked.sort_into)
    elif asked.index:
        publish(asked.folder, asked.index)
    else:
        parser.error("say where to: --index ADDRESS, or --sort-into FOLDER")


def files_of(name: str, folder: Path) -> list[Path]:
    """The archive and the wheels of a distribution."""
    stem = f"{name.replace('-', '_')}-{version()}"
    found = [*folder.glob(f"{stem}-*.whl"), *folder.glob(f"{stem}.tar.gz")]
    if not found:
        sys.exit(f"{folder} holds nothing of {name} {version()}: build the release first")
    return sorted(found)


def publish(folder: Path, index: str) -> None:
    """Upload what the index does not have yet."""
    new = 0
    release = {one.name: files_of(one.name, folder) for one in distributions()}
    for name, files in release.items():
        known = hashes_on(index, name)
        lacking = [file for file in files if not _is_there(file, known)]
        if lacking:
            upload(lacking, index)
        new += len(lacking)
        print(f"{name}: {len(lacking)} uploaded, {len(files) - len(lacking)} were there")
    print(f"{new} files uploaded; stackyard {version()} is published")


def upload(files: list[Path], index: str) -> None:
    """Upload files; SystemExit has what twine said if it fails."""
    command = [sys.executable, "-m", "twine", "upload", "--non-interactive"]
    command += ["--disable-progress-bar", "--repository-url", index, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{files[0].name} was not uploaded: run it again")


def hashes_on(index: str, name: str) -> dict[str, str]:
    """The hashes of a distribution's files on an index, by their names."""
    try:
        with urlopen(f"{index.rstrip('/')}/simple/{name}/", timeout=60) as answer:  # noqa: S310
            page = answer.read().decode()
    except HTTPError as refusal:
        if refusal.code == 404:
            return {}
        raise
    return {unescape(file): digest for _, file, digest in LINK.findall(page)}


def _is_there(file: Path, known: dict[str, str]) -> bool:
    """Whether the index has this file; SystemExit if it has another of the same name."""
    if file.name not in known:
        return False
    if known[file.name] != hashlib.sha256(file.read_bytes()).hexdigest():
        sys.exit(
            f"the index has another {file.name}, and files are never replaced: take the files of "
            "the build that began this release, or raise the version with `nox -s bump`"
        )
    return True


def sort_files(folder: Path, into: Path) -> None:
    """Copy each file into the folder of the step in which it is uploaded."""
    for one in distributions():
        place = FIRST.index(one.name) if one.name in FIRST else len(FIRST)
        step = STEPS[{0: 0, 1: 1, 2: 1}.get(place, 2)] if one.name != LAST else STEPS[3]
        (into / step).mkdir(parents=True, exist_ok=True)
        for file in files_of(one.name, folder):
            shutil.copy(file, into / step)
    for step in STEPS:
        print(f"{step}: {len(list((into / step).iterdir()))} files")


if __name__ == "__main__":
    main()
