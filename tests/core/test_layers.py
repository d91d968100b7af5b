"""Core's layers: a module imports only from lines above it, or from its left on its own line.

That holds for imports inside functions as well, so that no two modules need each other. Hot
modules, which are those that are compiled and `position`, import nothing but one another.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

import pytest
from tests.conftest import COMPILED

SOURCES = Path(__file__).parents[2] / "core/src/stackyard"
LAYERS = [
    ["errors", "showing", "options", "about", "builds", "manner"],
    ["boards", "bits", "pairs", "wide", "images", "stacks", "rng", "patterns"],
    ["position", "scenes", "notation", "game"],
    ["results", "track", "course", "telling"],
    [
        *(
            "plugins.hookspecs",
            "plugins.installed",
            "plugins.finding",
            "plugins.cures",
            "plugins.problems",
        ),
        *(
            "plugins.loading",
            "plugins.checking",
            "plugins.host",
            "plugins.turn_hooks",
            "plugins.blame",
        ),
    ],
    [
        *("learning.judges", "learning.scenery", "learning.chances", "learning.weights"),
        *("learning.nearest", "learning.finding"),
    ],
    [
        *("search.playouts", "search.enumeration", "search.bounds", "search.nodes"),
        *("search.memory", "search.judging", "search.tree", "search.alphabeta"),
        *("search.proof", "search.proving", "search.mcts", "search.judged"),
        *("search.table", "search.components", "search.exhaustive", "search.dfpn"),
        *("search.limits", "search.workers", "search.engine", "search.levels"),
        *("search.coding", "search.solving", "search.files", "search.tables", "search.checkpoints"),
        "search.advice",
    ],
    ["learning.examples", "learning.fitting", "learning.trying", "learning.teaching"],
    ["claims", "checks"],
    ["terms", "players", "match", "plugins.standard"],
    ["learning.matching"],
    [
        *("records.format", "records.writing", "records.reading", "records.rows"),
        *("records.sealed", "records.database", "records.keeping", "records.archive"),
        "records.texts",
    ],
    [
        "drawing.picture",
        "drawing.legend",
        "drawing.spoken",
        "drawing.text",
        "drawing.svg",
        "drawing.clickable",
        "drawing.film",
        "drawing.patches",
        "drawing.raster",
    ],
    ["exporting"],
    [
        *(
            "testing.samples",
            "testing.moves",
            "testing.texts",
            "testing.keys",
            "testing.sources",
            "testing.symmetries",
        ),
        *(
            "testing.making",
            "testing.views",
            "testing.counts",
            "testing.builds",
            "testing.matches",
            "testing.threads",
            "testing.claims",
        ),
        *("testing.conformance", "testing.plugin"),
    ],
    ["building.imports", "building.tools", "building.instructions", "building.native"],
]
# Imports inside functions of what lies below or to the right, and why they cannot be avoided.
UPWARD: dict[tuple[str, str], str] = {}
# Modules that import by a name that no test can read in their source, and what that is.
BY_NAME = {
    "builds": "the copy of a hot module that is compiled with a game's rules",
    "plugins.finding": "plugins that the person names",
    "plugins.host": "what plugins registered by name",
    "testing.builds": "rules and the sources they were compiled from",
}
# What hot modules import of cold ones, and why.
BOARD = "the geometry from which its tables are made once"
COLD = {
    (
        "stackyard_engine.mcts.search",
        "builds",
    ): "finds the copy that is compiled with a game's rules",
    ("stackyard_engine.mcts.search", "manner"): "the numbers that it hands to the tree once",
    ("stackyard_slicron.rings", "boards"): BOARD,
    ("stackyard_splay.rules", "boards"): BOARD,
    ("stackyard_splay.wide", "boards"): BOARD,
}

ORDER = {name: place for place, name in enumerate(chain(*LAYERS))}
MODULES = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
    for path in sorted(SOURCES.rglob("*.py"))
}
PACKAGES = [name for name in MODULES if name.rpartition(".")[2] == "__init__"]
HOT = {"position", *next(found for found in COMPILED if found.package == "stackyard").modules}
HOT_LIBRARIES = {"librt", "mypy_extensions"}

Graph = Mapping[str, Iterable[str]]


def statements(tree: ast.AST, *, inside: bool) -> Iterator[ast.stmt | ast.expr]:
    """The statements and expressions of a module outside `if TYPE_CHECKING:`.

    They are those that run when it is imported, and if wanted those inside functions.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from statements(ast.Module(node.orelse, []), inside=inside)
            continue
        if isinstance(node, ast.stmt | ast.expr):
            yield node
        if inside or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from statements(node, inside=inside)


