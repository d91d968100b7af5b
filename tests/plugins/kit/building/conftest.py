"""A build with fakes of setuptools and mypyc; real builds are in tests/system."""

from __future__ import annotations

import importlib
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import stackyard_kit

RULES = '''\
"""Count down."""

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count
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
GAME = "from stackyard.cells.bits import bit\nfrom stackyard.position import ONGOING, Position\n"

EMBEDDED = ("stackyard.cells.bits", "stackyard.rng", "stackyard.playouts")

# What C by mypyc begins with, and how its library is entered.
RUNTIME = "#include <init.c>\n#include <int_ops.c>\n#include <vecs/librt_vecs_api.c>\n"
ENTRY = "    PyMODINIT_FUNC PyInit_tiny_game__mypyc(void) { return 0; }\n"
BITS = [
    f"int64_t CPyDef__bits___{function}({parameters}) {{\n    return 0;\n}}\n"
    for function, parameters in {
        "count": "int64_t cpy_r_cells",
        "lowest": "int64_t cpy_r_cells",
        "highest": "int64_t cpy_r_cells",
        "pick": "int64_t cpy_r_cells, int64_t cpy_r_k",
    }.items()
]
WHOLE = RUNTIME + ENTRY + "".join(BITS)


class Tools:
    """The calls of setuptools and mypyc, and the ways in which they shall fail."""

    def __init__(self) -> None:
        self.setups: list[dict[str, Any]] = []
        self.compiled: list[list[str]] = []
        self.chosen: dict[str, Any] = {}
        self.extensions: list[SimpleNamespace] = []
        self.mypyc_fails: BaseException | None = None
        self.compiler_fails: BaseException | None = None
        self.plain_fails: BaseException | None = None
        self.building: Any = None
        self.stage: Any = None
        self.newer = False  # whether this machine's processor is
        self.dash = "-"  # before an option of the C compiler
        self.code: str | None = WHOLE

    def setup(self, **arguments: Any) -> None:
        self.setups.append(arguments)
        if self.compiler_fails is not None and "ext_modules" in arguments:
            raise self.compiler_fails
        if self.plain_fails is not None and "ext_modules" not in arguments:
            raise self.plain_fails

    def mypycify(self, paths: list[str], **chosen: Any) -> list[SimpleNamespace]:
        self.compiled.append(paths)
        self.chosen = chosen
        if self.mypyc_fails is not None:
            raise self.mypyc_fails
        flags = [f"{self.dash}O3"]  # one list for all, as of the real one
        names = ("tiny_game__mypyc", "tiny_game.rules", "tiny_game._bits")
        sources = ["tiny_game.c", "tiny_game/rules.c", "tiny_game/_bits.c"]
        self.extensions = [
            SimpleNamespace(
                name=name,
                extra_compile_args=flags,
                sources=[f"{chosen['target_dir']}/{source}"],
                define_macros=[],
            )
            for name, source in zip(names, sources, strict=True)
        ]
        folder = Path(chosen["target_dir"])
        folder.mkdir(parents=True)
        if self.code is not None:
            (folder / "__native_tiny_game.c").write_text(self.code, "utf-8")
        return self.extensions

    def setup_tiny(self, embed: Sequence[str] = EMBEDDED) -> None:
        self.building.setup_package("tiny_game", compile=["rules"], embed=embed, position="Tiny")

    def write_rules(self, text: str) -> None:
        Path("src/tiny_game/rules.py").write_text(text, "utf-8")

    def change(self, package: str) -> Path:
        """A copy of an installed package that is found in its place, to be changed."""
        find, copy = self.stage._sources, Path(f"changed_{package}").resolve()
        if not copy.exists():
            # Another test may be writing bytecode there, by files that vanish again.
            shutil.copytree(find(package), copy, ignore=self.stage.JUNK)
            self.stage._sources = lambda name: copy if name == package else find(name)
        return copy

    def write_core(self, module: str, text: str) -> None:
        """Change a module of core, or add one to it."""
        (self.change("stackyard") / f"{module}.py").write_text(text, "utf-8")


class FakeSdist:
    """An sdist command that makes an empty folder."""

    def make_release_tree(self, base_dir: str, files: object) -> None:
        Path(base_dir).mkdir()


class FakeBuildExt:
    """A command that builds each extension by writing its name into the file."""

    def __init__(self, distribution: object) -> None:
        self.distribution = distribution

    def get_ext_fullpath(self, name: str) -> str:
        return f"lib/{name.replace('.', '/')}.so"

    def build_extension(self, extension: SimpleNamespace) -> None:
        path = Path(self.get_ext_fullpath(extension.name))
        self.mkpath(str(path.parent))
        path.write_text(extension.name, "utf-8")

    def mkpath(self, folder: str) -> None:
        Path(folder).mkdir(parents=True, exist_ok=True)

    def copy_file(self, source: str, target: str) -> None:
        shutil.copy(source, target)


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Tools]:
    """A package `tiny_game` in the working folder, to be built as a wheel."""
    made = Tools()
    fakes: dict[str, dict[str, object]] = {
        "setuptools": {"setup": made.setup},
        "setuptools.command": {},
        "setuptools.command.build_ext": {"build_ext": FakeBuildExt},
        "setuptools.command.sdist": {"sdist": FakeSdist},
        "mypyc": {},
        "mypyc.build": {"mypycify": made.mypycify},
    }
    for name, contents in fakes.items():
        module = ModuleType(name)
        vars(module).update(
            contents, __spec__=ModuleSpec(name, None, origin=f"/{name}/__init__.py")
        )
        monkeypatch.setitem(sys.modules, name, module)
    forget_building()
    made.building = importlib.import_module("stackyard_kit.building")
    made.stage = importlib.import_module("stackyard_kit.building.stage")
    native = importlib.import_module("stackyard_kit.building.native")
    monkeypatch.setattr(native, "_is_newer", lambda _: made.newer)
    package = tmp_path / "project/src/tiny_game"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES, "utf-8")
    (package / "game.py").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "argv", ["setup.py", "bdist_wheel"])
    monkeypatch.setenv("MYPYPATH", "")
    monkeypatch.setenv("CC", sys.executable)  # a program that exists
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    (tmp_path / "Python.h").touch()
    for variable in ("STACKYARD_COMPILE", "PIP_BUILD_TRACKER"):
        monkeypatch.delenv(variable, raising=False)
    yield made
    forget_building()


def forget_building() -> None:
    for name in [name for name in sys.modules if name.startswith("stackyard_kit.building")]:
        del sys.modules[name]
    vars(stackyard_kit).pop("building", None)


def written() -> str:
    """The C of the package's group, as it is compiled."""
    return Path("build/c/__native_tiny_game.c").read_text("utf-8")


def staged(name: str) -> str:
    return Path("build/native/tiny_game", name).read_text("utf-8")
