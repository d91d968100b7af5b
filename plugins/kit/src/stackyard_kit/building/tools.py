"""The tools that a build needs: setuptools, and for compiling a C compiler, headers and mypyc.

pip builds each package in an environment of its own. Installing the same tools into each of them
took half of the time of installing all our packages, so one pip command installs them once: the
first build that has a tool writes its location into a folder that pip keeps while the command
runs, and later builds use it from there. Without such a folder every package requires its tools.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SETUPTOOLS: Final = "setuptools>=77"
MYPY: Final = "mypy>=2.4,<2.5"
# The modules of a tool, which on some systems lie in two folders.
MODULES: Final = {SETUPTOOLS: ("setuptools",), MYPY: ("mypyc", "mypy_extensions")}


def wish() -> str:
    """The wish in STACKYARD_COMPILE: `0` for no, `1` or `all` for an error if it fails, or ""."""
    wanted = os.environ.get("STACKYARD_COMPILE", "")
    if wanted not in {"", "0", "1", "all"}:
        sys.exit(f"STACKYARD_COMPILE is 0, 1, all or unset, not {wanted!r}")
    return wanted


def can_compile() -> bool:
    """Whether packages are compiled here: it is wanted, and nothing is missing or all is tried."""
    wanted = wish()
    return wanted != "0" and (bool(wanted) or not obstacle())


def obstacle() -> str:
    """The reason that this machine cannot compile, as a sentence; empty if it can."""
    if os.name == "posix" and shutil.which(compiler()[0]) is None:
        return f"there is no C compiler {compiler()[0]}"
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").is_file():
        return f"there is no Python.h in {headers}"
    return ""


def compiler() -> list[str]:
    """The command of the C compiler where CC or Python's configuration names it, as on POSIX."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def has(tool: str) -> bool:
    """Whether a tool can be imported, from another build of the same pip command if necessary."""
    folder = command_folder()
    if folder:
        name = tool.partition(">")[0]
        note = folder / f"stackyard-{sys.implementation.cache_tag}-{name}"
        with suppress(OSError):
            if _is_importable(tool):
                _write(note, tool)
            else:
                sys.path += _read(note, tool)
    return _is_importable(tool)


def command_folder() -> Path | None:
    """A folder that pip keeps while its command runs; None with other installers."""
    kept = os.environ.get("PIP_BUILD_TRACKER")
    return Path(kept) if kept and Path(kept).is_dir() else None


def warn_uncompiled(package: str, reason: object) -> None:
    """Say that a package is installed uncompiled."""
    print(f"{package} is installed uncompiled: {reason}", file=sys.stderr)
    show_once(
        f"Installed uncompiled, a hundred times slower: {reason}. `stackyard plugins` shows how to"
        " compile it later."
    )


def show_once(sentence: str) -> None:
    """Show a sentence in the terminal once for each pip command, which hides a build's output."""
    folder = command_folder()
    if folder is None or os.name != "posix":
        return
    with suppress(OSError):
        (folder / f"stackyard-{sha256(sentence.encode()).hexdigest()[:16]}").touch(exist_ok=False)
        with Path("/dev/tty").open("w") as terminal:
            if os.tcgetpgrp(terminal.fileno()) == os.getpgrp():  # not in the background
                terminal.write(f"\r\x1b[K{sentence}\n")


def _is_importable(tool: str) -> bool:
    return all(find_spec(module) for module in MODULES[tool])


def _write(note: Path, tool: str) -> None:
    """Write where this build finds a tool, for later builds, unless an earlier one did."""
    if note.exists():
        return
    folders = []
    for module in MODULES[tool]:
        spec = find_spec(module)
        if spec and spec.origin:
            origin = Path(spec.origin)
            folders.append(origin.parents[1] if spec.submodule_search_locations else origin.parent)
    draft = note.with_name(f"{note.name}.{os.getpid()}")
    draft.write_text("\n".join([tool, *map(str, dict.fromkeys(folders))]), "utf-8")
    draft.replace(note)


def _read(note: Path, tool: str) -> list[str]:
    """The folders in which an earlier build found the required tool, if they still exist."""
    asked, *folders = note.read_text("utf-8").splitlines()
    return folders if asked == tool and all(map(os.path.isdir, folders)) else []
