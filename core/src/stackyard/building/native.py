"""mypyc, and the C compiler asked for code that is fast and soon compiled."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NATIVE = Path("build/native")  # the sources as they are compiled
C_CODE = Path("build/c")
JUNK = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")

# The surroundings of a source folder must not decide how it is compiled: no configuration file.
MYPY = [
    "--config-file=",
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--cache-dir=build/mypy",
]
LEVEL = "3"
COMPILER = [
    # Without it nothing is inlined, and two plugins' symbols can clash.
    "-fvisibility=hidden",
    # A product and a sum rounded once instead of twice would part the builds on some machines.
    "-ffp-contract=off",
    # A warning about C that nobody wrote would be an error, of which nothing came but slow rules.
    "-w",
]
# A whole program keeps of mypyc's runtime only what it uses.
WHOLE = ["-fwhole-program", "-fno-lto"]

RUNTIME = re.compile(r"^#include <(?!int_ops|float_ops)[\w/]+\.c>$", re.MULTILINE)
COOL = r"""#pragma GCC push_options
#pragma GCC optimize ("O1")
\g<0>
#pragma GCC pop_options"""
HEADERS = "#include <Python.h>\n#include <CPy.h>\n"  # outside those options, as they are inlined
ENTRY = re.compile(r"^[ \t]*PyMODINIT_FUNC PyInit_", re.MULTILINE)
SHOWN = r"__attribute__((externally_visible)) \g<0>"


def extensions(package: str, paths: Sequence[Path]) -> list[Any]:
    """The extension modules of a package, for setup(); the staged modules at `paths` are in C."""
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = str(NATIVE)
    made = mypycify(
        [*MYPY, *map(str, paths)],
        opt_level=LEVEL,
        debug_level="0",
        group_name=package,
        target_dir=str(C_CODE),
    )
    for extension in made:
        flags = extension.extra_compile_args  # one list for all of them
        if f"-O{LEVEL}" not in flags:
            continue  # a compiler of other options
        extension.extra_compile_args = [*flags, *COMPILER]
        if extension.name == f"{package}__mypyc" and _is_prepared(C_CODE / f"__native_{package}.c"):
            extension.extra_compile_args += WHOLE
    return list(made)


def _is_prepared(code: Path) -> bool:
    """Make a group's C quick to compile; False, with nothing changed, if it is not as we know it.

    mypyc puts its runtime into the file of the group's functions. To optimize that like them took
    time and gained nothing, except for its arithmetic, which is inlined in the loops.
    """
    text = code.read_text("utf-8") if code.is_file() else ""
    text, runtime = RUNTIME.subn(COOL, text)
    text, entries = ENTRY.subn(SHOWN, text)
    if not runtime or entries != 1:
        return False
    code.write_text(HEADERS + text, "utf-8")
    return True
