from __future__ import annotations

from email.parser import BytesParser
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.system.conftest import NamesIn

LIBRARIES = (".so", ".pyd")


def wheel_in(house: Path, package: str) -> Path:
    (wheel,) = house.glob(f"stackyard_{package.rpartition('/')[2]}-*.whl")
    return wheel


def module_of(package: str) -> str:
    return "stackyard" if package == "core" else f"stackyard_{package.rpartition('/')[2]}"


def text_in(wheel: Path, name: str) -> str:
    with ZipFile(wheel) as archive:
        (found,) = [entry for entry in archive.namelist() if entry.endswith(f".dist-info/{name}")]
        return archive.read(found).decode()


def test_a_pure_wheel_holds_exactly_the_sources_of_its_package(
    package: str, tree: Path, pure_wheels: Path, names_in: NamesIn
) -> None:
    wheel = wheel_in(pure_wheels, package)
    assert wheel.name.endswith("-py3-none-any.whl")
    source = tree / package / "src"
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    shipped = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert shipped == files
    assert {name.partition("/")[0] for name in shipped} == {module_of(package)}


@pytest.mark.parametrize("house", ["wheels", "pure_wheels"])
def test_a_wheel_is_typed_and_licensed_and_described(
    house: str, package: str, request: pytest.FixtureRequest, names_in: NamesIn
) -> None:
    wheel = wheel_in(request.getfixturevalue(house), package)
    assert f"{module_of(package)}/py.typed" in names_in(wheel)
    assert "MIT License" in text_in(wheel, "licenses/LICENSE")
    metadata = BytesParser().parsebytes(text_in(wheel, "METADATA").encode())
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Author"] == "the Stackyard contributors"
    assert metadata["Requires-Python"] == ">=3.11"
    assert len(str(metadata.get_payload()).split()) > 10


def test_silo_is_found_by_its_entry_point_and_brings_its_rules_page(
    pure_wheels: Path, wheels: Path, names_in: NamesIn
) -> None:
    for house in (pure_wheels, wheels):
        wheel = wheel_in(house, "plugins/silo")
        assert "[stackyard]\nsilo = stackyard_silo.plugin\n" in text_in(wheel, "entry_points.txt")
        assert "stackyard_silo/rules.md" in names_in(wheel)
        assert "stackyard_silo/rules.py" in names_in(wheel)


def test_the_cli_brings_the_program_and_core_its_players(pure_wheels: Path) -> None:
    assert "[console_scripts]\nstackyard = " in text_in(
        wheel_in(pure_wheels, "cli"), "entry_points.txt"
    )
    assert "[stackyard]\ncore = " in text_in(wheel_in(pure_wheels, "core"), "entry_points.txt")


def test_compiled_silo_holds_its_own_copies_of_what_it_embeds_and_nothing_else_of_core(
    wheels: Path, names_in: NamesIn
) -> None:
    wheel = wheel_in(wheels, "plugins/silo")
    assert not wheel.name.endswith("-any.whl")
    libraries = {name.split(".")[0] for name in names_in(wheel) if name.endswith(LIBRARIES)}
    assert {"stackyard_silo/rules", "stackyard_silo/_bits", "stackyard_silo/_playouts"} < libraries
    assert all(name.startswith("stackyard_silo") for name in names_in(wheel))


def test_compiled_core_holds_libraries_and_their_sources(wheels: Path, names_in: NamesIn) -> None:
    names = names_in(wheel_in(wheels, "core"))
    libraries = {name.split(".")[0] for name in names if name.endswith(LIBRARIES)}
    assert {"stackyard/search/mcts", "stackyard/search/playouts", "stackyard/bits"} < libraries
    assert {"stackyard/search/mcts.py", "stackyard/building/__init__.py"} < names
    assert all(name.startswith("stackyard") for name in names)


def test_the_cli_is_never_compiled(wheels: Path) -> None:
    assert wheel_in(wheels, "cli").name.endswith("-py3-none-any.whl")
