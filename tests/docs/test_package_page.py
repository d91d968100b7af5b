"""The example on the page about packages: its commands give a game that passes its own tests."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.conftest import PATIENCE

AUTHORS = Path(__file__).parents[2] / "docs" / "authors"
FILE = AUTHORS / "tutorial" / "domineering.py"
PACKAGE = AUTHORS / "tutorial" / "package"
SOURCES = PACKAGE / "src" / "stackyard_domineering"
# What a reader types as stackyard and python is what runs these tests.
SHELL = """\
set -e
python() { "$STACKYARD_PYTHON" -P "$@"; }
stackyard() { python -m stackyard_cli "$@"; }
"""


def classes(path: Path) -> dict[str, str]:
    """The source of each class in a file."""
    text = path.read_text("utf-8")
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = ast.get_source_segment(text, node) or ""
    return found


def shell(commands: str, folder: Path) -> str:
    """The output of commands on both streams; they succeed."""
    done = subprocess.run(
        ["/bin/sh", "-c", SHELL + commands],
        cwd=folder,
        env={
            **os.environ,
            "NO_COLOR": "1",
            "PYTHONPATH": "src",
            "PYTHONUTF8": "1",
            "STACKYARD_PLUGINS": "",
            "STACKYARD_PYTHON": sys.executable,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def told() -> list[str]:
    """The blocks of commands of the example, in order."""
    text = (AUTHORS / "package.md").read_text("utf-8")
    example = text.partition("## Example: ")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", example, re.DOTALL)


def install(made: Path) -> None:
    """Let Python find the package beside its modules, as an editable installation does."""
    info = made / "src" / "stackyard_domineering-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: stackyard-domineering\nVersion: 0.1.0\n", "utf-8")
    project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))["project"]
    [(name, target)] = project["entry-points"]["stackyard"].items()
    (info / "entry_points.txt").write_text(f"[stackyard]\n{name} = {target}\n", "utf-8")


def test_the_package_holds_the_classes_of_the_file() -> None:
    file, rules, game = map(classes, (FILE, SOURCES / "rules.py", SOURCES / "game.py"))
    assert rules == {"DomineeringPosition": file["DomineeringPosition"]}
    text = FILE.read_text("utf-8")
    about = text[text.index("    about = GameInfo(") : text.index("    colours =")]
    assert about in file["DomineeringGame"]
    assert game["DomineeringGame"] == file["DomineeringGame"].replace(about, "    about = ABOUT\n")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package that `stackyard new` writes, with the files of the example put into it."""
    folder = tmp_path_factory.mktemp("tutorial")
    shutil.copy(FILE, folder)
    first, *others = told()
    shell(first, folder)
    made = folder / "stackyard-domineering"
    install(made)  # as stackyard new tells to do first
    for path in PACKAGE.rglob("*"):
        place = path.relative_to(PACKAGE)
        if path.suffix in {".py", ".json"}:
            assert (made / place).is_file(), f"stackyard new writes no {place}"
            shutil.copy(path, made / place)
    for commands in others:
        shell(commands, made)
    return made


@pytest.mark.nightly
@pytest.mark.parametrize("options", ["--stackyard-games 1", ""])
def test_the_tests_of_the_package_pass(options: str, package: Path) -> None:
    printed = shell(f"python -m pytest -q -p no:cacheprovider {options}", package)
    assert " passed" in printed
    assert "failed" not in printed


def test_the_package_is_a_plugin_with_the_rules_of_the_file(package: Path) -> None:
    play = "play domineering --first random --second random --seed 1 --json"
    folder = package.parent  # where the package is not on the path
    packaged = json.loads(shell(f"stackyard {play}", package))
    single = json.loads(shell(f"stackyard --plugin domineering.py {play}", folder))
    moves = [turn["moves"] for turn in packaged["turns"]]
    assert moves
    assert moves == [turn["moves"] for turn in single["turns"]]
    assert packaged["result"] == single["result"]
    rules = shell("stackyard rules domineering", package)
    assert rules == shell("stackyard --plugin domineering.py rules domineering", folder)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("(self.free >> 1) & self.left", "(self.free >> 1)"),  # a domino round the edge
        ("self.free & (self.free >> self.width)", "(self.free >> self.width)"),
        ("self.player = 1 - self.player", "pass"),
    ],
)
def test_a_mistake_in_the_rules_is_found(
    right: str, wrong: str, package: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "package"
    shutil.copytree(package, broken)
    rules = broken / "src" / "stackyard_domineering" / "rules.py"
    text = rules.read_text("utf-8")
    assert right in text
    rules.write_text(text.replace(right, wrong), "utf-8")
    printed = shell("python -m pytest -q -p no:cacheprovider tests || true", broken)
    assert "FAILED tests/test_conformance.py::TestDomineering::test_perft" in printed
