"""The table of public names lists each of them once and says what it is."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

MODULES = ("stackyard", "stackyard_engine", "stackyard_kit.testing", "stackyard_kit.building")


@pytest.fixture(scope="module")
def table(root: Path) -> str:
    """The table that the documentation is built with, in a process that reads the sources."""
    program = "import runpy, sys; print(runpy.run_path(sys.argv[1])['myst_substitutions']['names'])"
    command = [sys.executable, "-c", program, str(root / "docs/conf.py")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_reference_shows_the_table(root: Path) -> None:
    page = (root / "docs/researchers/api.md").read_text("utf-8")
    assert "\n{{ names }}\n" in page


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_one_line_with_words(module: str, table: str) -> None:
    names = re.findall(rf"(?m)^\| `{re.escape(module)}` \| `(\w+)` \| \w.*[.:;,\w)`] \|$", table)
    assert names == sorted(import_module(module).__all__)
