"""A bare environment, in which wheels prove that they need nothing else.

On Linux, where `unshare` may be used, it is a root folder of its own without a network: Python with
its standard library, the shared libraries that these need, the folders that are put in, and the
three programs with which uvx starts others. There is no compiler and no source. Elsewhere it is a
process with an empty PATH and with no package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

JUNK: Final = shutil.ignore_patterns("__pycache__", "test", "idlelib", "site-packages", "config-*")
OFFLINE: Final = {
    "LC_ALL": "C.UTF-8",
    "PIP_NO_INDEX": "1",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "UV_OFFLINE": "1",
    "UV_NO_INDEX": "1",
    "UV_PYTHON_DOWNLOADS": "never",
    "STACKYARD_WEIGHTS": "none",
}
UNSHARE: Final = (
    *(shutil.which("unshare") or "", "--map-root-user", "--net"),
    *("--pid", "--fork", "--kill-child", "--mount-proc=/proc"),
)
STARTERS: Final = ("sh", "dirname", "realpath")  # in the scripts that uvx writes
PATIENCE: Final = 600  # seconds after which a program hangs


class Bare:
    """A bare environment in a folder, which is new."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_root = _may_unshare()
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        (folder / "tmp").mkdir()
        self.python = _build_root(folder) if self.is_root else _interpreter()

    def __str__(self) -> str:
        if self.is_root:
            return "a root folder of its own without network, compiler and sources"
        return "a process with an empty PATH and no package index"

    def put(self, source: Path, name: str) -> Path:
        """Copy a file or folder in; its path in there, which `run` understands."""
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=JUNK, copy_function=_link)
        else:
            shutil.copy(source, target)
            if self.is_root and os.access(source, os.X_OK):
                _copy_libraries(self.folder, [source])
        return self.inside(target)

    def inside(self, path: Path) -> Path:
        """A path below the folder as programs in the environment see it."""
        return Path("/", path.relative_to(self.folder)) if self.is_root else path

    def run(
        self,
        *words: str | Path,
        typed: str = "",
        variables: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> subprocess.CompletedProcess[str]:
        """Run a program in the environment to its end, however it ends."""
        env = {
            **OFFLINE,
            "HOME": str(self.inside(self.home)),
            "TMPDIR": str(self.inside(self.folder / "tmp")),
            "PATH": "/bin" if self.is_root else str(self.home),
            **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
            **(variables or {}),
        }
        command = [str(word) for word in words]
        if self.is_root:
            env["LD_LIBRARY_PATH"] = "/python/lib"
            command = [*UNSHARE, f"--root={self.folder}", "--wd=/home", *command]
        return subprocess.run(
            command,
            cwd=self.home,
            env=env,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=patience,
            check=False,
        )


def _may_unshare() -> bool:
    """Whether a process may get a root folder and a network of its own."""
    if sys.platform != "linux" or not UNSHARE[0]:
        return False
    command = [*UNSHARE, "--root=/", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _interpreter() -> Path:
    """This Python, outside any virtual environment."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _build_root(folder: Path) -> Path:
    """Copy this Python and the libraries it needs; the interpreter's path in there."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    interpreter = _interpreter()
    target = folder / "python"
    (target / "bin").mkdir(parents=True)
    shutil.copy(interpreter, target / "bin" / version)
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, target / "lib" / version, ignore=JUNK)
    for name in ("dev", "etc", "proc"):
        (folder / name).mkdir()
    for name in ("dev/null", "etc/passwd"):
        (folder / name).touch()
    extensions = (target / "lib" / version / "lib-dynload").glob("*.so")
    starters = [Path(found) for name in STARTERS if (found := shutil.which(name))]
    (folder / "bin").mkdir()
    for program in starters:
        shutil.copy(program, folder / "bin" / program.name)
    _copy_libraries(folder, [interpreter, *extensions, *starters, *_of_every_linux()])
    return Path("/python/bin", version)


def _of_every_linux() -> Iterator[Path]:
    """The libraries of C++, which manylinux wheels may expect beside that of C."""
    ldconfig = shutil.which("ldconfig", path=f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin")
    command = [ldconfig or "ldconfig", "-p"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for name in ("libstdc++.so.6", "libgcc_s.so.1"):
        lines = [line for line in listed.splitlines() if line.split()[:1] == [name]]
        if lines:
            yield Path(lines[0].split()[-1])


def _copy_libraries(folder: Path, programs: Sequence[Path]) -> None:
    """Copy the shared libraries that these programs load to the same places in a root folder."""
    for program in programs:
        listed = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False)
        words = [word for line in listed.stdout.splitlines() for word in line.split()]
        own = {str(program)} if ".so" in program.name else set()
        for path in {word for word in words if word.startswith("/")} | own:
            target = folder / path.lstrip("/")
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)


def _link(source: str, target: str) -> None:
    """A hard link where the file system allows it, else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
