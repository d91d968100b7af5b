"""The layers drawn in the pages about the code are those of the tests; named files exist."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest
from tests.core.test_layers import LAYERS

PAGES = ["architecture", "reading"]


def drawn_layers(root: Path) -> list[str]:
    """The modules in their order; a line continues the room that was named last."""
    page = (root / "docs/architecture.md").read_text("utf-8")
    block = page.partition("## Layers of core")[2].partition("```text\n")[2].partition("```")[0]
    room, modules = "", []
    for word in block.split():
        if word.endswith("/"):
            room = "" if word == "stackyard/" else f"{word[:-1]}."
        else:
            modules.append(f"{room}{word}")
    return modules


def named_files(root: Path, page: str) -> list[str]:
    """The code spans of a page that are files or folders."""
    text = re.sub(r"(?ms)^```.*?^```$", "", (root / f"docs/{page}.md").read_text("utf-8"))
    spans = re.findall(r"`([^`\s]+)`", text)
    return [span for span in spans if re.fullmatch(r"[\w./]+(\.(py|js|h|md)|/)", span)]


def found(root: Path, name: str) -> list[Path]:
    """The files of the repository to which a name, perhaps without its first folders, refers."""
    if (root / name).exists():
        return [root / name]
    homes = ["core", "cli", *[path.parent.as_posix() for path in root.glob("plugins/*/src")]]
    return [path for home in homes for path in (root / home / "src").rglob(name)]


def test_the_layers_are_drawn_in_their_order(root: Path) -> None:
    assert drawn_layers(root) == list(chain(*LAYERS))


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_exists(name: str, root: Path) -> None:
    names = named_files(root, name)
    assert len(names) > 10
    assert [name for name in names if not found(root, name)] == []


def test_a_file_that_is_missing_is_noticed(root: Path) -> None:
    assert found(root, "turnloop/match.py")
    assert not found(root, "turnloop/course.py")
    assert not found(root, "core/src/stackyard/course.py")


def test_reading_names_each_file_from_the_top(root: Path) -> None:
    page = (root / "docs/reading.md").read_text("utf-8")
    listed = re.findall(r"(?m)^\d+\. `([^`]+)`", page)
    assert len(listed) > 15
    assert [name for name in listed if not (root / name).is_file()] == []
