"""What a processor does in one instruction, put into the C of the functions of `stackyard.bits`.

Their Python bodies are the specification; compiled, they are what runs where the compiler or the
processor has no such instruction. Each function only gets a first line that returns.
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
BITS: Final = Path(__file__).resolve().parents[1] / "bits.py"


def with_instructions(code: str, paths: Sequence[Path]) -> tuple[str, list[str]]:
    """A group's C with these instructions, and the functions that should be in it, but are not.

    The C is of the modules at `paths`. Only one that reads as `stackyard.bits` is meant, and no
    other one of that name.
    """
    own = BITS.read_bytes() if BITS.is_file() else b""  # an archive has it only if it is embedded
    missing = []
    for module in [path.stem for path in paths if own and path.read_bytes() == own]:
        for name, parameters, condition, value in INSTRUCTIONS:
            head = re.escape(f"int64_t CPyDef_{module}___{name}({parameters}) {{")
            added = rf"\g<0>\n#if {condition}\n    return {value};\n#endif"
            code, found = re.subn(rf"^{head}$", added, code, flags=re.MULTILINE)
            if found != 1:
                missing.append(name)
    return code, missing