def imported(tree: ast.AST, *, inside: bool = True) -> list[str]:
    """The full names of what is imported: modules, or names in them."""
    found = []
    for node in statements(tree, inside=inside):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, "imports are written in full"
                found += [f"{module}.{alias.name}" for alias in names]
            case ast.Call(func=function, args=[ast.Constant(value=str(name))]):
                if is_importer(function):
                    found.append(name)
    return found


def is_importer(node: ast.AST) -> bool:
    """Whether this is import_module, or Python's own function below it."""
    return isinstance(node, ast.Name | ast.Attribute) and (
        ast.unparse(node).rpartition(".")[2] in {"import_module", "__import__"}
    )


def imports_by_name(tree: ast.AST) -> bool:
    """Whether some name of what is imported cannot be read in the source."""
    nodes = list(ast.walk(tree))
    read = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and is_importer(node.func)
        if isinstance(node.args[0], ast.Constant)
    ]
    return sum(map(is_importer, nodes)) > len(read)


def of_core(tree: ast.AST, *, inside: bool = True) -> set[str]:
    """The modules of core that are imported; another name of core as it is written."""
    found = set()
    for name in imported(tree, inside=inside):
        parts = name.split(".")
        if parts[0] == "stackyard":
            inner = [".".join(parts[1:end]) for end in range(len(parts), 1, -1)]
            found.add(next((module for module in inner if module in ORDER), name))
    return found


