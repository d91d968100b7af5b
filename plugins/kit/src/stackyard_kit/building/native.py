"""Compile staged modules with mypyc, and make the C fast and quick to compile.

Some x86-64 processors have the instructions of x86-64-v3. A build for this machine uses them if its
processor has them. The shared library of a wheel for others holds the C twice: compiled for any
processor and for these; the first import chooses (see libraries.h).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from setuptools.command.build_ext import build_ext

from stackyard_kit.building.docstrings import with_docstrings
from stackyard_kit.building.instructions import with_instructions
from stackyard_kit.building.stage import NATIVE
from stackyard_kit.building.tools import compiler

C_CODE = Path("build/c")

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
# Called by Python alone: optimizing them takes a tenth of the time and gains nothing.
WRAPPER = re.compile(r"^( *)(PyObject \*CPyPy_.*\) \{)$", re.MULTILINE)
# A vec index that is in bounds; mypyc would otherwise also try it from the end.
IN_BOUNDS = re.compile(
    r"^( *(\w+) = \(uint64_t\)\w+ < \(uint64_t\)\w+;\n *if) \(\2\)", re.MULTILINE
)
# Compiled beside a group's C: the same code again, for newer processors.
NEWER = """#include "processor.h"
#ifdef STACKYARD_CHOICE
#define STACKYARD_NEWER
#include "libraries.h"
#include "{code}"
#endif
"""
# Exits with 0 where code for newer processors is wanted.
ASK = """#include "processor.h"
int main(void) {
#ifdef STACKYARD_CHOICE
    return !prefers_newer();
#else
    return 1;
#endif
}
"""
SHIMS = C_CODE / "shims.c"
HERE = Path(__file__).parent
INCLUDED = ("processor.h", "libraries.h")


def extensions(package: str, paths: Sequence[Path], wanted: str) -> list[Any]:
    """The extension modules of a package, for setup(); the staged modules at `paths` are in C.

    `wanted` is `all` for code for all processors; this and `1` make an error of C that compiles,
    but not as fast as it should be.
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
    library = f"{package}__mypyc"
    if any(f"-O{LEVEL}" not in extension.extra_compile_args for extension in made):
        return list(made)  # a compiler of other options
    for extension in made:
        flags = extension.extra_compile_args  # one list for all of them
        extension.extra_compile_args = [*flags, *COMPILER]
        if extension.name == library:
            code = C_CODE / f"__native_{package}.c"
            if _prepare(code, paths, strict=bool(wanted)):
                extension.extra_compile_args += WHOLE
                _choose_processors(extension, package, code, wanted)
    _write_shims([extension for extension in made if extension.name != library])
    return list(made)


def _prepare(code: Path, paths: Sequence[Path], *, strict: bool) -> bool:
    """Make a group's C fast, and quick to compile.

    Returns False, and changes nothing, if the C has an unexpected form. mypyc puts its runtime into
    the file of the group's functions; optimizing it like them takes time and gains nothing, except
    for its arithmetic, which is inlined in the loops.
    """
    text = code.read_text("utf-8") if code.is_file() else ""
    text, runtime = RUNTIME.subn(COOL, text)
    entries = ENTRY.findall(text)
    if not runtime or len(entries) != 1:
        return False
    text = IN_BOUNDS.sub(r"\1 (likely(\2))", text)  # Slicron gains 7 %, no game loses
    text = with_docstrings(text, paths)
    text = WRAPPER.sub(r"\1__attribute__((cold)) \2", text)
    text, missing = with_instructions(ENTRY.sub(SHOWN, text), paths)
    if missing:
        note = (
            f"{code} has no function as expected for {', '.join(missing)} of stackyard.cells.bits"
        )
        if strict:
            raise RuntimeError(note)
        print(f"{note}: compiled as written in Python, it is slower", file=sys.stderr)
    header = f'#define STACKYARD_ENTRY {entries[0]}\n#include "libraries.h"\n{HEADERS}'
    code.write_text(header + text, "utf-8")
    return True


def _choose_processors(extension: Any, package: str, code: Path, wanted: str) -> None:
    """Have a group's C compiled for this machine's processor, or for all."""
    for name in INCLUDED:
        shutil.copy(HERE / name, code.parent)
    extension.define_macros.append(("STACKYARD_PACKAGE", f'"{package}"'))
    if wanted == "all":
        newer = code.with_name(f"newer{code.name}")
        newer.write_text(NEWER.format(code=code.name), "utf-8")
        extension.sources = [*extension.sources, str(newer)]
        extension.define_macros.append(("STACKYARD_BOTH", None))
    elif _is_newer(code.parent):
        extension.define_macros.append(("STACKYARD_ONLY_NEWER", None))


def _is_newer(folder: Path) -> bool:
    """Tell if this machine's processor is to be given code for x86-64-v3: a C program says so."""
    source, program = folder / "ask.c", (folder / "ask").absolute()
    source.write_text(ASK, "utf-8")
    command = [*compiler(), str(source), "-o", str(program)]
    done = subprocess.run(command, check=False, capture_output=True)  # noqa: S603
    return done.returncode == 0 and subprocess.run([program], check=False).returncode == 0  # noqa: S603


def _write_shims(shims: Sequence[Any]) -> None:
    """Give all shims, by which Python finds the modules in the library, the same source.

    Each is a few lines, but includes Python.h: one for all modules is compiled once.
    """
    lines = []
    if len({shim.name.rpartition(".")[2] for shim in shims}) < len(shims):
        return  # two modules are entered by the same name
    for number, shim in enumerate(shims):
        (source,) = shim.sources
        lines += [
            f"#define PyInit___init__ unused_{number}",
            f'#include "{Path(source).relative_to(C_CODE).as_posix()}"',
            "#undef PyInit___init__",
        ]
    SHIMS.write_text("\n".join(lines), "utf-8")
    for shim in shims:
        shim.sources = [str(SHIMS)]


class BuildOnce(build_ext):
    """The command that builds extensions: those of the same sources once."""

    def __init__(self, distribution: Any) -> None:
        super().__init__(distribution)
        self.built: dict[str, str] = {}

    def build_extension(self, extension: Any) -> None:
        """Build an extension, or copy the file of one that has the same sources."""
        key = " ".join(extension.sources)
        path = self.get_ext_fullpath(extension.name)
        if key in self.built:
            self.mkpath(str(Path(path).parent))
            self.copy_file(self.built[key], path)
        else:
            super().build_extension(extension)
            self.built[key] = path
