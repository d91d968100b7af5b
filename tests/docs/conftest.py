"""Runs the examples of the documents, where they stand, one after the other."""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sybil import Document, Example, Region
from sybil.example import SybilFailure
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from tests.conftest import PATIENCE

from stackyard.plugins.registry import registry

ROOT = Path(__file__).parents[2]
PAGES = (
    "*.md",
    "core/*.md",
    "cli/*.md",
    "plugins/*/*.md",
    "plugins/*/src/*/*.md",
    "docs/**/*.md",
)
# `stackyard` of the interpreter that runs the tests, under the name that people type.
SHELL = """\
stackyard() {
    "$STACKYARD_PYTHON" -P -c \
        'from stackyard_cli.main import main; main(prog_name="stackyard")' "$@"
}
"""
# Commands that take seconds each: their examples run by night. What they print is tested with the
# commands, too.
LONG = re.compile(r"(?m)^\$ .*\bstackyard( --plugin \S+)? (arena|certify|solve|study|train|tune)\b")

RunExamples = Callable[..., list[str]]
RunOwnTests = Callable[..., subprocess.CompletedProcess[str]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "page" in metafunc.fixturenames:
        pages = sorted(
            {page for pattern in PAGES for page in ROOT.glob(pattern) if "_build" not in page.parts}
        )
        names = [page.relative_to(ROOT).as_posix() for page in pages]
        metafunc.parametrize("page", pages, ids=names)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def run_examples() -> RunExamples:
    """A function that runs all examples of a page and tells what went wrong, nothing if all went
    well. With `long=False` it leaves out those of commands that take seconds.
    """
    return _run_examples


@pytest.fixture
def run_own_tests(tmp_path: Path) -> RunOwnTests:
    """A function that runs the tests of a game in one file, in a folder without anything else.

    `run_own_tests("docs/authors", "three")` takes three.py, three_perft.json and test_three.py from
    there; `line` is replaced by `instead` in all of them, and `options` are those of pytest.
    """

    def run(
        folder: str, name: str, line: str = "", instead: str = "", *options: str
    ) -> subprocess.CompletedProcess[str]:
        for file in (f"{name}.py", f"{name}_perft.json", f"test_{name}.py"):
            text = (ROOT / folder / file).read_text("utf-8")
            (tmp_path / file).write_text(text.replace(line, instead) if line else text, "utf-8")
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *options],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run


def _run_examples(page: Path, *, long: bool = True) -> list[str]:
    with contextlib.chdir(ROOT), _restored():
        return _failures(page, long)


@contextlib.contextmanager
def _restored() -> Iterator[None]:
    """Give a page an archive of its own, and leave the interpreter as it was before."""
    path, environment, modules = sys.path[:], dict(os.environ), set(sys.modules)
    try:
        with TemporaryDirectory() as folder:
            os.environ["STACKYARD_ARCHIVE"] = str(Path(folder, "archive.sqlite3"))
            yield
    finally:
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(environment)
        for name in set(sys.modules) - modules:
            if str(ROOT / "docs") in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
        registry.cache_clear()


def _failures(page: Path, long: bool) -> list[str]:
    console = CodeBlockParser("console", _run_console)
    document = Document.parse(str(page), console, _python_blocks)
    failures = []
    for example in document.examples():
        if not long and LONG.search(str(example.parsed)):
            continue
        try:
            example.evaluate()
        except SybilFailure as failure:
            failures.append(str(failure))
    return failures


def _python_blocks(document: Document) -> Iterable[Region]:
    """Prompts are doctests; anything else must be part of a file that is itself tested."""
    for region in PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)(document):
        if not isinstance(region.parsed, doctest.Example):
            region.evaluator = _find_excerpt
        yield region


def _find_excerpt(example: Example) -> str:
    block = str(example.parsed)
    files = [*ROOT.glob("docs/**/*.py"), *ROOT.glob("plugins/*/setup.py")]
    if any(block in file.read_text("utf-8") for file in files):
        return ""
    return "this block has no prompts and is no excerpt of a file in docs or plugins"


def _run_console(example: Example) -> str:
    """Run the lines that begin with a dollar and compare what they print; … stands for anything."""
    expected = str(example.parsed)
    commands = re.findall(r"(?m)^\$ ((?:.*\\\n)*.*)$", expected)
    outputs = re.split(r"(?m)^\$ (?:.*\\\n)*.*\n", expected)[1:]
    if not commands or len(commands) != len(outputs):
        return "a console block is lines `$ command`, each followed by what it prints"
    for command, output in zip(commands, outputs, strict=True):
        if not re.search(r"\bstackyard\b", command):
            return f"only stackyard is run here, not {command!r}"
        seen = _shell(command)
        pattern = ".*".join(re.escape(part) for part in _tidy(output).split("…"))
        if not re.fullmatch(pattern, seen, re.DOTALL):
            return f"$ {command}\nprinted\n{seen}\ninstead of\n{_tidy(output)}\n"
    return ""


def _shell(command: str) -> str:
    """The output of a command line on both streams, run at the top of the repository."""
    environment = os.environ | {
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        "STACKYARD_PYTHON": sys.executable,
    }
    for name in ("STACKYARD_PLUGINS", "STACKYARD_STRICT"):
        environment.pop(name, None)
    ran = subprocess.run(
        ["/bin/sh", "-c", SHELL + command],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    return _tidy(ran.stdout)


def _tidy(text: str) -> str:
    """Without blanks at the ends of lines and empty lines at the end."""
    return "\n".join([line.rstrip() for line in text.splitlines()]).rstrip()