def circles(graph: Graph) -> list[list[str]]:
    """The sets of nodes that lead to one another."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for name in graph.get(todo.pop(), ()):
                if name not in seen:
                    seen.add(name)
                    todo.append(name)
        return seen

    leads = {name: reached(name) for name in graph}
    return [
        list(found)
        for found in sorted(
            {
                tuple(sorted(other for other in leads[name] if name in leads.get(other, ())))
                for name in graph
                if name in leads[name]
            }
        )
    ]


def against_the_order(*, inside: bool) -> set[tuple[str, str]]:
    """Each import of what lies below or to the right, or is no module of core."""
    return {
        (module, name)
        for module in ORDER
        for name in of_core(MODULES[module], inside=inside)
        if name not in ORDER or ORDER[name] >= ORDER[module]
    }


def cold(package: str, tree: ast.AST) -> set[str]:
    """What a hot module of a package imports that is not hot."""
    strangers = {
        name
        for name in imported(tree)
        if name.partition(".")[0]
        not in {*sys.stdlib_module_names, *HOT_LIBRARIES, "stackyard", package}
    }
    return strangers | (of_core(tree) - HOT)


def test_every_module_has_its_place() -> None:
    assert sorted(ORDER) == sorted(set(MODULES) - set(PACKAGES))


def test_a_module_imports_only_what_lies_above_it_or_to_its_left() -> None:
    assert against_the_order(inside=False) == set()


def test_inside_a_function_it_does_so_too() -> None:
    assert against_the_order(inside=True) == set(UPWARD)


def test_no_two_modules_need_each_other() -> None:
    graph = {module: of_core(MODULES[module]) for module in ORDER}
    assert circles(graph) == []


def test_a_package_imports_nothing_with_itself() -> None:
    found = {name for name in PACKAGES if of_core(MODULES[name], inside=False)}
    assert found == {"building.__init__"}  # what a setup.py imports, before core is installed


def test_only_these_import_by_a_name_that_is_not_written_there() -> None:
    assert {module for module in ORDER if imports_by_name(MODULES[module])} == set(BY_NAME)


def test_hot_modules_import_nothing_cold() -> None:
    found = {("stackyard.position", name) for name in cold("stackyard", MODULES["position"])}
    for compiled in COMPILED:
        for module in compiled.modules:
            tree = ast.parse(compiled.source(module).read_text("utf-8"))
            names = cold(compiled.package, tree)
            found |= {(f"{compiled.package}.{module}", name) for name in names}
    assert found == set(COLD)


def test_core_knows_no_plugin_and_no_command_line() -> None:
    names = {name.partition(".")[0] for tree in MODULES.values() for name in imported(tree)}
    strangers = {name for name in names if name.startswith("stackyard_")}
    assert strangers | names & {"click", "rich"} == set()


def test_the_build_module_imports_nothing_of_core() -> None:
    parts = [tree for name, tree in MODULES.items() if name.startswith("building.")]
    assert {name.partition(".")[0] for tree in parts for name in of_core(tree)} == {"building"}


@pytest.mark.parametrize(
    ("source", "at_import", "inside"),
    [
        ("from stackyard.cells.bits import bit", {"bits"}, set()),
        ("from stackyard import rng, Match", {"rng", "stackyard.Match"}, set()),
        ("import stackyard.drawing.text", {"drawing.text"}, set()),
        ("from stackyard.drawing import text", {"drawing.text"}, set()),
        ("class A:\n    from stackyard.game import Game", {"game"}, set()),
        ("try:\n    import stackyard.game\nexcept ImportError:\n    pass", {"game"}, set()),
        (
            "if TYPE_CHECKING:\n    import stackyard.game\nelse:\n    import stackyard.rng",
            {"rng"},
            set(),
        ),
        ("def f():\n    import stackyard.game", set(), {"game"}),
        ("class A:\n    def f(self):\n        from stackyard import rng", set(), {"rng"}),
        ("async def f():\n    if x:\n        import stackyard.cells.bits", set(), {"bits"}),
        ("def f():\n    if TYPE_CHECKING:\n        import stackyard.game", set(), set()),
        ("x = import_module('stackyard.rng')", {"rng"}, set()),
        ("def f():\n    importlib.import_module('stackyard.rng').x()", set(), {"rng"}),
        ("f = lambda: __import__('stackyard.cells.bits')", set(), {"bits"}),
        ("import os\nfrom pathlib import Path", set(), set()),
    ],
)
def test_the_imports_of_a_module_are_seen(
    source: str, at_import: set[str], inside: set[str]
) -> None:
    tree = ast.parse(source)
    assert of_core(tree, inside=False) == at_import
    assert of_core(tree) == at_import | inside


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
        ("from stackyard.game import nearest", {"game"}),
        ("def f():\n    import click", {"click"}),
        ("from stackyard import hookimpl", {"stackyard.hookimpl"}),
        ("from stackyard_filo.rules import Filo", {"stackyard_filo.rules.Filo"}),
    ],
)
def test_what_is_cold_is_seen(source: str, found: set[str]) -> None:
    assert cold("stackyard_silo", ast.parse(source)) == found


def test_only_the_conformance_kit_needs_pytest() -> None:
    users = {
        module
        for module, tree in MODULES.items()
        if any(name.partition(".")[0] == "pytest" for name in imported(tree))
    }
    assert users == {"testing.conformance", "testing.plugin"}


def test_importing_stackyard_alone_is_free() -> None:
    program = "import sys, stackyard; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "stackyard" in loaded
    heavy = {"pluggy", "librt", "click", "rich", "packaging", "importlib.metadata"}
    assert [name for name in loaded if name.startswith("stackyard.") or name in heavy] == []
