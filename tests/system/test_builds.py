from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Build, Call, Environment, MakeEnvironment, NamesIn

NO_COMPILER = {"CC": "/nonexistent"}
EDITABLE = "import sys; from setuptools import build_meta; build_meta.build_editable(sys.argv[1])"


def test_a_compiled_install_says_so(compiled: Environment) -> None:
    assert set(compiled.builds().values()) == {"compiled"}
    assert list(compiled.builds()) == ["core", "engine", "silo"]
    assert "slower" not in compiled.output("play", "silo", typed="quit\n")
    assert "STACKYARD_COMPILE" not in compiled.output("plugins")


def test_a_pure_install_works_and_says_how_to_compile_it(pure: Environment) -> None:
    assert set(pure.builds().values()) == {"pure"}
    assert list(pure.builds()) == ["core", "engine", "silo"]
    assert "pure Python, a hundred times slower" in pure.output("play", "silo", typed="quit\n")
    assert "STACKYARD_COMPILE=1 python -m pip install" in pure.output("plugins")


def test_without_a_compiler_a_pure_build_is_installed_and_works(
    clone: Path,
    tmp_path: Path,
    pure_wheels: Path,
    build_wheel: Build,
    make_environment: MakeEnvironment,
) -> None:
    house = tmp_path / "wheels"
    with ThreadPoolExecutor(2) as pool:
        for folder in ("core", "plugins/engine", "plugins/silo"):
            pool.submit(build_wheel, clone / folder, house, NO_COMPILER)
    environment = make_environment(house)
    environment.install(*pure_wheels.glob("stackyard_cli-*"), "stackyard-engine", "stackyard-silo")
    assert environment.builds() == dict.fromkeys(["core", "engine", "silo"], "pure")
    assert environment.output("perft", "silo", "5") == "403\n"


@pytest.mark.nightly
def test_a_compiler_that_fails_leaves_a_pure_build_whole_and_says_so(
    clone: Path, tmp_path: Path, build_wheel: Build, names_in: NamesIn
) -> None:
    done = build_wheel(clone / "core", tmp_path, {"CC": "false", "PIP_VERBOSE": "1"})
    assert done.returncode == 0
    assert "stackyard is installed uncompiled: " in done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in names_in(wheel) if name.endswith(".so")]


@pytest.mark.nightly
def test_a_compilation_that_was_asked_for_and_fails_is_an_error(
    clone: Path, tmp_path: Path, build_wheel: Build
) -> None:
    house = tmp_path / "wheels"
    wanted = {**NO_COMPILER, "STACKYARD_COMPILE": "1"}
    done = build_wheel(clone / "plugins/silo", house, wanted)
    assert done.returncode != 0
    assert "/nonexistent" in done.stdout + done.stderr
    assert not list(house.glob("*.whl"))


def test_a_wish_that_cannot_be_understood_is_an_error(
    clone: Path, tmp_path: Path, build_wheel: Build
) -> None:
    house = tmp_path / "wheels"
    done = build_wheel(clone / "plugins/silo", house, {"STACKYARD_COMPILE": "yes"})
    assert done.returncode != 0
    assert "STACKYARD_COMPILE is 0, 1, all or unset, not 'yes'" in done.stdout + done.stderr
    assert not list(house.glob("*.whl"))


def test_what_an_earlier_build_left_behind_is_not_shipped(
    clone: Path, tmp_path: Path, build_wheel: Build, names_in: NamesIn
) -> None:
    stale = clone / "plugins/silo/build/lib/stackyard_silo/stale.py"
    stale.parent.mkdir(parents=True)
    stale.write_text("", "utf-8")
    build_wheel(clone / "plugins/silo", tmp_path, {"STACKYARD_COMPILE": "0"})
    (wheel,) = tmp_path.glob("*.whl")
    assert "stackyard_silo/rules.py" in names_in(wheel)
    assert "stackyard_silo/stale.py" not in names_in(wheel)


def test_an_editable_install_runs_the_rules_that_are_being_edited(
    clone: Path,
    tmp_path: Path,
    wheels: Path,
    make_environment: MakeEnvironment,
    call: Call,
) -> None:
    wanted = {"STACKYARD_COMPILE": "1"}
    call(sys.executable, "-c", EDITABLE, tmp_path, folder=clone / "plugins/silo", variables=wanted)
    environment = make_environment(wheels)
    environment.install("stackyard-cli", "stackyard-engine", *tmp_path.glob("*.whl"))
    assert environment.builds() == {"core": "compiled", "engine": "compiled", "silo": "pure"}
    rules = clone / "plugins/silo/src/stackyard_silo/rules.py"
    rules.write_text(rules.read_text("utf-8") + "\nraise RuntimeError('edited')\n", "utf-8")
    assert "RuntimeError: edited" in environment.run("show", "silo").stderr
