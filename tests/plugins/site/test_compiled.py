"""Bytecode that a browser keeps for the next visit."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from stackyard_site.browser.compiled import compile_packages


def test_bytecode_lies_beside_loaded_modules_and_ours_and_needs_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {name: tmp_path / name for name in ("ours_a.py", "loaded_b.py", "other_c.py")}
    for file in sources.values():
        file.write_text("word = 'before'\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    importlib.import_module("loaded_b")
    for _ in compile_packages(tmp_path, "ours"):
        pass
    for file in sources.values():
        file.write_text("word = 'after, and longer'\n", "utf-8")
    found = {}
    for name, file in sources.items():
        monkeypatch.delitem(sys.modules, file.stem, raising=False)
        found[name] = importlib.import_module(file.stem).word.partition(",")[0]
        monkeypatch.delitem(sys.modules, file.stem)
    assert found == {"ours_a.py": "before", "loaded_b.py": "before", "other_c.py": "after"}
