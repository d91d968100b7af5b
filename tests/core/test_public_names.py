from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import stackyard

ROOT = Path(__file__).parents[2]
PACKAGES = [ROOT / "core", ROOT / "cli"]
PACKAGES += sorted(path.parent for path in ROOT.glob("plugins/*/pyproject.toml"))
EXPLAINED = {
    "DRAW": "position",
    "ONGOING": "position",
    "NEUTRAL": "scenes",
    "hookimpl": "plugins.hookspecs",
}


def project(package: Path) -> dict[str, Any]:
    with (package / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def documented(value: Any) -> str:
    """The docstring in the source: compiled functions do not carry it."""
    home = importlib.import_module(value.__module__)
    source = Path(str(home.__file__)).parent / f"{value.__module__.rpartition('.')[2]}.py"
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == value.__name__:
            return ast.get_docstring(node) or ""
    return ""


@pytest.mark.parametrize("name", stackyard.__all__)
def test_a_public_name_resolves_and_keeps_its_value(name: str) -> None:
    value = getattr(stackyard, name)
    assert value is not None
    assert getattr(stackyard, name) is value


@pytest.mark.parametrize("name", sorted(set(stackyard.__all__) - set(EXPLAINED)))
def test_a_public_name_is_documented(name: str) -> None:
    value = getattr(stackyard, name)
    assert value.__name__ == name
    assert re.match(r"(?!What|Which|Of|Whether)\w", documented(value))


@pytest.mark.parametrize(("name", "module"), EXPLAINED.items())
def test_a_value_is_explained_where_it_lives(name: str, module: str) -> None:
    home = importlib.import_module(f"stackyard.{module}")
    assert getattr(home, name) is getattr(stackyard, name)
    assert name in f"{home.__doc__} {stackyard.Position.__doc__} {stackyard.Piece.__doc__}"


def test_type_checkers_see_the_public_names() -> None:
    tree = ast.parse(Path(str(stackyard.__file__)).read_text("utf-8"))
    seen = [
        (alias.asname, str(node.module).removeprefix("stackyard."))
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    ]
    assert sorted(seen) == sorted(
        (name, module) for module, names in stackyard._PUBLIC.items() for name in names.split()
    )
    assert len(set(stackyard.__all__)) == len(seen)


def test_dir_shows_the_public_names_before_they_are_used() -> None:
    program = "import stackyard; print(*dir(stackyard))"
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert sorted(set(stackyard.__all__) - set(shown)) == []


def test_everything_can_be_imported_at_once() -> None:
    names: dict[str, Any] = {}
    exec("from stackyard import *", names)
    assert set(stackyard.__all__) <= set(names)


@pytest.mark.parametrize("name", ["match", "Nothing", "__wrapped__"])
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    program = f"import stackyard; stackyard.{name}"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert f"AttributeError: module 'stackyard' has no attribute '{name}'" in run.stderr


def test_all_packages_are_found() -> None:
    names = {project(package)["name"] for package in PACKAGES}
    assert {"stackyard-core", "stackyard-cli", "stackyard-silo"} <= names


def test_all_packages_have_the_same_version() -> None:
    versions = {project(package)["name"]: project(package)["version"] for package in PACKAGES}
    assert len(set(versions.values())) == 1, versions


@pytest.mark.parametrize("package", PACKAGES[1:], ids=lambda package: package.name)
def test_every_package_asks_for_the_core_of_its_version(package: Path) -> None:
    major, minor, _ = map(int, project(PACKAGES[0])["version"].split("."))
    asked = f"stackyard-core>={major}.{minor},<{major}.{minor + 1}"
    dependencies = [re.sub(r"\[.*?\]", "", line) for line in project(package)["dependencies"]]
    assert asked in dependencies
