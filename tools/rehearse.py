"""Rehearse publishing: `python -m tools.rehearse FOLDER --third-party FOLDER`.

A package index is started on this machine. The upload is killed when half of the files are there;
then `stackyard` cannot be installed from the index, and after a second start of the upload it can,
and a game begins. The index ends with the program.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from tools.packages import LAST, ROOT, distributions, version
from tools.publish import files_of, hashes_on

PATIENCE: Final = 600  # seconds in which a server starts, or half of the files are uploaded


def main() -> None:
    """Run the rehearsal; a fault ends it with one sentence."""
    parser = argparse.ArgumentParser(prog="rehearse")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--third-party", type=Path, required=True)
    asked = parser.parse_args()
    os.environ.update(TWINE_USERNAME="nobody", TWINE_PASSWORD="nothing")  # noqa: S106 - none is asked
    folder = asked.folder.resolve()
    files = [file for one in distributions() for file in files_of(one.name, folder)]
    with TemporaryDirectory() as scratch:
        kept = Path(scratch, "index")
        kept.mkdir()
        with local_index(kept, asked.third_party.resolve()) as index:
            interrupt(folder, index, kept, len(files) // 2)
            there = sum(1 for _ in kept.iterdir())
            print(f"interrupted: {there} of {len(files)} files are there")
            if install(index, Path(scratch, "half")):
                sys.exit(f"a half release was installed: {LAST} must be uploaded last")
            print(f"stackyard {version()} cannot be installed from it yet")
            subprocess.run(upload(folder, index), cwd=ROOT, check=True)
            for one in distributions():
                names = {file.name for file in files_of(one.name, folder)}
                if names != set(hashes_on(index, one.name)):
                    sys.exit(f"the index has not all files of {one.name}")
            again = subprocess.run(
                upload(folder, index), cwd=ROOT, capture_output=True, text=True, check=True
            )
            print(f"once more: {again.stdout.splitlines()[-1]}")
            if not install(index, Path(scratch, "whole")):
                sys.exit("stackyard cannot be installed from the index")
            play(Path(scratch, "whole"))
    print("the index has ended; nothing was published outside this machine")


@contextmanager
def local_index(kept: Path, third_party: Path) -> Iterator[str]:
    """A package index on this machine, which keeps what is uploaded; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pypiserver", "run", "-i", "127.0.0.1", "-p", str(port)]
    command += ["-P", ".", "-a", ".", "--disable-fallback", str(kept), str(third_party)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + PATIENCE
        while not is_answering(address):
            if server.poll() is not None or time.monotonic() > end:
                sys.exit("the index on this machine did not start")
            time.sleep(0.1)
        print(f"an index runs at {address}")
        yield address
    finally:
        server.terminate()
        server.wait()


def is_answering(address: str) -> bool:
    """Whether a server answers there."""
    try:
        with urlopen(address, timeout=5):  # noqa: S310
            return True
    except (URLError, OSError):
        return False


def upload(folder: Path, index: str) -> list[str]:
    """The command that uploads."""
    return [sys.executable, "-m", "tools.publish", str(folder), "--index", index]


def interrupt(folder: Path, index: str, kept: Path, enough: int) -> None:
    """Begin the upload, and kill it with its processes when `enough` files are there."""
    began = subprocess.Popen(upload(folder, index), cwd=ROOT, start_new_session=True)
    try:
        end = time.monotonic() + PATIENCE
        while sum(1 for _ in kept.iterdir()) < enough:
            if began.poll() is not None or time.monotonic() > end:
                sys.exit(f"{enough} files were to be uploaded before the interruption")
            time.sleep(0.02)
    finally:
        if began.poll() is None:
            os.killpg(began.pid, signal.SIGKILL)
        began.wait()


def install(index: str, folder: Path) -> bool:
    """Install everything from the index into a fresh environment; whether that succeeded."""
    uv = [sys.executable, "-m", "uv", "--quiet", "--no-cache"]
    subprocess.run([*uv, "venv", "--python", sys.executable, str(folder)], check=True)
    command = [*uv, "pip", "install", "--python", str(folder), "--default-index", f"{index}/simple"]
    done = subprocess.run([*command, f"{LAST}[all]=={version()}"], capture_output=True, check=False)
    return done.returncode == 0


def play(folder: Path) -> None:
    """Play a game of the computer against itself with what was installed."""
    program = shutil.which("stackyard", path=str(folder / "bin"))
    assert program
    words = ["--first", "level:1", "--second", "level:1", "--seed", "1", "--quiet"]
    with TemporaryDirectory() as kept:
        env = {**os.environ, "STACKYARD_ARCHIVE": str(Path(kept, "archive.sqlite3"))}
        for one in [one.game for one in distributions() if one.game]:
            done = subprocess.run(
                [program, "play", one, *words], env=env, capture_output=True, text=True, check=False
            )
            if done.returncode:
                sys.exit(f"{done.stdout}{done.stderr}\n{one} does not play")
            print(f"{one}: {done.stdout.splitlines()[-1]}")


if __name__ == "__main__":
    main()
