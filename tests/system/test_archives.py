from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conftest import COMPILED, ROOT
from tests.system.conftest import FOLDERS

if TYPE_CHECKING:
    from tests.system.conftest import Build, Call, MakeEnvironment, NamesIn

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("archives")]
UNSHARE = ("unshare", "--map-root-user", "--net")  # where the system allows it, no network
OFFLINE = UNSHARE if not subprocess.call([*UNSHARE, "true"], stderr=subprocess.DEVNULL) else ()


@pytest.fixture(scope="module")
def archives(
    workshop: Path, build_archive: Build, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the source archive of every package."""
    given = os.environ.get("STACKYARD_WHEELS")
    if given:
        return Path(given).resolve()
    house = tmp_path_factory.mktemp("archives")
    folders = [file.parent for file in workshop.glob("**/pyproject.toml")]
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(lambda folder: build_archive(folder, house), folders):
            done.check_returncode()
    return house


@pytest.fixture(scope="module")
def unpacked(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each archive, unpacked far from the repository, below a folder with a blank in its name."""
    elsewhere = tmp_path_factory.mktemp("else where")
    for path in archives.glob("*.tar.gz"):
        with tarfile.open(path) as archive:
            archive.extractall(elsewhere, filter="data")
    return {
        folder: next(elsewhere.glob(f"stackyard_{folder.rpartition('/')[2]}-*"))
        for folder in FOLDERS
    }


@pytest.fixture(scope="module")
def rebuilt(
    unpacked: dict[str, Path], build_wheel: Build, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with an uncompiled wheel built from each archive."""
    house = tmp_path_factory.mktemp("rebuilt")
    variables = {"STACKYARD_COMPILE": "0"}
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(
            lambda folder: build_wheel(folder, house, variables), unpacked.values()
        ):
            done.check_returncode()
    return house


def test_an_archive_holds_the_license_the_description_and_the_sources(
    package: str, tree: Path, unpacked: dict[str, Path]
) -> None:
    folder = unpacked[package]
    for name in ("LICENSE", "README.md", "pyproject.toml"):
        assert (folder / name).read_bytes() == (tree / package / name).read_bytes()
    for path in (tree / package / "src").rglob("*"):
        assert (folder / path.relative_to(tree / package)).exists(), path.name
    assert not list(folder.rglob("*.c"))


@pytest.mark.parametrize("package", ["core", "plugins/engine", "plugins/silo"])
def test_an_archive_bundles_the_build_and_only_the_modules_that_it_embeds(
    package: str, unpacked: dict[str, Path]
) -> None:
    bundle = unpacked[package] / "embedded"
    taken = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*.py")}
    build = {name for name in taken if name.startswith("stackyard_kit/")}
    assert {f"stackyard_kit/building/{name}.py" for name in ("__init__", "native")} < build
    assert not [name for name in build if "testing" in name]
    (found,) = [found for found in COMPILED if found.sources.is_relative_to(ROOT / package)]
    modules = ("stackyard.position", *found.embedded)
    embedded = {f"{module.replace('.', '/')}.py" for module in modules}
    assert {name for name in taken - build if not name.endswith("__init__.py")} == embedded


def test_an_archive_of_what_is_never_compiled_bundles_nothing(unpacked: dict[str, Path]) -> None:
    compiled = {found.sources.parents[1] for found in COMPILED}
    plain = [folder for folder in FOLDERS if ROOT / folder not in compiled]
    assert "cli" in plain
    for folder in plain:
        assert not (unpacked[folder] / "embedded").exists()


def test_a_wheel_built_from_an_archive_is_the_one_built_from_the_repository(
    package: str, rebuilt: Path, pure_wheels: Path, names_in: NamesIn
) -> None:
    (wheel,) = rebuilt.glob(f"stackyard_{package.rpartition('/')[2]}-*.whl")
    assert names_in(wheel) == names_in(pure_wheels / wheel.name)


def test_archives_are_installed_outside_the_repository_and_work(
    rebuilt: Path, make_environment: MakeEnvironment
) -> None:
    environment = make_environment(rebuilt)
    environment.install("stackyard-cli", "stackyard-engine", "stackyard-silo")
    assert environment.builds() == dict.fromkeys(["core", "engine", "silo"], "pure")
    assert environment.output("perft", "silo", "5") == "403\n"
    assert environment.output("rules", "silo").startswith("# Silo\n")


def test_a_packager_compiles_archives_without_a_network_and_without_isolation(
    unpacked: dict[str, Path],
    pure_wheels: Path,
    tmp_path: Path,
    call: Call,
    make_environment: MakeEnvironment,
) -> None:
    build = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path)
    for package in ("core", "plugins/engine", "plugins/silo"):
        words = (*OFFLINE, *build, unpacked[package])
        call(*words, folder=tmp_path, variables={"STACKYARD_COMPILE": "1"})
    environment = make_environment()
    environment.install(*tmp_path.glob("*.whl"), *pure_wheels.glob("stackyard_cli-*"))
    assert environment.builds() == dict.fromkeys(["core", "engine", "silo"], "compiled")
    assert environment.output("perft", "silo", "5") == "403\n"
