from __future__ import annotations

from email.parser import BytesParser
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from tests.conftest import COMPILED, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Compiled
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
        assert {"stackyard_silo/rules.md", "stackyard_silo/lesson.toml"} <= names_in(wheel)
        assert "stackyard_silo/rules.py" in names_in(wheel)


@pytest.mark.parametrize(
    ("package", "points"),
    [
        ("cli", "[console_scripts]\nstackyard="),
        ("core", "[stackyard]\ncore="),
        ("plugins/engine", "[stackyard]\nengine="),
        ("plugins/kit", "[pytest11]\nstackyard="),
    ],
)
def test_a_package_brings_its_entry_points(package: str, points: str, pure_wheels: Path) -> None:
    text = text_in(wheel_in(pure_wheels, package), "entry_points.txt")
    assert text.replace(" = ", "=").startswith(points)


def test_only_the_kit_is_a_plugin_of_pytest(package: str, pure_wheels: Path) -> None:
    with ZipFile(wheel_in(pure_wheels, package)) as archive:
        points = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        found = ["pytest11" in archive.read(name).decode() for name in points]
    assert any(found) is (package == "plugins/kit")


@pytest.mark.parametrize("compiled", COMPILED, ids=lambda compiled: compiled.package)
def test_a_compiled_wheel_holds_libraries_of_what_it_compiles_and_embeds(
    compiled: Compiled, wheels: Path, names_in: NamesIn
) -> None:
    package = compiled.sources.parents[1].relative_to(ROOT).as_posix()
    names = names_in(wheel_in(wheels, package))
    libraries = {name.split(".")[0] for name in names if name.endswith(LIBRARIES)}
    own = {module.replace(".", "/") for module in compiled.modules}
    copies = {f"_{module.rpartition('.')[2]}" for module in compiled.embedded}
    assert {f"{compiled.package}/{name}" for name in own | copies} < libraries
    assert {f"{compiled.package}/{name}.py" for name in own} < names
    assert all(name.startswith(compiled.package) for name in libraries)


@pytest.mark.parametrize("package", ["cli", "plugins/kit", "plugins/web"])
def test_other_packages_are_never_compiled(package: str, wheels: Path) -> None:
    assert wheel_in(wheels, package).name.endswith("-py3-none-any.whl")
