"""The lines of the author's code from which an exception comes."""

from __future__ import annotations

import sys
from linecache import getline
from pathlib import Path
from traceback import walk_tb

OURS = {
    *("stackyard", "stackyard_kit", "stackyard_engine", "stackyard_coach", "stackyard_pictures"),
    *("pytest", "_pytest", "pytest_timeout", "pluggy"),
}
KIT = "stackyard_kit.testing"


def origin(error: BaseException) -> str:
    """The author's call that raised an exception, and the lines; empty if none did.

    Frames of Stackyard, pytest and Python's library, and those before the kit's check, are not the
    author's.
    """
    checked = False
    lines: list[str] = []
    called = place = ""
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        checked = checked or module.startswith(KIT)
        top = module.partition(".")[0]
        if checked and top not in OURS and top not in sys.stdlib_module_names:
            code = frame.f_code
            called = called or code.co_name
            place = f"{Path(code.co_filename).name}, line {line}"
            source = getline(code.co_filename, line).strip()
            lines.append(f"  {place}, in {code.co_name}\n    {source}")
    return "\n".join([f"raised by {called} in {place}", *lines]) if called else ""
