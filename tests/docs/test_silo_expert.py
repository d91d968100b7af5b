"""The example of a package for somebody else's game: its own test, and what its wheel carries."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

EXPERT = "docs/authors/silo-expert"


@pytest.mark.nightly
def test_the_expert_is_asked_before_silo(root: Path, tmp_path: Path) -> None:
    paths = [str(root / EXPERT / "src"), os.environ.get("PYTHONPATH", "")]
    named = {
        "STACKYARD_PLUGINS": "stackyard_silo_expert.plugin",
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"),
            *("--rootdir", str(tmp_path), str(root / EXPERT / "tests")),
        ],
        cwd=tmp_path,
        env=os.environ | named,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout


def test_its_wheel_carries_its_weights_and_puzzles(root: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(root / EXPERT, tmp_path / "expert")
    build = "from setuptools.build_meta import build_wheel; print(build_wheel('.'))"
    ran = subprocess.run(
        [sys.executable, "-c", build], cwd=folder, capture_output=True, text=True, check=True
    )
    wheel = zipfile.ZipFile(folder / ran.stdout.splitlines()[-1])
    assert "stackyard_silo_expert/weights/silo-4-2-any.weights" in wheel.namelist()
    assert "stackyard_silo_expert/puzzles.json" in wheel.namelist()
    assert (
        "silo_expert = stackyard_silo_expert.plugin"
        in wheel.read("stackyard_silo_expert-0.1.0.dist-info/entry_points.txt").decode()
    )
