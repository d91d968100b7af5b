"""The build in front of pretended setuptools and mypyc; real builds are in tests/system."""

from __future__ import annotations

import ast
import importlib
import os
import re
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
    """What setuptools and mypyc were asked for, and how they shall fail."""

    def __init__(self) -> None:
        self.setups: list[dict[str, Any]] = []
        self.compiled: list[list[str]] = []
        self.chosen: dict[str, Any] = {}
        self.extensions: list[SimpleNamespace] = []
        self.mypyc_fails: BaseException | None = None
        self.compiler_fails: BaseException | None = None
        self.building: Any = None
        self.stage: Any = None
        self.dash = "-"  # before an option of the C compiler
        self.code: str | None = WHOLE

    def setup(self, **arguments: Any) -> None:
        self.setups.append(arguments)
        if self.compiler_fails is not None and "ext_modules" in arguments:
            raise self.compiler_fails

    def mypycify(self, paths: list[str], **chosen: Any) -> list[SimpleNamespace]:
        self.compiled.append(paths)
        self.chosen = chosen
        if self.mypyc_fails is not None:
            raise self.mypyc_fails
        flags = [f"{self.dash}O3"]  # one list for all, as of the real one
        names = ("tiny_game__mypyc", "tiny_game.rules", "tiny_game._bits")
        self.extensions = [
            SimpleNamespace(name=n, extra_compile_args=flags, sources=[]) for n in names
        ]
        if self.code is not None:
            folder = Path(chosen["target_dir"])
            folder.mkdir(parents=True)
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
            shutil.copytree(find(package), copy)
            self.stage._sources = lambda name: copy if name == package else find(name)
        return copy

    def write_core(self, module: str, text: str) -> None:
        """Change a module of core, or add one to it."""
        (self.change("stackyard") / f"{module}.py").write_text(text, "utf-8")


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
        vars(module).update(
            contents, __spec__=ModuleSpec(name, None, origin=f"/{name}/__init__.py")
        )
        monkeypatch.setitem(sys.modules, name, module)
    forget_building()
    made.building = importlib.import_module("stackyard_kit.building")
    made.stage = importlib.import_module("stackyard_kit.building.stage")
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
    for extension in tools.extensions:
        flags = extension.extra_compile_args
        assert flags[:3] == ["-O3", "-fvisibility=hidden", "-ffp-contract=off"]


def test_only_the_library_that_holds_the_group_is_compiled_as_a_whole_program(
    tools: Tools,
) -> None:
    tools.setup_tiny()
    whole = ["-fwhole-program" in extension.extra_compile_args for extension in tools.extensions]
    assert whole == [True, False, False]


def test_the_runtime_of_mypyc_is_optimized_less_except_for_arithmetic(tools: Tools) -> None:
    tools.setup_tiny()
    code = written()
    less = '#pragma GCC push_options\n#pragma GCC optimize ("O1")\n{}\n#pragma GCC pop_options\n'
    files = ["init.c", "vecs/librt_vecs_api.c"]
    cool = [less.format(f"#include <{name}>") for name in files]
    hot = "#include <Python.h>\n#include <CPy.h>\n"
    assert f"{hot}{cool[0]}#include <int_ops.c>\n{cool[1]}" in code


def test_the_group_is_compiled_once_more_for_newer_processors(tools: Tools) -> None:
    tools.setup_tiny()
    (newer,), *others = [extension.sources for extension in tools.extensions]
    assert others == [[], []]
    code, header = written(), Path("build/c/libraries.h").read_text("utf-8")
    assert code.startswith("#define STACKYARD_ENTRY PyInit_tiny_game__mypyc\n")
    assert "PyMODINIT_FUNC" not in code  # the header has the entry, and calls one of these:
    assert "__attribute__((externally_visible)) PyObject *STACKYARD_INIT(void) {" in code
    assert "PyMODINIT_FUNC STACKYARD_ENTRY(void)" in header
    lines = Path(newer).read_text("utf-8").splitlines()
    target = '#pragma GCC target ("avx2,bmi,bmi2,lzcnt,movbe,popcnt")'
    assert lines.index(target) < lines.index('#include "__native_tiny_game.c"')


