"""Compile staged modules with mypyc, and make the C fast and quick to compile.

On x86-64 a package's shared library holds its C twice: compiled for any processor, and for those
that have the instructions of x86-64-v3. The first import chooses (see libraries.h).
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stackyard_kit.building.instructions import with_instructions

NATIVE = Path("build/native")  # the sources as they are compiled
C_CODE = Path("build/c")
JUNK = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")

# No configuration file: compilation must not depend on the surroundings of a source folder.
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
    # Fused multiply-add would make compiled results differ from uncompiled ones on some machines.
    "-ffp-contract=off",
    # Where warnings are errors, one about generated C would leave the rules uncompiled.
    "-w",
]
# Compiled as a whole program, a library keeps only the functions of mypyc's runtime it uses.
WHOLE = ["-fwhole-program", "-fno-lto"]

RUNTIME = re.compile(r"^#include <(?!int_ops|float_ops)[\w/]+\.c>$", re.MULTILINE)
COOL = r"""#pragma GCC push_options
#pragma GCC optimize ("O1")
\g<0>
#pragma GCC pop_options"""
HEADERS = "#include <Python.h>\n#include <CPy.h>\n"  # outside those options, as they are inlined
ENTRY = re.compile(r"^[ \t]*PyMODINIT_FUNC (PyInit_\w+)(?=\(void\) \{)", re.MULTILINE)
SHOWN = "__attribute__((externally_visible)) PyObject *STACKYARD_INIT"
# A vec index that is in bounds; mypyc would otherwise also try it from the end.
IN_BOUNDS = re.compile(
    r"^( *(\w+) = \(uint64_t\)\w+ < \(uint64_t\)\w+;\n *if) \(\2\)", re.MULTILINE
)
# Compiled beside a group's C: the same code again, for newer processors.
NEWER = """#define STACKYARD_NEWER
#include "libraries.h"
#ifdef STACKYARD_CHOICE
#pragma GCC target ("avx2,bmi,bmi2,lzcnt,movbe,popcnt")
#ifndef __BMI2__
#error "The pragma was not obeyed."
#endif
#include "{code}"
#endif
"""
LIBRARIES = Path(__file__).with_name("libraries.h")


def extensions(package: str, paths: Sequence[Path], *, strict: bool) -> list[Any]:
    """The extension modules of a package, for setup(); the staged modules at `paths` are in C.

    `strict` makes an error of C that compiles, but not as fast as it should be.
    """
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
        if extension.name == f"{package}__mypyc":
            newer = _prepared(C_CODE / f"__native_{package}.c", paths, strict)
            if newer:
                extension.extra_compile_args += WHOLE
                extension.sources = [*extension.sources, str(newer)]
    return list(made)


def _prepared(code: Path, paths: Sequence[Path], strict: bool) -> Path | None:
    """Make a group's C fast, and quick to compile; returns the file to compile with it.

    Returns None, and changes nothing, if the C has an unexpected form. mypyc puts its runtime into
    the file of the group's functions; optimizing it like them takes time and gains nothing, except
    for its arithmetic, which is inlined in the loops.
    """
    text = code.read_text("utf-8") if code.is_file() else ""
    text, runtime = RUNTIME.subn(COOL, text)
    entries = ENTRY.findall(text)
    if not runtime or len(entries) != 1:
        return None
    text = IN_BOUNDS.sub(r"\1 (likely(\2))", text)  # Slicron gains 7 %, no game loses
    text, missing = with_instructions(ENTRY.sub(SHOWN, text), paths)
    if missing:
        note = (
            f"{code} has no function as expected for {', '.join(missing)} of stackyard.cells.bits"
        )
        if strict:
            raise RuntimeError(note)
        print(f"{note}: compiled as written in Python, it is slower", file=sys.stderr)
    shutil.copy(LIBRARIES, code.parent)
    head = f'#define STACKYARD_ENTRY {entries[0]}\n#include "{LIBRARIES.name}"\n{HEADERS}'
    code.write_text(head + text, "utf-8")
    newer = code.with_name(f"newer{code.name}")
    newer.write_text(NEWER.format(code=code.name), "utf-8")
    return newer
