from __future__ import annotations

import tarfile
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import Build, MakeEnvironment, NamesIn


@pytest.fixture(scope="module")
def unpacked(
    workshop: Path, build_archive: Build, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """The source archive of every package, unpacked far from the repository."""
    folders = sorted(file.parent for file in workshop.glob("**/pyproject.toml"))
    house, elsewhere = tmp_path_factory.mktemp("archives"), tmp_path_factory.mktemp("elsewhere")
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(lambda folder: build_archive(folder, house), folders):
            done.check_returncode()
    for path in house.glob("*.tar.gz"):
        with tarfile.open(path) as archive:
            archive.extractall(elsewhere, filter="data")
    return {
        folder.relative_to(workshop).as_posix(): next(elsewhere.glob(f"stackyard_{folder.name}-*"))
        for folder in folders
    }


def test_an_archive_holds_the_license_the_description_and_the_sources(
    package: str, tree: Path, unpacked: dict[str, Path]
) -> None:
    folder = unpacked[package]
    for name in ("LICENSE", "README.md", "pyproject.toml"):
        assert (folder / name).read_bytes() == (tree / package / name).read_bytes()
    for path in (tree / package / "src").rglob("*"):
        assert (folder / path.relative_to(tree / package)).exists(), path.name
    assert not list(folder.rglob("*.c"))


def test_the_archive_of_a_game_takes_along_only_what_building_it_needs_of_core(
    unpacked: dict[str, Path],
) -> None:
    taken = {path.name for path in (unpacked["plugins/silo"] / "core/stackyard").iterdir()}
    assert {"building", "bits.py", "rng.py", "search"} < taken
    assert not taken & {"plugins", "match.py", "records"}


def test_a_wheel_built_from_an_archive_is_the_one_built_from_the_repository(
    package: str,
    unpacked: dict[str, Path],
    pure_wheels: Path,
    tmp_path: Path,
    build_wheel: Build,
    names_in: NamesIn,
) -> None:
    build_wheel(unpacked[package], tmp_path, {"STACKYARD_COMPILE": "0"}).check_returncode()
    (wheel,) = tmp_path.glob("*.whl")
    assert names_in(wheel) == names_in(pure_wheels / wheel.name)


@pytest.mark.parametrize(("compile", "build"), [("0", "pure"), ("1", "compiled")])
def test_archives_are_installed_outside_the_repository_and_work(
    compile: str,
    build: str,
    unpacked: dict[str, Path],
    tmp_path: Path,
    build_wheel: Build,
    make_environment: MakeEnvironment,
) -> None:
    def wheel(package: str) -> None:
        variables = {"STACKYARD_COMPILE": compile}
        build_wheel(unpacked[package], tmp_path, variables).check_returncode()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(wheel, ("core", "plugins/silo", "cli")))
    environment = make_environment(tmp_path)
    environment.install("stackyard-cli", "stackyard-silo")
    assert environment.builds() == {"core": build, "silo": build}
    assert environment.output("perft", "silo", "5") == "403\n"
    assert environment.output("rules", "silo").startswith("# Silo\n")