def test_an_index_of_a_vec_is_likely_to_be_in_bounds(tools: Tools) -> None:
    check = "    cpy_r_r8 = (uint64_t)cpy_r_r6 < (uint64_t)cpy_r_r7;\n    if"
    tools.code = f"{WHOLE}{check} (cpy_r_r8) {{\n{check} (cpy_r_r9) goto CPyL1;\n"
    tools.setup_tiny()
    assert written().endswith(
        f"{check} (likely(cpy_r_r8)) {{\n{check} (cpy_r_r9) goto CPyL1;\n"  # that is another one
    )


def test_a_function_of_bits_is_given_an_instruction_where_there_is_one(tools: Tools) -> None:
    tools.setup_tiny()
    lines = written().splitlines()
    heads = [n for n, line in enumerate(lines) if line.startswith("int64_t CPyDef__bits___")]
    assert len(heads) == 4
    for head in heads:
        assert lines[head + 1].startswith("#if defined(__GNUC__)")
        assert lines[head + 2].startswith("    return ")
        assert lines[head + 3 : head + 6] == ["#endif", "    return 0;", "}"]


def test_other_functions_of_these_names_are_left_as_they_are(tools: Tools) -> None:
    tools.code = WHOLE.replace("_bits___", "bits___")  # those of a module that is the game's own
    (Path("src/tiny_game/bits.py")).write_text("def lowest(cells): ...\n", "utf-8")
    tools.building.setup_package("tiny_game", compile=["bits", "rules"], embed=[], position="Tiny")
    assert "#if" not in written()


@pytest.mark.parametrize("lost", range(4))
def test_c_without_a_function_of_bits_is_compiled_with_a_note(
    tools: Tools, capsys: pytest.CaptureFixture[str], lost: int
) -> None:
    tools.code = WHOLE.replace(BITS[lost], BITS[lost].replace("int64_t C", "long C"))
    tools.setup_tiny()
    name = ["count", "lowest", "highest", "pick"][lost]
    assert f"no function as expected for {name} of stackyard.cells.bits" in capsys.readouterr().err
    assert written().count("#if defined") == 3


