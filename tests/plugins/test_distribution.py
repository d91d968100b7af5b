"""The distribution `stackyard`, which brings the others: its versions and its extras."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from tests.conftest import PLUGINS, ROOT

from stackyard.plugins.discovery import (
    EXTRAS_OF,
    NO_EXTRAS,
    OUR_GAMES,
    OUR_TOOLS,
)

FOLDERS = [ROOT / "core", ROOT / "cli", *PLUGINS]


def project(folder: Any) -> dict[str, Any]:
    """The table `project` of a package."""
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


STACKYARD = project(ROOT)
PROJECTS = {folder.name: project(folder) for folder in FOLDERS}
VERSION = STACKYARD["version"]
EXTRAS: dict[str, list[str]] = STACKYARD["optional-dependencies"]


@pytest.mark.parametrize("name", PROJECTS)
def test_all_packages_carry_one_version_and_accept_each_other(name: str) -> None:
    assert PROJECTS[name]["version"] == VERSION
    for line in PROJECTS[name]["dependencies"]:
        requirement = Requirement(line)
        assert not requirement.name.startswith("stackyard") or requirement.specifier.contains(
            VERSION
        )


def brought(extra: str) -> set[str]:
    """The requirements of an extra of the distribution `stackyard`, those of its extras too."""
    found: set[str] = set()
    for requirement in map(Requirement, EXTRAS[extra]):
        if requirement.name == "stackyard":
            found |= {line for inner in requirement.extras for line in brought(inner)}
        else:
            found.add(str(requirement))
    return found


def test_the_extra_all_brings_every_package_but_those_for_authors_and_other_programs() -> None:
    named = {Requirement(line).name for line in brought("all")}
    ours = {PROJECTS[folder.name]["name"] for folder in PLUGINS}
    others = {
        *("stackyard-kit", "stackyard-language-models"),
        *("stackyard-openspiel", "stackyard-pettingzoo", "stackyard-tensors"),
    }
    always = {"stackyard-core", "stackyard-cli", "stackyard-engine"}  # required by these or it
    assert named | always == ours - others | always


@pytest.mark.parametrize("name", [*OUR_GAMES, *OUR_TOOLS, *EXTRAS_OF])
def test_what_a_refusal_names_exists(name: str) -> None:
    if name in NO_EXTRAS:
        assert PROJECTS[name]["name"] == f"stackyard-{name}"
    else:
        assert EXTRAS[name.replace("_", "-")]


@pytest.mark.parametrize("name", [*OUR_GAMES, *OUR_TOOLS])
def test_what_is_installed_from_a_clone_comes_with_what_it_requires(name: str) -> None:
    lines = PROJECTS[name]["dependencies"]
    ours = {Requirement(line).name.removeprefix("stackyard-") for line in lines}
    assert {*OUR_TOOLS.get(name, ())} == ours & {*OUR_TOOLS} - {name}


def test_the_distribution_pins_what_it_brings_and_has_the_command() -> None:
    lines = {*STACKYARD["dependencies"], *brought("all")}
    assert {str(Requirement(line).specifier) for line in lines} == {f"=={VERSION}"}
    assert STACKYARD["scripts"] == PROJECTS["cli"]["scripts"]
    assert {Requirement(line).name for line in STACKYARD["dependencies"]} == {
        "stackyard-cli",
        "stackyard-coach",
        "stackyard-engine",  # for `uvx stackyard play silo`, as Silo is
        "stackyard-silo",
    }
