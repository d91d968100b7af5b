"""Use processor instructions in the C of the functions of `stackyard.cells.bits`.

Their Python bodies are the specification, and run compiled where the compiler or the processor
has no such instruction. Each function only gets a first line that returns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SET: Final = "int64_t cpy_r_cells"
GNU: Final = "defined(__GNUC__)"
# The function, its parameters, the condition for the instruction, the value. Without the
# instruction popcnt, GCC would call a function that is slower than the body.
INSTRUCTIONS: Final = (
    ("count", SET, f"{GNU} && defined(__POPCNT__)", "__builtin_popcountll(cpy_r_cells)"),
    ("lowest", SET, GNU, "__builtin_ctzll(cpy_r_cells)"),
    ("highest", SET, GNU, "63 ^ __builtin_clzll(cpy_r_cells)"),
    (
        "pick",
        f"{SET}, int64_t cpy_r_k",
        f"{GNU} && defined(__BMI2__)",
        "__builtin_ctzll(__builtin_ia32_pdep_di(1ULL << cpy_r_k, cpy_r_cells))",
    ),
)


def _is_bits(path: Path) -> bool:
    """Tell if a staged module is `stackyard.cells.bits` or a copy of it."""
    if path.parts[-3:] == ("stackyard", "cells", "bits.py"):
        return True
    return path.read_text("utf-8").endswith("\nCOPY_OF = 'stackyard.cells.bits'\n")


def with_instructions(code: str, paths: Sequence[Path]) -> tuple[str, list[str]]:
    """A group's C with these instructions, and the functions that were not found in it.

    `paths` are the staged modules of the group. Other modules named bits are left alone.
    """
    missing = []
    for module in [path.stem for path in paths if _is_bits(path)]:
        for name, parameters, condition, value in INSTRUCTIONS:
            header = re.escape(f"int64_t CPyDef_{module}___{name}({parameters}) {{")
            added = rf"\g<0>\n#if {condition}\n    return {value};\n#endif"
            code, found = re.subn(rf"^{header}$", added, code, flags=re.MULTILINE)
            if found != 1:
                missing.append(name)
    return code, missing
