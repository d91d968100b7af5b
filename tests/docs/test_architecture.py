"""The architecture page draws every module of core; tests/core/test_layers.py holds them to it."""

from __future__ import annotations

import re
from pathlib import Path


def drawn_layers(root: Path) -> list[str]:
    """The modules in their order, those of one line from left to right."""
    page = (root / "docs/architecture.md").read_text("utf-8")
    block = page.partition("## Layers of core")[2].partition("```text\n")[2].partition("```")[0]
    return [name for line in block.splitlines() for name in re.split(r" {3,}", line)[0].split()]


def test_every_module_of_core_has_its_place(root: Path) -> None:
    core = root / "core/src/stackyard"
    modules = {path.stem for path in core.glob("[a-z]*.py")}
    packages = {path.parent.name for path in core.glob("*/__init__.py")}
    assert sorted(drawn_layers(root)) == sorted(modules | packages)
