"""The tools that compiling needs: a C compiler, Python's headers and mypyc.

pip builds each package in an environment of its own. Installing mypyc into each of them took a
quarter of the time of installing all our packages, so one pip command installs it once: the first
build that has mypyc writes its location into a folder that pip keeps while the command runs, and
later builds use it from there. Without such a folder every package requires it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

MYPY = "mypy>=2.4,<2.5"
PIECES = ("mypyc", "mypy_extensions")  # on some systems these lie in two folders


def requirements(wanted: bool) -> list[str]:
    """Build requirements still missing; none where compiling would fail, unless it is `wanted`."""
    # Only this command reports requirements to the installer; others would install them at once.
    if has_mypyc() or "egg_info" not in sys.argv or (obstacle() and not wanted):
        return []
    return [MYPY]


def obstacle() -> str:
    """The reason that this machine cannot compile, as a sentence; empty if it can."""
    if os.name == "posix":  # other systems find a compiler by other means
        command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        program = shlex.split(command)[0]
        if shutil.which(program) is None:
            return f"there is no C compiler {program}"
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").is_file():
        return f"there is no Python.h in {headers}"
    return ""


def has_mypyc() -> bool:
    """Whether mypyc can be imported, from another build of the same pip command if necessary."""
    kept = os.environ.get("PIP_BUILD_TRACKER")
    if kept:
        note = Path(kept, f"stackyard-{sys.implementation.cache_tag}")
        with suppress(OSError):
            if _is_importable():
                _write(note)
            else:
                sys.path += _read(note)
    return _is_importable()


def _is_importable() -> bool:
    return all(find_spec(piece) for piece in PIECES)


def _write(note: Path) -> None:
    """Write where this build finds mypyc, for later builds, unless an earlier one did."""
    if note.exists():
        return
    origins = [spec.origin for spec in map(find_spec, PIECES) if spec and spec.origin]
    package, module = map(Path, origins)
    draft = note.with_name(f"{note.name}.{os.getpid()}")
    draft.write_text("\n".join([MYPY, str(package.parents[1]), str(module.parent)]), "utf-8")
    draft.replace(note)


def _read(note: Path) -> list[str]:
    """The folders in which an earlier build found the required mypyc, if they still exist."""
    asked, *folders = note.read_text("utf-8").splitlines()
    return folders if asked == MYPY and all(map(os.path.isdir, folders)) else []
