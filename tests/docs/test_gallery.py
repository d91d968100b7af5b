from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


@pytest.fixture
def gallery(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = spec_from_file_location("gallery", GALLERY / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def test_every_picture_is_drawn_as_it_is_stored(gallery: ModuleType) -> None:
    stored = {
        path.name: path.read_text("utf-8")
        for path in GALLERY.iterdir()
        if path.suffix in {".svg", ".md"}
    }
    assert stored == gallery.files(), "run python docs/gallery/make.py and look at the pictures"


def test_every_picture_is_well_formed_and_speaks_to_a_screen_reader(gallery: ModuleType) -> None:
    names = {"s": "http://www.w3.org/2000/svg"}
    for name, content in gallery.files().items():
        if not name.endswith(".svg"):
            continue
        root = ElementTree.fromstring(content)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("role") == "img"
        for part in ("title", "desc"):
            found = root.find(f"s:{part}", names)
            assert found is not None, name
            assert found.text
            assert found.get("id") in (root.get("aria-labelledby") or "").split()
