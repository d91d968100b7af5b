from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import ladder

from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

UNINSTALL = "python -m pip uninstall bad"
PIP = "python -m pip install"
UPGRADE = f"git pull && {PIP} -r requirements.txt, run in the clone of Stackyard"


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Core as it is installed from a wheel."""
    for module in ("discovery", "remedies"):
        monkeypatch.setattr(f"stackyard.plugins.{module}.is_from_clone", lambda: False)


def remedies() -> list[str]:
    """What is said to help against the one problem there is."""
    (problem,) = registry().problems
    return [str(remedy) for remedy in problem.remedies]


def unknown(module: str) -> str:
    """The remedy for a module of which nobody says what package provides it."""
    return f"install the package that provides the module {module}; bad does not say which it is"


@pytest.mark.parametrize(
    ("source", "command"),
    [
        ("import no_such_module", unknown("no_such_module")),
        ("import no_such_module.inner", unknown("no_such_module")),
        (
            "try:\n    import nothing\nexcept ImportError as e:\n    raise RuntimeError from e",
            unknown("nothing"),
        ),
        (
            "try:\n    import nothing\nexcept ImportError:\n    raise RuntimeError('needed')",
            unknown("nothing"),
        ),
        ("import stackyard.no_such_room", f"{PIP} --upgrade bad"),
        ("import stackyard_silo_not_there", unknown("stackyard_silo_not_there")),
    ],
)
def test_a_missing_module_is_to_be_installed(yard: Yard, source: str, command: str) -> None:
    yard.install("bad", source)
    assert remedies() == [command, UNINSTALL]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"pluggy": ["Pluggy-Dist"]}, [f"{PIP} --upgrade Pluggy-Dist", UNINSTALL]),
        ({"pluggy": ["one", "other"]}, [UNINSTALL]),
        ({}, [UNINSTALL]),
    ],
)
def test_a_package_that_lacks_a_module_is_upgraded_if_its_distribution_is_known(
    yard: Yard,
    monkeypatch: pytest.MonkeyPatch,
    known: dict[str, list[str]],
    expected: list[str],
) -> None:
    monkeypatch.setattr("importlib.metadata.packages_distributions", lambda: known)
    yard.install("bad", "import pluggy.no_such_module")
    assert remedies() == expected


def test_a_missing_package_of_ours_is_installed_from_the_clone(yard: Yard) -> None:
    yard.install("bad", "raise ModuleNotFoundError('no', name='stackyard_silo.game')")
    assert remedies() == [f"{PIP} ./plugins/silo, run in the clone of Stackyard", UNINSTALL]


@pytest.mark.parametrize(
    "source",
    [
        "1 / 0",
        "from pluggy import nothing",
        "try:\n    import nothing\nexcept ImportError:\n    raise RuntimeError('so') from None",
        "raise ModuleNotFoundError('without a name')",
        "import bad.inner",
    ],
)
def test_where_nothing_is_missing_the_plugin_is_left_out(yard: Yard, source: str) -> None:
    yard.install("bad", source)
    assert remedies() == [UNINSTALL]


@pytest.mark.parametrize(
    ("requires", "package"),
    [
        (["PyNothing>=6"], "'PyNothing>=6'"),
        (["Nothing[fast]>=2,<3", "other"], "'Nothing[fast]<3,>=2'"),
        (["stackyard-core", "PyNothing"], "PyNothing"),
        (["x (((", "PyNothing"], "PyNothing"),
    ],
)
def test_the_plugins_requirements_tell_what_to_install_where_they_leave_no_doubt(
    yard: Yard, requires: list[str], package: str
) -> None:
    yard.install("bad", "import nothing", requires=requires)
    assert remedies() == [f"{PIP} {package}", UNINSTALL]


@pytest.mark.parametrize(
    "requires",
    [["one", "another"], ["PyNothing; python_version < '3'"], ["PyNothing; extra == 'more'"]],
)
def test_the_name_of_a_package_is_never_guessed_from_that_of_a_module(
    yard: Yard, requires: list[str]
) -> None:
    yard.install("bad", "import nothing", requires=requires)
    assert remedies() == [unknown("nothing"), UNINSTALL]


def test_a_missing_module_of_a_file_is_to_be_installed(yard: Yard) -> None:
    yard.use_file("bad", "import no_such_module")
    assert remedies()[0] == "install the package that provides the module no_such_module"
    assert remedies()[1].startswith("mend ")


@pytest.mark.parametrize("path", ["files/helper.py", "files/helper/__init__.py"])
def test_a_module_that_lies_beside_the_file_is_not_to_be_installed(yard: Yard, path: str) -> None:
    yard.write(path, "")
    yard.use_file("bad", "import helper")
    (remedy,) = remedies()
    assert remedy.startswith("mend ")


def test_a_target_whose_import_misses_a_module_names_it_first(yard: Yard) -> None:
    yard.install("bad", ladder(target="'ladder_rules:Ladder'"))
    yard.write("ladder_rules.py", "import nothing")
    with pytest.raises(Exception, match=rf"to mend it: {unknown('nothing')}; or else: {UNINSTALL}"):
        registry().game("ladder")


@pytest.mark.parametrize(
    ("wanted", "command"),
    [
        (">=99", f'{PIP} "stackyard-core>=99"'),
        ("==99.1", f'{PIP} "stackyard-core==99.1"'),
        ("~=99.1", f'{PIP} "stackyard-core~=99.1"'),
        (">0.0.1,<0.0.2", f"{PIP} --upgrade bad"),
        ("==0.0.*", f"{PIP} --upgrade bad"),
    ],
)
def test_for_another_core_the_older_of_the_two_is_upgraded(
    yard: Yard, wanted: str, command: str
) -> None:
    yard.install("bad", ladder(), requires=[f"stackyard-core{wanted}"])
    assert remedies() == [command, UNINSTALL]


def test_a_plugin_of_ours_for_an_older_core_is_installed_again(yard: Yard) -> None:
    yard.write("our_silo.py", ladder())
    core = ["stackyard-core<0.0.2"]
    yard.install("stackyard-silo", "", points="silo = our_silo", requires=core)
    (remedy,) = remedies()
    assert remedy.startswith(f"{PIP} --force-reinstall --no-deps ./plugins/silo, ")


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("silo", f'{PIP} "stackyard[silo]"'),
        ("pit_of_pillars", f'{PIP} "stackyard[pit-of-pillars]"'),
        ("training", f'{PIP} "stackyard[training]"'),
        ("engine", f"{PIP} stackyard-engine"),
    ],
)
def test_a_released_stackyard_is_extended_by_the_name_of_an_extra(name: str, command: str) -> None:
    assert install_command(name) == command


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize(
    ("source", "command"),
    [
        ("import stackyard.no_such_room", f"{PIP} --upgrade bad"),
        (
            "raise ModuleNotFoundError('no', name='stackyard_silo.game')",
            f'{PIP} "stackyard[silo]"',
        ),
    ],
)
def test_a_released_stackyard_is_mended_without_a_clone(
    yard: Yard, source: str, command: str
) -> None:
    yard.install("bad", source)
    assert remedies() == [command, UNINSTALL]


@pytest.mark.usefixtures("released")
def test_a_released_plugin_of_ours_is_installed_again_in_its_version(yard: Yard) -> None:
    yard.install("stackyard-lab", "", points="lab = no_such_module", version="0.1.7")
    assert remedies() == [f"{PIP} --force-reinstall --no-deps stackyard-lab==0.1.7"]
