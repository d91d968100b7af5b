"""The page on the conformance kit: it tells everything, and its example is a test that passes."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stackyard_kit.testing import GameConformance

Tested = Callable[..., subprocess.CompletedProcess[str]]

NAMES = [
    name
    for name in [*vars(GameConformance), *vars(GameConformance)["__annotations__"]]
    if not name.startswith("_")
]


@pytest.fixture
def tested(root: Path, tmp_path: Path) -> Tested:
    """Run the tests of Hexapawn in a folder of their own, with a change of its source."""

    def tested(
        line: str = "", instead: str = "", *options: str
    ) -> subprocess.CompletedProcess[str]:
        for name in ("hexapawn.py", "hexapawn_perft.json", "test_hexapawn.py"):
            text = (root / "docs/authors" / name).read_text("utf-8")
            (tmp_path / name).write_text(text.replace(line, instead) if line else text, "utf-8")
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *options],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return tested


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_every_test_and_every_attribute_is_told(name: str, root: Path) -> None:
    page = (root / "docs/authors/testing.md").read_text("utf-8")
    if name.startswith("test_"):  # the page shows the docstrings
        assert ".. autoclass:: stackyard_kit.testing.GameConformance()\n   :members:\n" in page
        assert inspect.getdoc(getattr(GameConformance, name))
    else:
        assert re.search(rf"(?m)^\| `{name}(\(.*?\))?` \|", page)


@pytest.mark.nightly
@pytest.mark.parametrize("options", [("--stackyard-games", "1"), ()])
def test_the_example_passes_in_a_folder_of_its_own(
    options: tuple[str, ...], tested: Tested
) -> None:
    ran = tested("", "", *options)
    assert ran.returncode == 0, ran.stdout
    tests = [name for name in NAMES if name.startswith("test_")]
    assert f"{len(tests) - 10} passed, 10 skipped" in ran.stdout  # it has no claims, lesson, …


@pytest.mark.nightly
def test_the_first_difference_is_told_as_the_page_says(tested: Tested, root: Path) -> None:
    ran = tested("range(max(0, column - 1)", "range(column")
    page = (root / "docs/authors/testing.md").read_text("utf-8")
    message = page.partition("```text\n")[2].partition("\n```")[0]
    assert message.startswith("perft(2) from ")
    assert message in ran.stdout
    assert "2 failed" in ran.stdout  # the second source is asked along whole games, too
