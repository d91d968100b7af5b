"""Whether two builds of this commit give the same files: `python -m tools.reproducible`.

Each build has a clone, a time zone, a umask and a seed of hashes of its own. `--only` and
`--package` are those of tools.build_release, whose files `settle` makes independent of all that.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tools.packages import ROOT

EARLIEST: Final = 315_532_800  # 1980: a zip file knows no time before
PLACES: Final = (("one", 0o022, "UTC"), ("another/place", 0o077, "Asia/Tokyo"))


def main() -> None:
    """Build twice, and end with code 1 if a file differs."""
    parser = argparse.ArgumentParser(prog="reproducible")
    parser.add_argument("--only", choices=["compiled", "plain"])
    parser.add_argument("--package", action="append", default=[])
    asked = parser.parse_args()
    words = ["--only", asked.only] if asked.only else []
    words += [word for name in asked.package for word in ("--package", name)]
    now = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    with TemporaryDirectory() as folder:
        first, second = (build(Path(folder, place[0]), now, *place[1:], words) for place in PLACES)
        differing = [
            name for name in sorted({*first, *second}) if first.get(name) != second.get(name)
        ]
        for name in sorted(first):
            print(first[name], name)
        for name in differing:
            print(f"{name} differs between two builds", file=sys.stderr)
        if differing or not first:
            sys.exit(1)
    print(f"two builds gave the same files: {len(first)}")


def build(clone: Path, commit: str, umask: int, zone: str, words: Sequence[str]) -> dict[str, str]:
    """The hashes of what is built in a fresh clone of a commit, by the files' names."""
    made = clone.with_name(f"{clone.name}-files")
    git = ["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(clone)]
    subprocess.run(git, check=True, umask=umask)
    git = ["git", "checkout", "--quiet", "--detach", commit]
    subprocess.run(git, cwd=clone, check=True, umask=umask)
    env = {**os.environ, "TZ": zone, "PYTHONHASHSEED": str(umask)}
    command = [sys.executable, "-m", "tools.build_release", str(made), *words]
    subprocess.run(command, cwd=clone, env=env, umask=umask, check=True, stdout=subprocess.DEVNULL)
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in made.iterdir()}


def commit_time() -> int:
    """SOURCE_DATE_EPOCH, or the time of the commit; the earliest where neither is known."""
    named = os.environ.get("SOURCE_DATE_EPOCH")
    if not named:
        command = ["git", "log", "-1", "--format=%ct"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        named = done.stdout.strip()
    return max(int(named or 0), EARLIEST)


def settle(file: Path, when: int) -> None:
    """Rewrite a wheel or an archive so that only its files' contents and names decide its bytes."""
    made = io.BytesIO()
    if file.suffix == ".whl":
        _settle_wheel(file, made, when)
    else:
        _settle_archive(file, made, when)
    draft = file.with_name(f".{file.name}")
    draft.write_bytes(made.getvalue())
    draft.replace(file)


def _settle_wheel(file: Path, made: io.BytesIO, when: int) -> None:
    with ZipFile(file) as old, ZipFile(made, "w", ZIP_DEFLATED) as new:
        for info in sorted(old.infolist(), key=_place):
            if info.is_dir():
                continue
            content = old.read(info)
            if info.filename.endswith(".dist-info/RECORD"):
                content = b"".join(sorted(content.splitlines(keepends=True)))
            settled = ZipInfo(info.filename, time.gmtime(when)[:6])
            settled.external_attr = (stat.S_IFREG | _mode(info.external_attr >> 16)) << 16
            settled.compress_type = ZIP_DEFLATED
            settled.create_system = 3  # its attributes are those of Unix
            new.writestr(settled, content)


def _settle_archive(file: Path, made: io.BytesIO, when: int) -> None:
    with (
        tarfile.open(file) as old,
        gzip.GzipFile("", "wb", fileobj=made, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mode = 0o755 if member.isdir() else _mode(member.mode)
            member.mtime, member.uid, member.gid, member.uname, member.gname = when, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)


def _place(info: ZipInfo) -> tuple[bool, bool, str]:
    """The metadata come last, as installers like to find them, and RECORD after all others."""
    return ".dist-info/" in info.filename, info.filename.endswith("/RECORD"), info.filename


def _mode(mode: int) -> int:
    """What git knows of a mode: whether the file can be run."""
    return 0o755 if mode & stat.S_IXUSR else 0o644


if __name__ == "__main__":
    main()
