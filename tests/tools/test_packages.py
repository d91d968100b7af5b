"""The order of the distributions."""

from __future__ import annotations

import re
import tomllib

from tools.packages import distributions


def test_a_compiled_one_comes_after_those_that_it_requires() -> None:
    """cibuildwheel tests each with those before it."""
    before: set[str] = set()
    for one in distributions():
        project = tomllib.loads((one.folder / "pyproject.toml").read_text("utf-8"))["project"]
        ours = re.findall(r"stackyard[a-z-]*", " ".join(project.get("dependencies", [])))
        assert not one.compiled or before.issuperset(ours), one.name
        before.add(one.name)
