"""The sources as they are compiled: private copies, redirected imports, refusals."""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from pathlib import Path

import pytest
from tests.plugins.kit.building.conftest import EMBEDDED, GAME, RULES, Tools, staged


def test_compiled_modules_import_the_private_copies(tools: Tools) -> None:
    tools.setup_tiny()
    assert "from tiny_game._bits import bit, count\n" in staged("rules.py")
    assert "stackyard.cells.bits" not in staged("rules.py")


def test_embedded_modules_import_each_other_and_the_position_of_the_game(tools: Tools) -> None:
    tools.setup_tiny()
    text = staged("_playouts.py")
    assert "from tiny_game._rng import Rng\n" in text
    assert "from tiny_game.rules import Tiny as Position\n" in text
    assert "from stackyard.position import LONGEST, ONGOING; from tiny_game" in text
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
    building = tools.building
    modules = [*building.SEARCH, *building.SOLVERS]
    tools.setup_tiny(embed=["stackyard.cells.bits", *modules])
    for module in modules:
        name = module.rpartition(".")[2]
        assert staged(f"_{name}.py").endswith(f"\nCOPY_OF = {module!r}\n")
    assert "COPY_OF" not in staged("rules.py")


def test_what_the_lists_of_modules_name_is_redirected_to_the_copies(tools: Tools) -> None:
    building = tools.building
    modules = [*building.SEARCH, *building.SOLVERS]
    tools.setup_tiny(embed=["stackyard.cells.bits", *modules])
    (paths,) = tools.compiled
    for path in [Path(path) for path in paths if path.endswith(".py")]:
        lines = path.read_text("utf-8").splitlines()
        assert [line for line in lines if line.startswith("from stackyard_engine")] == [], path


def test_a_game_without_traits_embeds_the_model_too(tools: Tools) -> None:
    tools.setup_tiny(embed=["stackyard.cells.bits", *tools.building.SEARCH])
    model = staged("_model.py")
    assert "from stackyard.position import Changing, Traited; from tiny_game.rules import" in model
    rules = RULES + "\n    def traits(self, found: vec[i64]) -> None: ...\n"
    tools.write_rules(rules)
    tools.setup_tiny(embed=["stackyard.cells.bits", *tools.building.SEARCH])
    assert "from tiny_game.rules import Tiny as Position, Tiny as Traited\n" in staged("_model.py")


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
    assert "from stackyard.position import LONGEST, ONGOING, Position\n" in staged("_playouts.py")
    assert "from tiny_game._rng import Rng\n" in staged("_playouts.py")
