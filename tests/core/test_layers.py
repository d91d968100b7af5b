"""The layers of core, and the walls between the packages of this repository.

A module of core imports only from lines above it, or from its left on its own line: at load time,
in functions and for typing. So no two modules need each other. Core imports no other package of
ours; terminal and browser import no engine; no package has a circle of imports. Hot modules, which
are those that are compiled and `position`, import only one another.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from tests.conftest import COMPILED, GAMES, PLUGINS, ROOT
from tests.import_graph import (
    RUNNING,
    Package,
    When,
    circles,
    imported,
    imports,
    imports_by_name,
)

if TYPE_CHECKING:
    from pathlib import Path

# The rooms, top down. In each, the modules that need nothing of the others come first.
LAYERS = [
    [
        *("errors", "text", "arguments", "files", "builds", "processes"),
        "turnloop.watch",
    ],
    ["cells.bits", "cells.pairs", "cells.wide", "cells.symmetry"],
    ["rng", "boards", "stacks", "position", "playouts", "enumeration"],
    ["options", "descriptions", "scenes", "movements", "notation", "game"],
    ["drawing.picture", "drawing.spoken", "drawing.text"],
    [
        "turnloop.outcome",
        "turnloop.movelog",
        "turnloop.ply",
        "turnloop.history",
        "turnloop.wording",
    ],
    [
        *("plugins.isolation", "plugins.entry_points", "plugins.discovery"),
        *("plugins.problems", "plugins.validation", "plugins.hookspecs", "plugins.guard"),
        *("plugins.manager", "plugins.registry", "plugins.contributions", "plugins.attribution"),
        "plugins.executors",
    ],
    ["workforce", "analysis"],
    [
        *("turnloop.terms", "turnloop.player_specs", "turnloop.hooks", "turnloop.match"),
        *("turnloop.players", "turnloop.hookspecs", "turnloop.etiquette"),
    ],
    [
        *("records.format", "records.writer", "records.reader", "records.move_tree"),
        *("records.checksums", "records.queries", "records.database", "records.deleted"),
        *("records.help", "records.stored_match", "records.match_rows", "records.archive"),
        "records.plugin_tables",
    ],
    ["records.export"],
    ["plugins.builtin"],
]
# Modules that import by a name that no test can read in their source, and its origin.
BY_NAME = {
    "__init__": "the public names",
    "builds": "the copy of a hot module that is compiled with a game's rules",
    "plugins.discovery": "plugins, and objects registered by name",
}
# Modules that only a hook of the engine or the coach imports, as tests/plugins/test_rules_alone.py
# proves.
BY_HOOK = {
    *[
        (f"stackyard_{game}", module)
        for game in GAMES
        for module in ("claims", "knowledge", "motifs")
    ],
    ("stackyard_silo", "solver"),
}
# The rooms of the browser's package, top down; a room imports only itself and rooms above it.
WEB_ROOMS = [
    *("errors", "hookspecs", "protocol", "analysis_messages", "move_picker", "views"),
    *("letters", "posted_record", "term_words"),
    *("server", "workers", "tables", "pages", "app", "serve", "seat_code", "plugin"),
]
# The imports of cold modules by hot ones, and their reasons.
BOARD = "the geometry from which its tables are made once"
COLD = {
    **{
        (f"stackyard.{module}", "stackyard.arguments"): "refuses wrong arguments before it counts"
        for module in ("enumeration", "playouts")
    },
    ("stackyard_engine.mcts.search", "stackyard.builds"): "finds the copy compiled with a game",
    (
        "stackyard_engine.mcts.search",
        "stackyard_engine.params",
    ): "the numbers passed to the tree once",
    ("stackyard_slicron.rings", "stackyard.boards"): BOARD,
    ("stackyard_splay.rules", "stackyard.boards"): BOARD,
    ("stackyard_splay.wide", "stackyard.boards"): BOARD,
}

CORE = Package(ROOT / "core/src/stackyard")
PACKAGES = {
    folder.name: Package(folder)
    for home in (ROOT / "core", ROOT / "cli", *PLUGINS)
    for folder in sorted((home / "src").iterdir())
    if (folder / "__init__.py").is_file()
}
ORDER = {name: place for place, name in enumerate(chain(*LAYERS))}
INITS = [name for name in CORE.modules if name.rpartition(".")[2] == "__init__"]
HOT = {"stackyard.position"} | {
    f"{compiled.package}.{module}"
    for compiled in COMPILED
    if compiled.package in {"stackyard", "stackyard_engine"}
    for module in compiled.modules
}
HOT_LIBRARIES = {"librt", "mypy_extensions"}


def cold(package: str, tree: ast.AST) -> set[str]:
    """The imports of a hot module of a package that are not hot."""
    found = set()
    for name in imported(tree):
        parts = name.split(".")
        if parts[0] in {*sys.stdlib_module_names, *HOT_LIBRARIES}:
            continue
        outer = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        of_package = parts[0] == package and package not in {"stackyard", "stackyard_engine"}
        if not of_package and not any(module in HOT for module in outer):
            home = PACKAGES.get(parts[0])
            inner = [module.partition(".")[2] for module in outer]
            known = [module for module in inner if home and module in home.modules]
            found.add(f"{parts[0]}.{known[0]}" if known else name)
    return found


def test_every_module_of_core_has_its_place() -> None:
    assert sorted(ORDER) == sorted(set(CORE.modules) - set(INITS))


def test_a_module_of_core_imports_only_from_above_or_from_its_left() -> None:
    wrong = {
        (module, name)
        for module in ORDER
        for name in CORE.own(CORE.modules[module])
        if name not in ORDER or ORDER[name] >= ORDER[module]
    }
    assert wrong == set()


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_has_no_circle_of_imports(name: str) -> None:
    assert circles(PACKAGES[name].graph()) == []


def test_a_room_of_the_browser_s_package_imports_only_rooms_above_it() -> None:
    order = {room: place for place, room in enumerate(WEB_ROOMS)}
    pairs = {
        (module.partition(".")[0], imported.partition(".")[0])
        for module, all_ in PACKAGES["stackyard_web"].graph().items()
        for imported in all_
    }
    assert {room for pair in pairs for room in pair} <= {*order}
    assert {(room, other) for room, other in pairs if order[other] > order[room]} == set()


def test_core_imports_no_other_package_of_ours_and_no_library_of_theirs() -> None:
    others = {*PACKAGES} - {"stackyard"} | {"click", "rich", "starlette", "pytest", "setuptools"}
    found = {(name, other) for name, all_ in CORE.neighbours.items() for other in all_ & others}
    assert found == set()


@pytest.mark.parametrize("package", ["stackyard_cli", "stackyard_web"])
def test_terminal_and_browser_import_no_engine(package: str) -> None:
    users = {
        name for name, all_ in PACKAGES[package].neighbours.items() if "stackyard_engine" in all_
    }
    assert users == set()


@pytest.mark.parametrize(
    "home", [ROOT / "core", ROOT / "cli", *PLUGINS], ids=lambda home: home.name
)
def test_a_package_requires_those_of_ours_that_it_imports(home: Path) -> None:
    project = tomllib.loads((home / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *chain(*project.get("optional-dependencies", {}).values())]
    required = {Requirement(line).name.replace("-", "_") for line in lines} | {"stackyard_core"}
    (package,) = [folder.name for folder in (home / "src").iterdir() if folder.name in PACKAGES]
    imported = {
        name
        for module, names in PACKAGES[package].neighbours.items()
        for name in names & {*PACKAGES} - {package, "stackyard"}
        if (package, module) not in BY_HOOK
    }
    assert imported == {name for name in required if name in PACKAGES and name != package}


@pytest.mark.parametrize("name", sorted({*PACKAGES} - {"stackyard", "stackyard_kit"}))
def test_only_the_kit_is_for_authors(name: str) -> None:
    users = {
        module
        for module, all_ in PACKAGES[name].neighbours.items()
        if all_ & {"stackyard_kit", "pytest"}
    }
    assert users == set()


def test_a_package_within_core_imports_nothing_with_itself() -> None:
    found = {name for name in INITS if CORE.own(CORE.modules[name], {When.LOADED})}
    assert found == set()


def test_only_these_import_by_a_name_that_is_not_written_there() -> None:
    assert {name for name, tree in CORE.modules.items() if imports_by_name(tree)} == set(BY_NAME)


def test_hot_modules_import_nothing_cold() -> None:
    names = cold("stackyard", CORE.modules["position"])
    found = {("stackyard.position", name) for name in names}
    for compiled in COMPILED:
        for module in compiled.modules:
            tree = ast.parse(compiled.source(module).read_text("utf-8"))
            names = cold(compiled.package, tree)
            found |= {(f"{compiled.package}.{module}", name) for name in names}
    assert found == set(COLD)


def test_importing_stackyard_alone_is_free() -> None:
    program = "import sys, stackyard; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "stackyard" in loaded
    heavy = {"pluggy", "librt", "click", "rich", "packaging", "importlib.metadata"}
    assert [name for name in loaded if name.startswith("stackyard.") or name in heavy] == []


# The test's own eyes


@pytest.mark.parametrize(
    ("source", "running", "typing"),
    [
        ("from stackyard.cells.bits import bit", {"cells.bits"}, set()),
        ("from stackyard import rng, Match", {"rng", "stackyard.Match"}, set()),
        ("import stackyard.drawing.text", {"drawing.text"}, set()),
        ("from stackyard.drawing import text", {"drawing.text"}, set()),
        ("class A:\n    from stackyard.game import Game", {"game"}, set()),
        ("try:\n    import stackyard.game\nexcept ImportError:\n    pass", {"game"}, set()),
        (
            "if TYPE_CHECKING:\n    import stackyard.game\nelse:\n    import stackyard.rng",
            {"rng"},
            {"game"},
        ),
        ("if typing.TYPE_CHECKING:\n    import stackyard.game", set(), {"game"}),
        ("def f():\n    import stackyard.game", {"game"}, set()),
        ("class A:\n    def f(self):\n        from stackyard import rng", {"rng"}, set()),
        ("async def f():\n    if x:\n        import stackyard.cells.bits", {"cells.bits"}, set()),
        ("def f():\n    if TYPE_CHECKING:\n        import stackyard.game", set(), {"game"}),
        ("x = import_module('stackyard.rng')", {"rng"}, set()),
        ("def f():\n    importlib.import_module('stackyard.rng').x()", {"rng"}, set()),
        ("f = lambda: __import__('stackyard.cells.bits')", {"cells.bits"}, set()),
        ("import os\nfrom pathlib import Path", set(), set()),
    ],
)
def test_the_imports_of_a_module_are_seen(source: str, running: set[str], typing: set[str]) -> None:
    tree = ast.parse(source)
    assert CORE.own(tree, RUNNING) == running
    assert CORE.own(tree, {When.TYPING}) == typing
    assert CORE.own(tree) == running | typing


def test_an_import_in_a_function_is_told_from_one_at_load_time() -> None:
    tree = ast.parse("import a\ndef f():\n    import b\nclass C:\n    import c")
    found = {(found.name, found.when) for found in imports(tree)}
    assert found == {("a", When.LOADED), ("b", When.CALLED), ("c", When.LOADED)}


@pytest.mark.parametrize(
    ("source", "hidden"),
    [
        ("x = import_module('stackyard.rng')", False),
        ("x = import_module(name)", True),
        ("x = importlib.import_module(f'stackyard.{name}')", True),
        ("load = import_module if name else None", True),
        ("from importlib import import_module", False),
    ],
)
def test_a_name_that_is_not_written_there_is_seen(source: str, hidden: bool) -> None:
    assert imports_by_name(ast.parse(source)) == hidden


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": "b", "b": "c", "c": ""}, []),
        ({"a": "b", "b": "a"}, [["a", "b"]]),
        ({"a": "a"}, [["a"]]),
        ({"a": "b", "b": "c", "c": "b", "d": "ae", "e": "fd"}, [["b", "c"], ["d", "e"]]),
    ],
)
def test_circles_are_seen(graph: dict[str, str], found: list[list[str]]) -> None:
    assert circles(graph) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from math import sqrt\nfrom librt.vecs import vec\nimport stackyard.cells.bits", set()),
        ("from stackyard_silo.codes import LEFT\nfrom stackyard.position import DRAW", set()),
        ("from stackyard.game import nearest", {"stackyard.game"}),
        ("def f():\n    import click", {"click"}),
        ("from stackyard import hookimpl", {"stackyard.hookimpl"}),
        ("from stackyard_engine.mcts import tree", set()),
        ("from stackyard_engine import players", {"stackyard_engine.players"}),
        ("from stackyard_filo.rules import Filo", {"stackyard_filo.rules"}),
    ],
)
def test_cold_imports_are_seen(source: str, found: set[str]) -> None:
    assert cold("stackyard_silo", ast.parse(source)) == found
