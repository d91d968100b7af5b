"""The tools that a build requires, and how builds of one pip command share mypyc."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from tests.plugins.kit.building.conftest import Tools


@pytest.fixture
def asked(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """An installer asks what a build needs, where mypyc is not installed."""
    monkeypatch.setattr(sys, "argv", ["setup.py", "egg_info"])
    monkeypatch.setitem(sys.modules, "mypyc", None)
    return tools


def needed(tools: Tools) -> list[str]:
    """What setup() was told that this build needs."""
    tools.setup_tiny()
    needed: list[str] = tools.setups[-1].get("setup_requires", [])
    return [name.partition(">")[0] for name in needed]


def test_an_installer_is_asked_for_mypy(asked: Tools) -> None:
    assert needed(asked) == ["mypy"]


def test_an_installer_is_not_asked_for_what_is_there(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", "egg_info"])
    assert needed(tools) == []


@pytest.mark.parametrize("command", ["dist_info", "sdist", "editable_wheel"])
def test_only_the_question_for_requirements_asks_an_installer(
    asked: Tools, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", command])
    assert needed(asked) == []


def test_mypy_is_not_installed_for_a_build_that_stays_uncompiled(
    asked: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "0")
    assert needed(asked) == []


@pytest.mark.parametrize(("wanted", "names"), [("", []), ("1", ["mypy"])])
@pytest.mark.parametrize("missing", ["compiler", "headers"])
def test_mypy_is_installed_where_compiling_fails_only_if_compiling_was_asked_for(
    asked: Tools,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    missing: str,
    wanted: str,
    names: list[str],
) -> None:
    if missing == "compiler":
        monkeypatch.setenv("CC", "/nonexistent/cc -pthread")
    else:
        (tmp_path / "Python.h").unlink()
    monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    assert needed(asked) == names


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
        for piece in ("mypyc", "mypy_extensions"):
            (self.tools / piece).mkdir(parents=True)
            (self.tools / piece / "__init__.py").touch()
        monkeypatch.setenv("PIP_BUILD_TRACKER", str(self.folder))
        monkeypatch.setattr(sys, "argv", ["setup.py", "egg_info"])

    def enter(self, *, with_mypyc: bool) -> None:
        """Enter a build's environment."""
        own = [str(self.tools)] if with_mypyc else []
        self.patch.setattr(sys, "path", [*own, *self.bare])
        for piece in ("mypyc", "mypy_extensions"):
            self.patch.delitem(sys.modules, piece, raising=False)


@pytest.fixture
def command(tools: Tools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """A pip command that builds packages."""
    return Command(monkeypatch, tmp_path)


def test_of_all_builds_of_a_command_only_the_first_asks_for_mypy(
    tools: Tools, command: Command
) -> None:
    command.enter(with_mypyc=False)
    assert needed(tools) == ["mypy"]
    command.enter(with_mypyc=True)
    assert needed(tools) == []
    command.enter(with_mypyc=False)
    assert needed(tools) == []
    assert str(command.tools) in sys.path


def test_a_build_of_another_command_asks_for_its_own_mypy(
    tools: Tools, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command.enter(with_mypyc=True)
    tools.setup_tiny()
    command.enter(with_mypyc=False)
    monkeypatch.setenv("PIP_BUILD_TRACKER", str(tmp_path))
    assert needed(tools) == ["mypy"]


def test_a_build_whose_neighbour_is_gone_asks_for_its_own_mypy(
    tools: Tools, command: Command
) -> None:
    command.enter(with_mypyc=True)
    tools.setup_tiny()
    command.enter(with_mypyc=False)
    shutil.rmtree(command.tools)
    assert needed(tools) == ["mypy"]


def test_a_build_that_needs_another_mypy_asks_for_it(tools: Tools, command: Command) -> None:
    command.enter(with_mypyc=True)
    tools.setup_tiny()
    (note,) = command.folder.iterdir()
    note.write_text(note.read_text("utf-8").replace("mypy>=", "mypy>=1"), "utf-8")
    command.enter(with_mypyc=False)
    assert needed(tools) == ["mypy"]


@pytest.mark.parametrize("with_mypyc", [True, False])
def test_a_command_without_a_folder_of_its_own_spoils_no_build(
    tools: Tools, command: Command, with_mypyc: bool
) -> None:
    command.folder.rmdir()
    command.enter(with_mypyc=with_mypyc)
    assert needed(tools) == ([] if with_mypyc else ["mypy"])
