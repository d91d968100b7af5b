"""When a package is compiled, and what its source archive bundles."""

from __future__ import annotations

import shutil
import sys
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from tests.plugins.kit.building.conftest import EMBEDDED, Tools


@pytest.mark.parametrize("wanted", [None, "", "1", "all"])
def test_a_wheel_is_compiled(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, wanted: str | None
) -> None:
    if wanted is not None:
        monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    tools.setup_tiny()
    (arguments,) = tools.setups
    assert arguments["ext_modules"] == tools.extensions
    (paths,) = tools.compiled
    names = [Path(path).name for path in paths if path.endswith(".py")]
    assert names == ["rules.py", "_bits.py", "_rng.py", "_playouts.py", "_attributes.py"]


@pytest.mark.parametrize("command", ["editable_wheel", "sdist", "egg_info", "build_ext"])
@pytest.mark.parametrize("wanted", [None, "1"])
def test_whatever_is_no_wheel_is_plain(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, command: str, wanted: str | None
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", command])
    if wanted is not None:
        monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    tools.setup_tiny()
    (arguments,) = tools.setups
    assert "ext_modules" not in arguments
    assert tools.compiled == []


def test_a_wheel_is_plain_where_nobody_wants_it_compiled(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "0")
    tools.setup_tiny()
    (arguments,) = tools.setups
    assert "ext_modules" not in arguments
    assert tools.compiled == []


@pytest.mark.parametrize("wanted", ["yes", "2", "01"])
def test_a_wish_that_cannot_be_read_stops_the_build(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    with pytest.raises(
        SystemExit, match=f"STACKYARD_COMPILE is 0, 1, all or unset, not '{wanted}'"
    ):
        tools.setup_tiny()
    assert tools.setups == []


@pytest.mark.parametrize(
    "failure",
    [RuntimeError("no compiler"), SystemExit("no compiler"), OSError(ENOSPC, "no compiler")],
)
@pytest.mark.parametrize("part", ["mypyc_fails", "compiler_fails"])
def test_a_failed_compilation_falls_back_to_the_sources(
    tools: Tools, capsys: pytest.CaptureFixture[str], part: str, failure: BaseException
) -> None:
    setattr(tools, part, failure)
    tools.setup_tiny()
    assert "ext_modules" not in tools.setups[-1]
    assert len(tools.setups) == (1 if part == "mypyc_fails" else 2)
    assert capsys.readouterr().err == "tiny_game is installed uncompiled: no compiler\n"
    assert not Path("build").exists()


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


def test_a_disk_that_stays_full_stops_the_build_with_a_sentence(tools: Tools) -> None:
    tools.mypyc_fails = tools.plain_fails = OSError(ENOSPC, "No space left on device")
    with pytest.raises(SystemExit, match=r"^tiny_game cannot be built: No space left on device$"):
        tools.setup_tiny()


@pytest.mark.parametrize("failure", [RuntimeError("no compiler"), SystemExit("no compiler")])
@pytest.mark.parametrize("part", ["mypyc_fails", "compiler_fails"])
def test_a_failed_compilation_is_an_error_where_it_was_asked_for(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, part: str, failure: BaseException
) -> None:
    setattr(tools, part, failure)
    monkeypatch.setenv("STACKYARD_COMPILE", "1")
    with pytest.raises(type(failure), match="no compiler"):
        tools.setup_tiny()
    assert all("ext_modules" in arguments for arguments in tools.setups)


@pytest.mark.parametrize("command", ["bdist_wheel", "sdist"])
def test_a_left_over_build_folder_is_deleted_first(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    stale = Path("build/lib/tiny_game/stale.py")
    stale.parent.mkdir(parents=True)
    stale.touch()
    monkeypatch.setattr(sys, "argv", ["setup.py", command])
    tools.setup_tiny()
    assert not stale.exists()


def archive_of(tools: Tools, **given: Any) -> list[str]:
    """The Python and C files that the source archive of the package bundles."""
    tools.building.setup_package("tiny_game", compile=["rules"], position="Tiny", **given)
    command = tools.setups[-1]["cmdclass"]["sdist"]()
    shutil.rmtree("tiny_game-1.0", ignore_errors=True)
    command.make_release_tree("tiny_game-1.0", [])
    folder = Path("tiny_game-1.0/embedded")
    files = [path for path in folder.rglob("*") if path.suffix in {".py", ".h"}]
    return sorted(path.relative_to(folder).as_posix() for path in files)


BUILD = [
    f"stackyard_kit/{name}"
    for name in (
        "__init__.py",
        "building/__init__.py",
        "building/attributes.py",
        "building/background.py",
        "building/docstrings.py",
        "building/imports.py",
        "building/instructions.py",
        "building/libraries.h",
        "building/native.py",
        "building/processor.h",
        "building/stage.py",
        "building/tools.py",
    )
]


@pytest.fixture
def _archiving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", "sdist"])


@pytest.mark.usefixtures("_archiving")
def test_a_source_archive_takes_along_what_its_build_needs(tools: Tools) -> None:
    embed = [*EMBEDDED, "stackyard_engine.solver.dfpn"]
    assert archive_of(tools, embed=embed) == [
        "stackyard/__init__.py",
        "stackyard/cells/__init__.py",
        "stackyard/cells/bits.py",
        "stackyard/playouts.py",
        "stackyard/position.py",
        "stackyard/rng.py",
        "stackyard_engine/__init__.py",
        "stackyard_engine/solver/__init__.py",
        "stackyard_engine/solver/dfpn.py",
        *BUILD,
    ]
    assert archive_of(tools) == ["stackyard/__init__.py", "stackyard/position.py", *BUILD]


@pytest.mark.usefixtures("_archiving")
def test_a_source_archive_bundles_nothing_of_what_its_build_requires(tools: Tools) -> None:
    tools.building.setup_package("tiny_game", compile=["rules"], embed=EMBEDDED, bundle=False)
    assert "sdist" not in tools.setups[-1]["cmdclass"]


def test_what_mypyc_has_said_itself_is_not_told_as_a_number(
    tools: Tools, capsys: pytest.CaptureFixture[str]
) -> None:
    tools.mypyc_fails = SystemExit(1)
    tools.setup_tiny()
    words = "tiny_game is installed uncompiled: mypyc refuses it, as said above\n"
    assert capsys.readouterr().err == words
