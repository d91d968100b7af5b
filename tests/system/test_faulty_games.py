"""Games with a fault each: the conformance tests say the same of compiled and uncompiled rules."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Build

pytestmark = pytest.mark.nightly
SOURCE = Path(__file__).with_name("faulty")
BUILDS = {"pure": "0", "compiled": "1"}
SETUP = """
from stackyard_kit.building import setup_package

setup_package("stackyard_faulty", compile=["rules"], position="Heap", bundle=False)
"""
PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "stackyard-faulty"
version = "1"
[tool.setuptools.packages.find]
where = ["src"]
"""

# The fault, the test that finds it, and what it says of either build.
FOUND = {
    "RareCode": ("keys", "two positions have the code 36: "),
    "WrongWinner": ("reference", "the winner is "),
    "Unsorted": ("legal_moves", "the legal moves are not ascending, each once: [2, 1, 0]"),
}


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, build_wheel: Build) -> dict[str, Path]:
    """The package of the games in each build, in a folder."""
    project = tmp_path_factory.mktemp("faulty")
    shutil.copytree(SOURCE, project / "src/stackyard_faulty")
    (project / "setup.py").write_text(SETUP, "utf-8")
    (project / "pyproject.toml").write_text(PROJECT, "utf-8")
    made = {}
    for build, wanted in BUILDS.items():
        house = tmp_path_factory.mktemp(build)
        done = build_wheel(project, house, {"STACKYARD_COMPILE": wanted})
        assert done.returncode == 0, done.stderr
        (wheel,) = house.glob("*.whl")
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(house)
        made[build] = house
        assert bool([*house.glob("stackyard_faulty/rules*.so")]) == (build == "compiled")
    return made


def said(house: Path, game: str, test: str) -> str:
    """The output of a conformance test of a game."""
    words = ["--pyargs", "stackyard_faulty.checks", "-k", f"Test{game} and test_{test}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-o", "python_files=checks.py", *words],
        cwd=house,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode != 5, done.stdout  # nothing was run
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("game", FOUND)
def test_a_fault_gets_the_same_sentence_in_both_builds(game: str, houses: dict[str, Path]) -> None:
    test, words = FOUND[game]
    sentences = []
    for house in houses.values():
        printed = said(house, game, test)
        found = re.search(r"__\n(.*)\n(in .*)\n", printed)
        assert found is not None, printed
        assert words in found[1]
        sentences.append(found.groups())
    assert sentences[0] == sentences[1]
    assert said(houses["compiled"], "Sound", test) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the signals of Unix")
def test_a_move_that_never_ends_is_named_in_both_builds(houses: dict[str, Path]) -> None:
    pure, compiled = (said(houses[build], "Endless", "legal_moves") for build in BUILDS)
    assert "raised by play in rules.py, line " in pure
    assert re.search(r"in Endless\(counters=20\), seed 0, ply \d+: 5 [wb]", pure)
    assert re.search(r'random_games.py", line \d+ in (random_game|_beside)', compiled)
