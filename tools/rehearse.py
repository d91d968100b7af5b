"""Rehearse publishing: `python -m tools.rehearse FOLDER --third-party FOLDER`.

A package index is started on this machine, and all files are uploaded to it, those of `stackyard`
last: until then it cannot be installed from there, and afterwards it can, and every game is played.
The index ends with the program.
"""

from __future__ import annotations

import argparse
import os
import shutil
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

from tools.packages import LAST, distributions, version

PATIENCE: Final = 60  # seconds in which the index starts


def main() -> None:
    """Run the rehearsal; a fault ends it with one sentence."""
    parser = argparse.ArgumentParser(prog="rehearse")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--third-party", type=Path, required=True)
    asked = parser.parse_args()
    os.environ.update(TWINE_USERNAME="nobody", TWINE_PASSWORD="nothing")  # noqa: S106 - none is asked
    folder = asked.folder.resolve()
    last = sorted(folder.glob(f"{LAST}-*"))
    others = [file for file in sorted(folder.iterdir()) if file not in last]
    with TemporaryDirectory() as scratch:
        kept = Path(scratch, "index")
        kept.mkdir()
        with local_index(kept, asked.third_party.resolve()) as index:
            upload(index, others)
            if install(index, Path(scratch, "half")):
                sys.exit(f"a half release was installed: {LAST} must be uploaded last")
            print(f"stackyard {version()} cannot be installed from it yet")
            upload(index, last)
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


def upload(index: str, files: list[Path]) -> None:
    """Upload some files."""
    command = [sys.executable, "-m", "twine", "upload", "--disable-progress-bar"]
    subprocess.run(
        [*command, "--repository-url", index, *map(str, files)],
        stdout=subprocess.DEVNULL,
        check=True,
    )


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
