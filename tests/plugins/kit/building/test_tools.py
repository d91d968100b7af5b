"""The tools that a build requires, and how builds of one pip command share mypyc."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.plugins.kit.building.conftest import Tools


def needed(hook: str = "wheel", backend: str = "compiled") -> list[str]:
    """The names of what a build of ours still needs."""
    module = importlib.import_module("stackyard_kit.building.backend")
    importlib.reload(module)
    asked: Any = getattr(module, backend)
    return [line.partition(">")[0] for line in getattr(asked, f"get_requires_for_build_{hook}")()]


@pytest.fixture
def asked(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """An installer asks what a build needs, where nothing is installed."""
    for module in ("setuptools", "mypyc"):
        monkeypatch.setitem(sys.modules, module, None)
    return tools


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("hook", "backend", "names"),
    [
        ("wheel", "compiled", ["setuptools", "mypy"]),
        ("wheel", "plain", ["setuptools"]),
        ("sdist", "compiled", ["setuptools"]),
        ("editable", "compiled", ["setuptools"]),
    ],
)
def test_an_installer_is_asked_for_mypy_by_builds_that_compile(
    hook: str, backend: str, names: list[str]
) -> None:
    assert needed(hook, backend) == names


@pytest.mark.usefixtures("tools")
def test_an_installer_is_not_asked_for_what_is_there() -> None:
    assert needed() == []


@pytest.mark.usefixtures("asked")
def test_mypy_is_not_installed_for_a_build_that_stays_uncompiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "0")
    assert needed() == ["setuptools"]


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(("wanted", "names"), [("", []), ("1", ["mypy"]), ("all", ["mypy"])])
@pytest.mark.parametrize("missing", ["compiler", "headers"])
def test_mypy_is_installed_where_compiling_fails_only_if_compiling_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str, wanted: str, names: list[str]
) -> None:
    if missing == "compiler":
        monkeypatch.setenv("CC", "/nonexistent/cc -pthread")
    else:
        (tmp_path / "Python.h").unlink()
    monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    assert needed() == ["setuptools", *names]


@pytest.mark.parametrize("missing", ["C compiler /nonexistent/cc", "Python.h in ", "mypyc"])
def test_what_is_missing_for_compiling_is_told(
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    missing: str,
) -> None:
    if "compiler" in missing:
        monkeypatch.setenv("CC", "/nonexistent/cc -pthread")
    elif "Python.h" in missing:
        (tmp_path / "Python.h").unlink()
    else:
        monkeypatch.setitem(sys.modules, "mypyc", None)
    tools.setup_tiny()
    said = capsys.readouterr().err
    assert said.startswith(f"tiny_game is installed uncompiled: there is no {missing}")
    assert "ext_modules" not in tools.setups[0]


class Command:
    """A pip command: builds in environments of their own, and a folder for its time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch = monkeypatch
        self.folder = folder / "command"
        self.folder.mkdir()
        self.tools = folder / "environment"
        self.bare = [entry for entry in sys.path if "site-packages" not in entry]
        for module in MODULES:
            (self.tools / module).mkdir(parents=True)
            (self.tools / module / "__init__.py").touch()
        monkeypatch.setenv("PIP_BUILD_TRACKER", str(self.folder))

    def enter(self, *modules: str) -> None:
        """Enter a build's environment, in which these modules are installed."""
        own = [str(self.tools)] if modules else []
        self.patch.setattr(sys, "path", [*own, *self.bare])
        for module in MODULES:
            self.patch.delitem(sys.modules, module, raising=False)


MODULES = ("setuptools", "mypyc", "mypy_extensions")


@pytest.fixture
def command(tools: Tools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """A pip command that builds packages."""
    return Command(monkeypatch, tmp_path)


def test_of_all_builds_of_a_command_only_the_first_asks_for_tools(command: Command) -> None:
    command.enter()
    assert needed() == ["setuptools", "mypy"]
    command.enter(*MODULES)
    assert needed() == []
    command.enter()
    assert needed() == []
    assert str(command.tools) in sys.path


def test_a_build_that_compiles_asks_for_mypy_after_one_that_did_not(command: Command) -> None:
    for module in ("mypyc", "mypy_extensions"):
        shutil.rmtree(command.tools / module)
    command.enter(*MODULES)
    assert needed(backend="plain") == []
    command.enter()
    assert needed() == ["mypy"]


def test_a_build_of_another_command_asks_for_its_own_tools(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command.enter(*MODULES)
    assert needed() == []
    command.enter()
    monkeypatch.setenv("PIP_BUILD_TRACKER", str(tmp_path))
    assert needed() == ["setuptools", "mypy"]


def test_a_build_whose_neighbour_is_gone_asks_for_its_own_tools(command: Command) -> None:
    command.enter(*MODULES)
    assert needed() == []
    command.enter()
    shutil.rmtree(command.tools)
    assert needed() == ["setuptools", "mypy"]


def test_a_build_that_needs_another_mypy_asks_for_it(command: Command) -> None:
    command.enter(*MODULES)
    assert needed() == []
    (note,) = command.folder.glob("*-mypy")
    note.write_text(note.read_text("utf-8").replace("mypy>=", "mypy>=1"), "utf-8")
    command.enter()
    assert needed() == ["mypy"]


@pytest.mark.parametrize("modules", [MODULES, ()])
def test_a_command_without_a_folder_of_its_own_spoils_no_build(
    command: Command, modules: tuple[str, ...]
) -> None:
    command.folder.rmdir()
    command.enter(*modules)
    assert needed() == ([] if modules else ["setuptools", "mypy"])
