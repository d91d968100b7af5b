from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import ladder

from stackyard.plugins.discovery import CORE, install_command
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

PIP = "python -m pip"
LEAVE_OUT = "tell its author, or leave it out by --no-plugin bad"


def remedy() -> str:
    """The remedy for the one problem there is."""
    (problem,) = registry().problems
    return problem.remedy


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import no_such_module", f"{PIP} install --upgrade --force-reinstall bad"),
        ("from pluggy import nothing", f"{PIP} install --upgrade --force-reinstall bad"),
        ("1 / 0", LEAVE_OUT),
        ("raise SystemExit(1)", LEAVE_OUT),
    ],
)
def test_an_installed_plugin_is_installed_again_if_an_import_fails_and_else_left_out(
    yard: Yard, source: str, expected: str
) -> None:
    yard.install("bad", source)
    assert remedy() == expected


@pytest.mark.parametrize("source", ["import no_such_module", "1 / 0"])
def test_a_plugin_that_its_author_edits_is_mended(yard: Yard, source: str) -> None:
    yard.write("bad-1.0.dist-info/direct_url.json", '{"dir_info": {"editable": true}, "url": ""}')
    yard.install("bad", source)
    assert remedy() == "mend bad, or leave it out by --no-plugin bad"


def test_a_file_is_mended_or_no_longer_named(yard: Yard) -> None:
    yard.use_file("bad", "import no_such_module")
    assert remedy() == (
        f"mend {yard.folder / 'files/bad.py'}, or leave it out of --plugin and STACKYARD_PLUGINS"
    )


def test_a_second_plugin_of_a_name_is_uninstalled(yard: Yard) -> None:
    yard.install("ladder", ladder())
    yard.install("twin", ladder("other"), points="ladder = twin")
    assert remedy() == f"{PIP} uninstall twin"


def test_a_misspelt_hook_is_corrected_or_marked_as_optional(yard: Yard) -> None:
    yard.install("bad", "def stackyard_mach_started(match):\n    pass\n")
    assert remedy().startswith("correct its name, or mark it @hookimpl(optionalhook=True)")


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("silo", f'{PIP} install "stackyard[silo]"'),
        ("pit_of_pillars", f'{PIP} install "stackyard[pit-of-pillars]"'),
        ("training", f'{PIP} install "stackyard[training]"'),
        ("engine", f"{PIP} install stackyard-engine"),
    ],
)
def test_a_released_stackyard_is_extended_by_the_name_of_an_extra(name: str, command: str) -> None:
    assert install_command(name) == command


@pytest.mark.usefixtures("released")
def test_a_released_plugin_of_ours_is_installed_again_in_its_version(yard: Yard) -> None:
    yard.install("stackyard-lab", "", points="lab = no_such_module", version=version(CORE))
    again = f"{PIP} install --force-reinstall --no-deps stackyard-lab=={version(CORE)}"
    assert remedy() == again


@pytest.mark.usefixtures("released")
def test_a_released_plugin_of_ours_beside_another_core_is_upgraded_with_all(yard: Yard) -> None:
    yard.install("stackyard-lab", "", points="lab = no_such_module", version="99.0")
    assert remedy() == f"{PIP} install --upgrade stackyard"
