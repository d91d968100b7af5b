"""The build in front of pretended setuptools and mypyc; real builds are in tests/system."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import stackyard

RULES = '''\
"""Count down."""

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.bits import bit, count
from stackyard.position import ONGOING, Position, uniform


class Tiny:
    def __init__(self, left: i64) -> None:
        self.left = left
        self.player = 0
        self.winner = ONGOING if left else 1
        self.mid_turn = False

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([count(bit(5))])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        self.__init__(self.left - move)
'''
GAME = "from stackyard.bits import bit\nfrom stackyard.position import ONGOING, Position\n"


class Tools:
    """What setuptools and mypyc were asked for, and how they shall fail."""

    def __init__(self) -> None:
        self.setups: list[dict[str, Any]] = []
        self.compiled: list[list[str]] = []
        self.chosen: dict[str, Any] = {}
        self.extensions: list[SimpleNamespace] = []
        self.mypyc_fails: BaseException | None = None
        self.compiler_fails: BaseException | None = None
        self.building: Any = None

    def setup(self, **arguments: Any) -> None:
        self.setups.append(arguments)
        if self.compiler_fails is not None and "ext_modules" in arguments:
            raise self.compiler_fails

    def mypycify(self, paths: list[str], **chosen: Any) -> list[SimpleNamespace]:
        self.compiled.append(paths)
        self.chosen = chosen
        if self.mypyc_fails is not None:
            raise self.mypyc_fails
        self.extensions = [SimpleNamespace(extra_compile_args=["-O3"]) for _ in range(2)]
        return self.extensions

    def setup_tiny(self, embed: Sequence[str] = ("bits", "rng", "search.playouts")) -> None:
        self.building.setup_game("tiny_game", compile=["rules"], embed=embed, position="Tiny")


class FakeSdist:
    """An sdist command that makes an empty folder."""

    def make_release_tree(self, base_dir: str, files: object) -> None:
        Path(base_dir).mkdir()


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Tools]:
    """A package `tiny_game` in the working folder, to be built as a wheel."""
    made = Tools()
    fakes: dict[str, dict[str, object]] = {
        "setuptools": {"setup": made.setup},
        "setuptools.command": {},
        "setuptools.command.sdist": {"sdist": FakeSdist},
        "mypyc": {},
        "mypyc.build": {"mypycify": made.mypycify},
    }
    for name, contents in fakes.items():
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "stackyard.building", raising=False)
    made.building = importlib.import_module("stackyard.building")
    package = tmp_path / "project/src/tiny_game"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES, "utf-8")
    (package / "game.py").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "argv", ["setup.py", "bdist_wheel"])
    monkeypatch.setenv("MYPYPATH", "")
    monkeypatch.delenv("STACKYARD_COMPILE", raising=False)
    yield made
    sys.modules.pop("stackyard.building", None)
    vars(stackyard).pop("building", None)


def staged(name: str) -> str:
    return Path("build/native/tiny_game", name).read_text("utf-8")


@pytest.mark.parametrize("wanted", [None, "", "1"])
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
    assert names == ["rules.py", "_bits.py", "_rng.py", "_playouts.py"]


def test_every_package_is_a_group_of_its_own_with_hidden_symbols(tools: Tools) -> None:
    tools.setup_tiny()
    assert tools.chosen["group_name"] == "tiny_game"
    assert tools.chosen["opt_level"] == "3"
    assert Path(tools.chosen["target_dir"]).parts[0] == "build"
    flags = [extension.extra_compile_args for extension in tools.extensions]
    assert flags == [["-O3", "-fvisibility=hidden", "-ffp-contract=off"]] * 2


def test_no_configuration_of_the_surroundings_decides_how_it_is_compiled(tools: Tools) -> None:
    tools.setup_tiny()
    (paths,) = tools.compiled
    assert "--config-file=" in paths


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
    with pytest.raises(SystemExit, match=f"STACKYARD_COMPILE is 0, 1 or unset, not '{wanted}'"):
        tools.setup_tiny()
    assert tools.setups == []


@pytest.mark.parametrize("failure", [RuntimeError("no compiler"), SystemExit("no compiler")])
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


def test_compiled_modules_import_the_private_copies(tools: Tools) -> None:
    tools.setup_tiny()
    assert "from tiny_game._bits import bit, count\n" in staged("rules.py")
    assert "stackyard.bits" not in staged("rules.py")


def test_embedded_modules_import_each_other_and_the_position_of_the_game(tools: Tools) -> None:
    tools.setup_tiny()
    text = staged("_playouts.py")
    assert "from tiny_game._rng import Rng\n" in text
    assert "from tiny_game.rules import Tiny as Position\n" in text
    assert "from stackyard.position import ONGOING\n" in text
    assert "stackyard.rng" not in text


def test_the_rules_themselves_may_speak_of_any_position(tools: Tools) -> None:
    tools.setup_tiny()
    assert "from stackyard.position import ONGOING, Position, uniform\n" in staged("rules.py")


def test_the_types_of_core_are_read_from_a_copy_without_compiled_files(tools: Tools) -> None:
    tools.setup_tiny()
    core = Path(os.environ["MYPYPATH"], "stackyard")
    assert core.parts[0] == "build"
    assert (core / "position.py").is_file()
    assert {path.suffix for path in core.rglob("*") if path.is_file()} & {".so", ".pyd"} == set()


def test_what_is_not_embedded_is_left_with_core(tools: Tools) -> None:
    tools.setup_tiny(embed=["search.playouts"])
    assert "from stackyard.rng import Rng\n" in staged("_playouts.py")
    assert "from stackyard.bits import bit, count\n" in staged("rules.py")


def test_modules_that_are_not_compiled_stay_as_they_are(tools: Tools) -> None:
    tools.setup_tiny()
    assert staged("game.py") == GAME


def test_the_sources_stay_as_they_are(tools: Tools) -> None:
    tools.setup_tiny()
    assert Path("src/tiny_game/rules.py").read_text("utf-8") == RULES
    assert sorted(path.name for path in Path("src/tiny_game").iterdir()) == [
        "__init__.py",
        "game.py",
        "rules.py",
    ]


def test_the_embedded_playout_plays_the_game(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    tools.setup_tiny()
    monkeypatch.syspath_prepend(Path("build/native").resolve())
    rules = importlib.import_module("tiny_game.rules")
    playouts = importlib.import_module("tiny_game._playouts")
    assert playouts.Position is rules.Tiny
    position = rules.Tiny(6)
    assert playouts.playout(position, 1, 100) == 6
    assert position.winner == 1


def test_core_is_compiled_from_a_copy_of_itself(tools: Tools) -> None:
    tools.building.setup_core(compile=["bits", "search.mcts"])
    (paths,) = tools.compiled
    sources = [Path(path) for path in paths if path.endswith(".py")]
    assert [path.name for path in sources] == ["bits.py", "mcts.py"]
    core = Path(tools.building.__file__).parent
    for path in sources:
        assert path.parts[:3] == ("build", "native", "stackyard")
        assert path.read_text("utf-8") == (core / Path(*path.parts[3:])).read_text("utf-8")
    assert tools.chosen["group_name"] == "stackyard"
    assert tools.setups[0]["ext_modules"] == tools.extensions


def test_a_source_archive_takes_along_what_its_build_needs(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", "sdist"])
    tools.setup_tiny()
    command = tools.setups[0]["cmdclass"]["sdist"]()
    command.make_release_tree("tiny_game-1.0", [])
    folder = Path("tiny_game-1.0/core/stackyard")
    taken = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    assert taken == [
        "__init__.py",
        "bits.py",
        "building.py",
        "position.py",
        "rng.py",
        "search/__init__.py",
        "search/playouts.py",
    ]
