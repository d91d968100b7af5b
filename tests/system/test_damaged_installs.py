"""Left-overs of an interrupted or careless installation."""

from __future__ import annotations

import tomllib
from shutil import rmtree
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.system.conftest import Environment, MakeEnvironment, WritePlugin

pytestmark = pytest.mark.nightly

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
MEND_SILO = f"python -m pip install --force-reinstall --no-deps stackyard-silo=={VERSION}"


@pytest.fixture
def environment(wheels: Path, make_environment: MakeEnvironment) -> Environment:
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    return environment


def test_a_damaged_silo_is_named_with_the_command_that_mends_it(environment: Environment) -> None:
    (environment.packages / "stackyard_silo/plugin.py").unlink()
    (problem,) = environment.problems()
    assert problem["plugin"].startswith("silo (stackyard-silo ")
    assert problem["remedy"] == MEND_SILO
    refused = environment.run("play", "silo")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Error: no game 'silo' is installed (installed: none); ")
    assert refused.stderr.endswith(f"(to mend it: {MEND_SILO})\n")
    assert environment.output("--help")
    environment.install("--force-reinstall", "--no-deps", "stackyard-silo")
    assert environment.output("perft", "silo", "4") == "110\n"


@pytest.mark.parametrize("damage", ["", "raise RuntimeError('half written')"])
def test_damaged_rules_of_silo_are_named_when_the_game_is_wanted(
    damage: str, environment: Environment
) -> None:
    (environment.packages / "stackyard_silo/game.py").write_text(damage, "utf-8")
    assert environment.output("list").startswith("silo ")
    refused = environment.run("show", "silo")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "stackyard_silo.game:SiloGame cannot be imported" in refused.stderr
    assert MEND_SILO in refused.stderr
    (problem,) = environment.problems()
    assert problem["remedy"] == MEND_SILO


@pytest.fixture(scope="module")
def shared(wheels: Path, make_environment: MakeEnvironment) -> Environment:
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    return environment


@pytest.fixture
def lay_out(shared: Environment) -> Iterator[Callable[[Path], Path]]:
    """Unpack a wheel into the shared environment for one test; the folder of its metadata."""
    before = set(shared.packages.iterdir())

    def lay_out(wheel: Path) -> Path:
        with ZipFile(wheel) as archive:
            archive.extractall(shared.packages)
        (info,) = set(shared.packages.glob("*.dist-info")) - before
        return info

    yield lay_out
    for path in set(shared.packages.iterdir()) - before:
        if path.is_dir():
            rmtree(path)
        else:
            path.unlink()


def lose_metadata(info: Path) -> None:
    (info / "METADATA").unlink()


def empty_metadata(info: Path) -> None:
    (info / "METADATA").write_text("", "utf-8")


def garble_points(info: Path) -> None:
    (info / "entry_points.txt").write_text("[stackyard]\nodd\n", "utf-8")


def garble_name(info: Path) -> None:
    (info / "entry_points.txt").write_text("[stackyard]\nodd = no such module!\n", "utf-8")


def keep_all(info: Path) -> None:
    assert (info / "METADATA").exists()


@pytest.mark.parametrize(
    ("source", "damage"),
    [
        ("", lose_metadata),
        ("", empty_metadata),
        ("", garble_points),
        ("", garble_name),
        ("class Point:\n    __slots__ = ()\npoint = Point()", keep_all),
        ("point = 5", keep_all),
        ("raise GeneratorExit", keep_all),
    ],
)
def test_everything_else_goes_on_working_and_the_plugin_is_named(
    source: str,
    damage: Callable[[Path], None],
    shared: Environment,
    lay_out: Callable[[Path], Path],
    write_plugin: WritePlugin,
) -> None:
    damage(lay_out(write_plugin("odd", source, point="odd:point" if "point" in source else "")))
    assert "Play a game" in shared.output("--help")
    assert shared.run("list").stdout.startswith("silo  Silo, Mark Steere 2021  ")
    words = ["--first", "random", "--second", "random", "--seed", "1", "--quiet"]
    played = shared.run("play", "silo", *words)
    assert " wins: " in played.stdout
    assert played.stderr.startswith("Warning: plugin odd ")
    assert played.stderr.count("\n") == 1
    assert "odd" in shared.run("plugins").stdout
