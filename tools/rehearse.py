"""Rehearse a release on this machine: `python -m tools.rehearse FOLDER`.

FOLDER holds the files of the release. They are installed and tested in empty environments that
have no compiler, no sources and no network: compiled, and then the plain wheels alone. At last they
are uploaded to a package index that runs on this machine, those of `stackyard` last, and installed
from there. A fault ends the program with one sentence.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from tools.packages import LAST, ROOT, distributions, requirements, version

PATIENCE: Final = 60  # seconds in which the index starts
UV: Final = (sys.executable, "-m", "uv", "--quiet", "--no-cache")
UNSHARE: Final = (shutil.which("unshare") or "", "--map-root-user", "--net")
PLAIN: Final = "-py3-none-any.whl"
Words = Sequence[str | Path]


def main() -> None:
    """Run the rehearsal."""
    files = Path(sys.argv[1]).resolve()
    check_files(files)
    with TemporaryDirectory() as folder:
        scratch = Path(folder)
        os.environ["STACKYARD_ARCHIVE"] = str(scratch / "archive.sqlite3")
        os.environ["STACKYARD_WEIGHTS"] = "none"
        for name in ("plain", "index"):
            (scratch / name).mkdir()
        for wheel in files.glob(f"*{PLAIN}"):
            shutil.copy(wheel, scratch / "plain")
        others = scratch / "others"
        run(
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            f"--wheel-dir={others}",
            *requirements(),
        )
        compiled = install(scratch / "with-compiled", [files, others])
        for one in [one for one in distributions() if one.compiled]:
            test = (ROOT / "tools/wheel_test.py", one.folder)
            print(run(*alone(), compiled / "python", *test).strip())
        play(compiled)
        play(install(scratch / "with-plain", [scratch / "plain", others]))
        with local_index(scratch / "index", others) as index:
            publish(files, index, scratch)
    print("the index has ended; nothing was published outside this machine")


def check_files(files: Path) -> None:
    """Each distribution has an archive, a plain wheel and, if it has compiled modules, another."""
    for one in distributions():
        stem = f"{one.stem}-{version()}"
        plain = [wheel.name.endswith(PLAIN) for wheel in files.glob(f"{stem}-*.whl")]
        if not (files / f"{stem}.tar.gz").is_file() or set(plain) != {True, not one.compiled}:
            sys.exit(f"{files} lacks files of {one.name}: run `nox -s release-wheels`")


def alone() -> Words:
    """The words before a command that give it no network, where the system can."""
    can = UNSHARE[0] and subprocess.run([*UNSHARE, "true"], check=False).returncode == 0
    return UNSHARE if can else ()


def install(home: Path, links: Sequence[Path]) -> Path:
    """Install everything from these folders into an empty environment; where its programs are."""
    run(*UV, "venv", "--python", sys.executable, home)
    found = [f"--find-links={folder}" for folder in links]
    pip = (*UV, "pip", "install", "--python", home, "--offline", "--no-index", "--no-build")
    run(*alone(), *pip, *found, f"{LAST}[all]=={version()}")
    return home / "bin"


def play(programs: Path) -> None:
    """Play each game, the computer against itself, with no other program in reach."""
    words = ("--first", "level:1", "--second", "level:1", "--seed", "1", "--quiet")
    for one in [one.game for one in distributions() if one.game]:
        said = run(*alone(), programs / "stackyard", "play", one, *words, PATH=str(programs))
        print(f"{one}: {said.splitlines()[-1]}")


def publish(files: Path, index: str, scratch: Path) -> None:
    """Upload all files, so that nobody is given half a release, and install from the index."""
    last = sorted(files.glob(f"{LAST}-*"))
    upload(index, [file for file in sorted(files.iterdir()) if file not in last])
    words = (
        *UV,
        "pip",
        "install",
        "--default-index",
        f"{index}/simple",
        f"{LAST}[all]=={version()}",
    )
    home = scratch / "from-index"
    run(*UV, "venv", "--python", sys.executable, home)
    half = subprocess.run([*words, "--python", home], capture_output=True, check=False)
    if half.returncode == 0:
        sys.exit(f"a half release was installed: {LAST} must be uploaded last")
    print(f"{LAST} {version()} cannot be installed from the index yet")
    upload(index, last)
    run(*words, "--python", home)
    play(home / "bin")


def upload(index: str, files: Sequence[Path]) -> None:
    """Upload files to an index that asks for no name."""
    words = ("--non-interactive", "--disable-progress-bar", "--repository-url", index)
    login = {"TWINE_USERNAME": "nobody", "TWINE_PASSWORD": "nothing"}
    run(sys.executable, "-m", "twine", "upload", *words, *files, **login)


@contextmanager
def local_index(kept: Path, others: Path) -> Iterator[str]:
    """A package index on this machine, which keeps what is uploaded; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "pypiserver", "run", "-i", "127.0.0.1", "-p"]
    command += [address.rpartition(":")[2], "-P", ".", "-a", ".", "--disable-fallback"]
    server = subprocess.Popen(
        [*command, kept, others], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + PATIENCE
        while not is_answering(address):
            if server.poll() is not None or time.monotonic() > end:
                sys.exit("the index on this machine did not start")
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def is_answering(address: str) -> bool:
    """Tell if a server answers there."""
    try:
        with urlopen(address, timeout=5):  # noqa: S310
            return True
    except (URLError, OSError):
        return False


def run(*words: str | Path, **variables: str) -> str:
    """Run a program and return its output; SystemExit has all of it if the program fails."""
    env = {**os.environ, **variables}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nfailed: {' '.join(map(str, words))}")
    return done.stdout


if __name__ == "__main__":
    main()
