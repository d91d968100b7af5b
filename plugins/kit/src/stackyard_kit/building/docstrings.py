"""Put the docstrings of functions into the C, from which mypyc drops them, for `help`."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# The entry of a function in its module's table, up to the end of its signature.
ENTRY: Final = re.compile(
    r'(\(PyCFunction\)CPyPy_(\w+), [\w |]+, PyDoc_STR\("(?:[^"\\]|\\.)*--(?:\\n|\\012){2})"'
)


def with_docstrings(code: str, paths: Sequence[Path]) -> str:
    """A group's C with the docstrings of the functions of its staged modules."""
    found: dict[str, str] = {}
    for path in paths:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[f"{path.stem}___{node.name}"] = ast.get_docstring(node) or ""
    return ENTRY.sub(lambda entry: f'{entry[1]}" {_in_c(found.get(entry[2], ""))}', code)


def _in_c(text: str) -> str:
    """A text as a literal of C; trigraphs do not occur."""
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub(
        r"[^\x00-\x7f]",
        lambda letter: "".join([f"\\{byte:03o}" for byte in letter[0].encode()]),
        escaped,
    )
