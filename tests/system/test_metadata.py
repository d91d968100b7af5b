"""The metadata of the packages, as each pyproject.toml declares them."""

from __future__ import annotations

import ast
import tomllib

import pytest
from packaging.requirements import Requirement
from tests.conftest import PLUGINS, ROOT

FOLDERS = [ROOT, ROOT / "core", ROOT / "cli", *PLUGINS]
NAMES = ["stackyard" if folder == ROOT else folder.name for folder in FOLDERS]
DECLARED = {
    name: tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    for name, folder in zip(NAMES, FOLDERS, strict=True)
}
PROJECTS = {name: declared["project"] for name, declared in DECLARED.items()}


@pytest.mark.parametrize("name", PROJECTS)
def test_every_package_names_the_same_home(name: str) -> None:
    assert PROJECTS[name]["urls"] == PROJECTS["core"]["urls"]
    assert PROJECTS[name]["urls"]["Homepage"].startswith("https://")


@pytest.mark.parametrize("name", PROJECTS)
def test_every_package_declares_the_tools_that_its_build_needs(name: str) -> None:
    requires = DECLARED[name]["build-system"]["requires"]
    folder = dict(zip(NAMES, FOLDERS, strict=True))[name]
    compiled = {"setuptools", "mypy"} if (folder / "setup.py").is_file() else {"flit_core"}
    wanted = {"setuptools"} if folder == ROOT else compiled  # flit wants a module
    assert {Requirement(line).name for line in requires} == wanted
    assert set(requires) <= set(DECLARED["stackyard"]["dependency-groups"]["build"])


@pytest.mark.parametrize("name", PROJECTS)
def test_no_package_accepts_a_librt_that_nobody_has_tried(name: str) -> None:
    wanted = [Requirement(line) for line in PROJECTS[name]["dependencies"]]
    for requirement in wanted:
        assert requirement.name != "librt" or not requirement.specifier.contains("0.17")
    assert "librt" in {each.name for each in wanted} or not uses_librt(name)


def uses_librt(name: str) -> bool:
    """Tell if the sources of a package import librt, outside of texts that they write."""
    folder = dict(zip(PROJECTS, FOLDERS, strict=True))[name]
    files = (folder / "src").rglob("*.py")
    nodes = (node for file in files for node in ast.parse(file.read_bytes()).body)
    return any(
        isinstance(node, ast.ImportFrom) and "librt" in (node.module or "") for node in nodes
    )
