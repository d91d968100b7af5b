from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

AUTHORS = Path(__file__).parents[2] / "docs/authors"


def test_the_pictures_of_pieces_are_drawn_as_they_are_stored() -> None:
    spec = spec_from_file_location("pieces", AUTHORS / "pieces.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    stored = {path.name: path.read_text("utf-8") for path in AUTHORS.glob("pieces-*.svg")}
    assert stored == module.files(), "run python docs/authors/pieces.py and look at the pictures"
    page = (AUTHORS / "pieces.md").read_text("utf-8")
    assert [name for name in stored if f"({name})" not in page] == []
