"""The JSON Schema beside the page of records is that of the program."""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stackyard.records.format import Ending, PlayedTurn, Plugin, Record, Seat, schema


def in_order(value: Any) -> Any:
    """With alternatives in one order, which msgspec has chosen differently over time."""
    if isinstance(value, dict):
        parts = {name: in_order(part) for name, part in value.items()}
        return {**parts, "anyOf": sorted(parts["anyOf"], key=str)} if "anyOf" in parts else parts
    return [in_order(part) for part in value] if isinstance(value, list) else value


def test_the_schema_that_is_published_is_that_of_the_program(root: Path) -> None:
    published = json.loads((root / "docs/researchers/record.schema.json").read_text("utf-8"))
    assert in_order(published) == in_order(schema())


def test_descriptions_are_the_same_in_every_python() -> None:
    described = [part["description"] for part in schema()["$defs"].values()]
    assert described == [cleandoc(each) for each in described]


@pytest.mark.parametrize("part", [Record, PlayedTurn, Seat, Plugin, Ending])
def test_the_page_names_every_field(part: type[msgspec.Struct], root: Path) -> None:
    page = (root / "docs/researchers/records.md").read_text("utf-8")
    missing = [name for name in part.__struct_fields__ if f"`{name}`" not in page]
    assert missing == []