def test_c_without_a_function_of_bits_is_an_error_where_compiling_was_asked_for(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_COMPILE", "1")
    tools.code = RUNTIME + ENTRY
    with pytest.raises(
        RuntimeError, match="for count, lowest, highest, pick of stackyard.cells.bits"
    ):
        tools.setup_tiny()


@pytest.mark.parametrize("code", [None, "", RUNTIME, ENTRY, WHOLE + ENTRY])
def test_c_of_another_form_is_compiled_as_it_is(tools: Tools, code: str | None) -> None:
    tools.code = code
    tools.setup_tiny()
    flags = [flag for extension in tools.extensions for flag in extension.extra_compile_args]
    assert "-fwhole-program" not in flags
    assert [extension.sources for extension in tools.extensions] == [[], [], []]
    assert code is None or written() == code


def test_a_compiler_of_other_options_is_given_none_of_ours(tools: Tools) -> None:
    tools.dash = "/"
    tools.setup_tiny()
    assert [extension.extra_compile_args for extension in tools.extensions] == [["/O3"]] * 3


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
    assert "stackyard.cells.bits" not in staged("rules.py")


def test_embedded_modules_import_each_other_and_the_position_of_the_game(tools: Tools) -> None:
    tools.setup_tiny()
    text = staged("_playouts.py")
    assert "from tiny_game._rng import Rng\n" in text
    assert "from tiny_game.rules import Tiny as Position\n" in text
    assert "from stackyard.position import ONGOING; from tiny_game" in text
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


@pytest.mark.parametrize(
    ("line", "read"), [("import re", False), ("from stackyard import DRAW", True)]
)
def test_all_of_core_is_read_for_its_types_only_where_rules_import_from_the_top(
    tools: Tools, line: str, read: bool
) -> None:
    tools.write_rules(
        RULES.replace("from stackyard.cells.bits", f"{line}\nfrom stackyard.cells.bits")
    )
    tools.setup_tiny()
    copy = Path(os.environ["MYPYPATH"], "stackyard/__init__.py").read_text("utf-8")
    assert ("Archive" in copy) is read


POSITIONS = [
    "from stackyard.position import Position",
    "from stackyard.position import ONGOING, Position, uniform",
    "from stackyard.position import (\n    ONGOING,\n    Position,  # é\n)",
    "from stackyard.position import ONGOING, \\\n    Position",
    "if True:\n    from stackyard.position import (\n        Position)",
    "x = 'é'; from stackyard.position import Position; y = 1",
    "from stackyard.position import Position as Kind",
    "from stackyard.position import Coded as Position",
]


def positions_in(source: str) -> list[tuple[str | None, str, str]]:
    """Where a source imports the game's class from, or Position, and under which name."""
    return [
        (node.module, alias.name, alias.asname or alias.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in {"Position", "Tiny"}
    ]


@pytest.mark.parametrize("line", POSITIONS)
def test_an_embedded_module_is_about_the_game_however_it_imports_position(
    tools: Tools, line: str
) -> None:
    source = f"{line}\nAFTER = 1\n"
    tools.write_core("odd", source)
    tools.setup_tiny(embed=["stackyard.odd"])
    name = "Kind" if "Kind" in line else "Position"
    assert positions_in(staged("_odd.py")) == [("tiny_game.rules", "Tiny", name)]
    assert ("from stackyard.position import ONGOING" in staged("_odd.py")) is ("ONGOING" in line)
    lines = [text.splitlines().index("AFTER = 1") for text in (source, staged("_odd.py"))]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("wanted", [None, "1"])
@pytest.mark.parametrize(
    "line",
    [
        "import stackyard.position",
        "import stackyard.position as p",
        "import stackyard",
        "from stackyard import position",
        "from stackyard import Position",
        "from stackyard.elsewhere import Position as Kind",
        "from stackyard.position import Position\nfrom stackyard import Position as Other",
        "from stackyard.position import *\ndef f(it: Position) -> None: ...",
        "def f(it: 'stackyard.position.Position', of: Position) -> None: ...",
        "import stackyard.search as s\ndef f(it: s.Position) -> None: ...",
    ],
)
def test_a_position_that_cannot_be_the_game_s_stops_the_build(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, line: str, wanted: str | None
) -> None:
    if wanted is not None:
        monkeypatch.setenv("STACKYARD_COMPILE", wanted)
    tools.write_core("odd", f"{line}\n")
    with pytest.raises(SystemExit, match=r"^stackyard\.odd.*`from stackyard\.\w+ import"):
        tools.setup_tiny(embed=["stackyard.odd"])
    assert tools.setups == []


def test_what_is_left_uncompiled_is_not_looked_at(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools.write_core("odd", "import stackyard.position\n")
    monkeypatch.setenv("STACKYARD_COMPILE", "0")
    tools.setup_tiny(embed=["stackyard.odd", "elsewhere.missing"])
    assert len(tools.setups) == 1


def test_a_module_that_is_about_no_position_is_embedded_as_it_is(tools: Tools) -> None:
    text = '"""Position."""\nfrom stackyard.position import DRAW\n'
    tools.write_core("odd", text)
    tools.setup_tiny(embed=["stackyard.odd"])
    assert staged("_odd.py") == f"{text}\nCOPY_OF = 'stackyard.odd'\n"


@pytest.mark.parametrize(
    "rules",
    [
        RULES.replace("class Tiny", "class Teeny"),
        RULES.replace("class Tiny", "class Teeny") + "\n\ndef Tiny() -> None: ...\n",
    ],
)
def test_a_position_that_the_rules_do_not_have_stops_the_build(tools: Tools, rules: str) -> None:
    tools.write_rules(rules)
    reason = "tiny_game compiles no module rules with a class of that name"
    with pytest.raises(SystemExit, match=f"playouts cannot be compiled for Tiny: {reason}"):
        tools.setup_tiny()
    assert tools.setups == []


def test_the_rules_may_import_their_position(tools: Tools) -> None:
    Path("src/tiny_game/tiny.py").write_text(RULES, "utf-8")
    tools.write_rules("from tiny_game.tiny import Tiny\n")
    tools.building.setup_package(
        "tiny_game", compile=["rules", "tiny"], embed=["stackyard.playouts"], position="Tiny"
    )
    assert len(tools.setups) == 1


def test_a_position_whose_module_is_not_compiled_stops_the_build(tools: Tools) -> None:
    with pytest.raises(SystemExit, match="tiny_game compiles no module rules"):
        tools.building.setup_package(
            "tiny_game", compile=[], embed=["stackyard.playouts"], position="Tiny"
        )


@pytest.mark.parametrize(
    ("compile", "embed", "missing"),
    [
        (["rules", "rulez"], ["stackyard.rng"], "rulez"),
        (["rules"], ["stackyard.rng", "stackyard_engine.mcts.trees"], "mcts.trees"),
        (["rules"], ["stackyard.cells"], "cells"),
    ],
)
def test_a_module_that_does_not_exist_stops_the_build(
    tools: Tools, compile: list[str], embed: list[str], missing: str
) -> None:
    with pytest.raises(SystemExit, match=f"^setup.py names the module {missing}, but there is no"):
        tools.building.setup_package("tiny_game", compile=compile, embed=embed, position="Tiny")
    assert tools.setups == []


@pytest.mark.parametrize("module", ["attrs", "librt.vecs", "stackyard", "cells.bits", "rng", ""])
def test_a_module_of_a_third_package_is_not_embedded(tools: Tools, module: str) -> None:
    sentence = (
        f"setup.py embeds {module}, but only modules of stackyard and stackyard_engine can be"
        " embedded; name them in full, such as stackyard.rng"
    )
    with pytest.raises(SystemExit, match=f"^{re.escape(sentence)}$"):
        tools.setup_tiny(embed=[module])
    assert tools.setups == []


def test_a_module_of_the_engine_is_not_embedded_where_the_engine_is_missing(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "stackyard_engine", None)
    find = tools.stage.find_spec
    monkeypatch.setattr(
        tools.stage, "find_spec", lambda name: None if name == "stackyard_engine" else find(name)
    )
    with pytest.raises(
        SystemExit,
        match=r"^setup\.py embeds stackyard_engine\.mcts\.tree, but stackyard_engine is not"
        r" installed here: add stackyard-engine to the build requirements in pyproject\.toml$",
    ):
        tools.setup_tiny(embed=["stackyard.rng", "stackyard_engine.mcts.tree"])
    tools.setup_tiny()
    assert len(tools.setups) == 1


def test_a_module_in_the_place_of_a_copy_stops_the_build(tools: Tools) -> None:
    Path("src/tiny_game/_bits.py").touch()
    with pytest.raises(
        SystemExit, match=r"_bits\.py is taken: the copy of stackyard\.cells\.bits has that name"
    ):
        tools.setup_tiny()


def test_two_copies_of_one_name_stop_the_build(tools: Tools) -> None:
    (tools.change("stackyard_engine") / "mcts/rng.py").write_text("", "utf-8")
    with pytest.raises(
        SystemExit, match=r"_rng\.py is taken: the copy of stackyard_engine\.mcts\.rng"
    ):
        tools.setup_tiny(embed=[*EMBEDDED, "stackyard_engine.mcts.rng"])
    assert tools.setups == []


def test_modules_of_core_and_engine_are_embedded_side_by_side(tools: Tools) -> None:
    tools.setup_tiny(embed=[*EMBEDDED, "stackyard_engine.solver.dfpn"])
    dfpn = staged("_dfpn.py")
    assert "from tiny_game._bits import bit\n" in dfpn
    assert "from tiny_game.rules import Tiny as Position\n" in dfpn
    assert "from stackyard_engine.solver.hash_table import" in dfpn  # that one is not embedded
    assert Path(os.environ["MYPYPATH"], "stackyard_engine/solver/hash_table.py").is_file()


def test_every_copy_names_the_module_that_it_is_a_copy_of(tools: Tools) -> None:
    modules = [*tools.building.SEARCH, *tools.building.SOLVERS, tools.building.MODEL]
    tools.setup_tiny(embed=["stackyard.cells.bits", *modules])
    for module in modules:
        name = module.rpartition(".")[2]
        assert staged(f"_{name}.py").endswith(f"\nCOPY_OF = {module!r}\n")
    assert "COPY_OF" not in staged("rules.py")


def test_what_the_lists_of_modules_name_is_redirected_to_the_copies(tools: Tools) -> None:
    modules = [*tools.building.SEARCH, *tools.building.SOLVERS, tools.building.MODEL]
    tools.setup_tiny(embed=["stackyard.cells.bits", *modules])
    (paths,) = tools.compiled
    for path in [Path(path) for path in paths if path.endswith(".py")]:
        lines = path.read_text("utf-8").splitlines()
        assert [line for line in lines if line.startswith("from stackyard_engine")] == [], path


@pytest.mark.parametrize(
    "line",
    [
        "import stackyard.cells.bits",
        "import stackyard.cells.bits as b",
        "from stackyard.cells import bits",
    ],
)
def test_an_import_that_cannot_be_led_to_a_private_copy_stops_the_build(
    tools: Tools, line: str
) -> None:
    tools.write_rules(RULES.replace("from stackyard.cells.bits import bit, count", line))
    with pytest.raises(
        SystemExit,
        match=rf"^tiny_game\.rules, line 6: `{line}` cannot .*"
        r" write `from stackyard\.cells\.bits import` and the names$",
    ):
        tools.setup_tiny()
    assert tools.setups == []


def test_an_import_over_several_lines_is_led_to_the_private_copy(tools: Tools) -> None:
    line = "from stackyard.cells.bits import (\n    bit,\n    count as number,\n)"
    tools.write_rules(RULES.replace("from stackyard.cells.bits import bit, count", line))
    tools.setup_tiny()
    assert "from tiny_game._bits import bit, count as number\n" in staged("rules.py")
    assert "stackyard.cells.bits" not in staged("rules.py")
    before = Path("src/tiny_game/rules.py").read_text("utf-8")
    assert staged("rules.py").splitlines()[9:] == before.splitlines()[9:]


def test_what_is_not_embedded_is_left_with_core(tools: Tools) -> None:
    tools.setup_tiny(embed=["stackyard.playouts"])
    assert "from stackyard.rng import Rng\n" in staged("_playouts.py")
    assert "from stackyard.cells.bits import bit, count\n" in staged("rules.py")


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


def test_a_package_that_embeds_nothing_is_compiled_from_a_copy_of_itself(tools: Tools) -> None:
    tools.building.setup_package("tiny_game", compile=["rules"])
    (paths,) = tools.compiled
    (path,) = [Path(path) for path in paths if path.endswith(".py")]
    assert path.parts == ("build", "native", "tiny_game", "rules.py")
    assert path.read_text("utf-8") == RULES
    assert tools.setups[0]["ext_modules"] == tools.extensions


def test_embedded_modules_stay_generic_where_no_position_is_named(tools: Tools) -> None:
    tools.building.setup_package("tiny_game", compile=[], embed=EMBEDDED)
    assert "from stackyard.position import ONGOING, Position\n" in staged("_playouts.py")
    assert "from tiny_game._rng import Rng\n" in staged("_playouts.py")


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
        "building/imports.py",
        "building/instructions.py",
        "building/libraries.h",
        "building/native.py",
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
    assert tools.setups[-1]["cmdclass"] == {}


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
