"""The needs of compiling: the wish, a C compiler, Python's headers and mypyc."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path


def wish() -> str:
    """The wish in STACKYARD_COMPILE: `0` for no, `1` or `all` for an error if it fails, or ""."""
    wanted = os.environ.get("STACKYARD_COMPILE", "")
    if wanted not in {"", "0", "1", "all"}:
        sys.exit(f"STACKYARD_COMPILE is 0, 1, all or unset, not {wanted!r}")
    return wanted


def obstacle() -> str:
    """The reason that this machine cannot compile, as a sentence; empty if it can."""
    if os.name == "posix" and shutil.which(compiler()[0]) is None:
        return f"there is no C compiler {compiler()[0]}"
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").is_file():
        return f"there is no Python.h in {headers}"
    if not find_spec("mypyc"):
        return "there is no mypyc: mypy is not installed"
    return ""


def compiler() -> list[str]:
    """The command of the C compiler where CC or Python's configuration names it, as on POSIX."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
