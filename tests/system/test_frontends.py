"""Every program that builds packages builds ours by what pyproject.toml declares."""

from __future__ import annotations

import sys
import tomllib
from typing import TYPE_CHECKING

import pytest
from tests.conftest import ROOT
from tests.system.conftest import copy_of_the_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Call, MadeOnce, NamesIn

pytestmark = pytest.mark.nightly

FRONTENDS: dict[str, tuple[str, ...]] = {
    "pip": ("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"),
    "build": ("build", "--outdir"),  # an archive, and a wheel from it
    "uv": ("uv", "build", "--quiet", "--out-dir"),  # the same
}


@pytest.fixture
def offered(made_once: MadeOnce, call: Call) -> dict[str, str]:
    """Settings that make a program find the declared tools in a folder, and nowhere else."""
    declared = tomllib.loads((ROOT / "core/pyproject.toml").read_text("utf-8"))["build-system"]
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", *declared["requires"])
    house = made_once("tools", lambda folder: call(*pip, f"--wheel-dir={folder}", folder=folder))
    found = {"PIP_FIND_LINKS": str(house), "UV_FIND_LINKS": str(house)}
    return {**found, "PIP_NO_INDEX": "1", "UV_NO_INDEX": "1", "STACKYARD_COMPILE": "1"}


@pytest.mark.parametrize("program", FRONTENDS)
def test_core_is_compiled_in_an_environment_of_its_own_in_a_path_with_blanks(
    program: str, tmp_path: Path, offered: dict[str, str], call: Call, names_in: NamesIn
) -> None:
    clone, house = copy_of_the_tree(tmp_path / "a clone"), tmp_path / "made here"
    words = [sys.executable, "-m", *FRONTENDS[program], str(house), str(clone / "core")]
    call(*words, folder=tmp_path, variables=offered)
    (wheel,) = house.glob("*.whl")
    assert [name for name in names_in(wheel) if name.startswith("stackyard/rng.cp")]
