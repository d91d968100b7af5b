"""The page of public names lists each of them once, and nothing else."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

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


def public(module: ModuleType) -> set[str]:
    """The names in `__all__`; without one, what the module itself defines without an underscore."""
    if hasattr(module, "__all__"):
        return set(module.__all__)
    own = {
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__
    }
    constants = {name for name in vars(module).get("__annotations__", {}) if name.isupper()}
    return {name for name in own | constants if not name.startswith("_")}


def test_the_page_lists_the_public_modules(root: Path) -> None:
    assert tuple(listed(root)) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_one_line_and_no_other_name_is_listed(
    module: str, root: Path
) -> None:
    names = listed(root)[module]
    assert len(names) == len(set(names))
    assert set(names) == public(import_module(module))


@pytest.mark.parametrize("module", MODULES)
def test_every_listed_name_can_be_imported(module: str, root: Path) -> None:
    for name in listed(root)[module]:
        assert getattr(import_module(module), name) is not None
