"""Names of the last minor version answer with their new places."""

from __future__ import annotations

import importlib
import sys

import pytest

import stackyard
from stackyard import moved


@pytest.fixture(autouse=True)
def anew() -> None:
    """No old name has been imported yet."""
    for name in moved.MODULES:
        sys.modules.pop(f"stackyard.{name}", None)


@pytest.mark.parametrize(("old", "new"), moved.MODULES.items())
def test_each_old_module_has_the_names_of_the_new_one(old: str, new: str) -> None:
    words = f"stackyard.{old} is {new} now"
    with pytest.warns(DeprecationWarning, match=words):
        module = importlib.import_module(f"stackyard.{old}")
    there = importlib.import_module(new)
    assert module.__getattr__("annotations") is there.annotations


def test_a_plugin_for_the_old_hookspecs_still_marks_its_hooks() -> None:
    with pytest.warns(DeprecationWarning, match="is stackyard.plugins.hookspecs now"):
        from stackyard.hookspecs import hookimpl  # type: ignore[import-not-found]
    assert hookimpl is stackyard.hookimpl


def test_a_name_that_the_new_module_lacks_is_told_with_the_new_place() -> None:
    with pytest.warns(DeprecationWarning, match="is stackyard_engine.levels now"):
        levels = importlib.import_module("stackyard.levels")
    with pytest.raises(AttributeError, match=r"stackyard\.levels is stackyard_engine\.levels now"):
        _ = levels.no_such_name


def test_an_old_module_of_a_package_that_is_missing_names_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(moved.MODULES, "levels", "stackyard_engine.no_such_module")
    with (
        pytest.warns(DeprecationWarning, match="is stackyard_engine.no_such_module now"),
        pytest.raises(ModuleNotFoundError, match="in the package stackyard-engine, which is not"),
    ):
        importlib.import_module("stackyard.levels")


@pytest.mark.parametrize(("old", "new"), moved.NAMES.items())
def test_each_old_name_of_stackyard_is_the_new_one(old: str, new: tuple[str, str]) -> None:
    with pytest.warns(DeprecationWarning, match=f"stackyard.{old} is "):
        found = getattr(stackyard, old)
    assert found is getattr(importlib.import_module(new[0]), new[1])


@pytest.mark.parametrize("name", ["no_such_module", "plugins.no_such_module"])
def test_other_modules_are_missing_as_ever(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named"):
        importlib.import_module(f"stackyard.{name}")


def test_other_names_are_missing_as_ever() -> None:
    with pytest.raises(AttributeError, match="module 'stackyard' has no attribute 'nothing'"):
        _ = stackyard.nothing
