"""Bytecode for the next visit: compiling takes most of the time in which Python starts.

It is not compared with its source: the browser keeps it for exactly the packages that it was made
from.
"""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from shutil import copyfile
from zipimport import zipimporter

UNCHECKED = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # the head of such a file


def write_library(library: Path, out: Path) -> Iterator[None]:
    """Write a copy of the library, a zip file, with the bytecode of what is loaded from it.

    This takes a while: after each module there is a pause.
    """
    copyfile(library, out)
    modules = [*sys.modules.items()]
    with zipfile.ZipFile(out, "a") as archive:
        for name, module in modules:
            spec = getattr(module, "__spec__", None)
            if spec is None or not isinstance(spec.loader, zipimporter):
                continue
            if not (spec.origin or "").startswith(f"{library}/"):
                continue
            path = Path(str(spec.origin)).relative_to(library).with_suffix(".pyc")
            code = spec.loader.get_code(name)
            archive.writestr(path.as_posix(), UNCHECKED + marshal.dumps(code))
            yield


def compile_packages(packages: Path, prefix: str) -> Iterator[None]:
    """Write bytecode beside modules of packages: those that were loaded, and all with a prefix."""
    for file in packages.rglob("*.py"):
        kept = Path(cache_from_source(str(file)))
        if kept.is_file():
            code = kept.read_bytes()[len(UNCHECKED) :]
        elif file.relative_to(packages).parts[0].startswith(prefix):
            code = marshal.dumps(compile(file.read_bytes(), str(file), "exec"))
            kept.parent.mkdir(exist_ok=True)
        else:
            continue
        kept.write_bytes(UNCHECKED + code)
        yield
