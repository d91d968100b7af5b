"""The page of public names lists each of them once, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

MODULES = ("stackyard", "stackyard_engine", "stackyard_kit.testing", "stackyard_kit.building")


def listed(root: Path) -> Mapping[str, list[str]]:
    """The names in the table under each heading of the page."""
    page = (root / "docs/researchers/names.md").read_text("utf-8")
    parts = re.split(r"(?m)^## (.+)$", page)[1:]
    return {
        module: re.findall(r"(?m)^\| `(\w+)` \| \S", table)
        for module, table in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_page_lists_the_public_modules(root: Path) -> None:
    assert tuple(listed(root)) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_one_line_and_no_other_name_is_listed(
    module: str, root: Path
) -> None:
    names = listed(root)[module]
    assert len(names) == len(set(names))
    assert set(names) == set(import_module(module).__all__)


@pytest.mark.parametrize("module", MODULES)
def test_every_listed_name_can_be_imported(module: str, root: Path) -> None:
    for name in listed(root)[module]:
        assert getattr(import_module(module), name) is not None
