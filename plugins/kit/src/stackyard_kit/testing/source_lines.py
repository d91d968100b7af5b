"""Where the author's code is: the file and line of a method, and of an exception's origin."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from linecache import getline
from pathlib import Path
from types import FrameType, TracebackType

OURS = {
    *("stackyard", "stackyard_kit", "stackyard_engine"),
    *("pytest", "_pytest", "pytest_timeout", "pluggy"),
}
KIT = "stackyard_kit.testing"

# The methods that a test is about, named where its sentence names none.
ABOUT = {
    "test_legal_moves": ("legal_moves", "play"),
    "test_random_moves": ("random_move",),
    "test_copies": ("copy",),
    "test_pickling": ("__reduce__", "__getstate__"),
    "test_keys": ("key", "code", "format_position"),
    "test_symmetries": ("symmetric_code",),
    "test_playouts": ("playout",),
    "test_threads": ("play", "legal_moves"),
    "test_position_texts": ("format_position", "parse_position"),
    "test_move_texts": ("format_move", "read_move", "parse_move"),
    "test_refusals": ("refusal", "parse_move"),
    "test_nonsense": ("parse_position", "read_move", "parse_move"),
    "test_reference": ("legal_moves", "play"),
    "test_perft": ("legal_moves", "play"),
    "test_termination": ("play",),
    "test_words": ("ending", "prompt", "describe"),
    "test_scenes": ("pieces", "trays"),
    "test_claims": ("claims",),
}
# Methods whose names are no common words: a sentence that has one of them is about it.
NAMED = re.compile(
    r"\b(legal_moves|random_move|symmetric_code|evaluate|format_position|parse_position"
    r"|format_move|read_move|parse_move|move_cells|describe|ending|prompt|touched|refusal)\b"
)
CODED = re.compile(r"\bthe (key|code) ")


def methods_of(sentence: str, test: str) -> tuple[str, ...]:
    """The methods that a sentence is about."""
    coded = CODED.search(sentence) if test == "test_keys" else None
    if coded is not None:
        return (coded[1],)
    named = tuple(dict.fromkeys(NAMED.findall(sentence)))
    return named or ABOUT.get(test, ())


def lines_of(kinds: tuple[type, ...], methods: tuple[str, ...]) -> str:
    """The files and lines of methods that these classes define; empty if none is known."""
    found = [line for method in methods if (line := line_of(kinds, method))]
    return "; ".join(dict.fromkeys(found))


def line_of(kinds: tuple[type, ...], method: str) -> str:
    """The file and line of a method, compiled or not; empty if its source is not known."""
    for kind in kinds:
        for base in kind.__mro__:
            if base.__module__.partition(".")[0] in OURS:
                continue
            file = _source(base.__module__)
            line = _lines(file).get((base.__qualname__, method))
            if line is None and method not in vars(base):
                continue
            code = getattr(vars(base).get(method), "__code__", None)
            if line is None and code is not None:  # set from elsewhere
                file, line = code.co_filename, code.co_firstlineno
            known = line is not None and Path(file).is_file()
            return f"{method} is in {Path(file).name}, line {line}" if known else ""
    return ""


def _source(module: str) -> str:
    """The Python file of a module; beside a compiled one lies the file that it was made from."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if not file:
        return ""
    path = Path(file)
    return str(path.with_name(f"{path.name.partition('.')[0]}.py"))


@lru_cache(maxsize=32)
def _lines(file: str) -> dict[tuple[str, str], int]:
    """The lines of the methods of a file, by class and name."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    return {
        (kind.name, part.name): part.lineno
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for part in kind.body
        if isinstance(part, ast.FunctionDef)
    }


def frames_of(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """The frames of an exception with their lines, the outermost first."""
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def is_authors(frame: FrameType) -> bool:
    """Tell if a frame is the author's: not of Stackyard, pytest or Python's library."""
    top = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return top not in OURS and top not in sys.stdlib_module_names


def is_kits(frame: FrameType) -> bool:
    """Tell if a frame is one of the kit's checks."""
    return str(frame.f_globals.get("__name__", "")).startswith(KIT)


def origin(error: BaseException) -> str:
    """The author's call that raised an exception, and the lines; empty if none did."""
    checked = False
    lines: list[str] = []
    called = place = ""
    for frame, line in frames_of(error.__traceback__):
        checked = checked or is_kits(frame)
        if checked and is_authors(frame):
            code = frame.f_code
            called = called or code.co_name
            place = f"{Path(code.co_filename).name}, line {line}"
            source = getline(code.co_filename, line).strip()
            lines.append(f"  {place}, in {code.co_name}\n    {source}")
    return "\n".join([f"raised by {called} in {place}", *lines]) if called else ""
