"""Core's layers: a module imports only from lines above it, or from its left on its own line."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "core/src/stackyard"
LAYERS = [
    ["errors", "options", "about"],
    ["boards", "bits", "stacks"],
    ["position", "scenes", "game", "rng"],
    [
        *("search.playouts", "search.enumeration", "search.tree", "search.mcts"),
        "search.alphabeta",
    ],
    ["plugins.hookspecs", "plugins.finding", "plugins.host"],
    [
        *("match", "search.thinking", "search.workers", "players", "search.levels"),
        "plugins.standard",
    ],
    ["records.format", "records.replays", "records.archive"],
    [
        "drawing.picture",
        "drawing.text",
        "drawing.svg",
        "drawing.clickable",
        "drawing.film",
        "drawing.raster",
    ],
    [
        *("testing.samples", "testing.moves", "testing.texts", "testing.keys"),
        *("testing.views", "testing.counts", "testing.builds", "testing.matches"),
        *("testing.conformance", "testing.plugin"),
    ],
    ["building.imports", "building.native", "building.tools"],
]
PLACE = {
    name: (line, place) for line, names in enumerate(LAYERS) for place, name in enumerate(names)
}
MODULES = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts): path
    for path in sorted(SOURCES.rglob("*.py"))
    if path.name != "__init__.py"
}


def at_import(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that run when the module is imported, outside `if TYPE_CHECKING:`."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo += node.orelse
            continue
        if isinstance(node, ast.stmt):
            yield node
        todo += ast.iter_child_nodes(node)


def imported(statement: ast.stmt) -> list[str]:
    """The full names of what a statement imports: modules, or names in them."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if isinstance(statement, ast.ImportFrom):
        assert statement.level == 0, "imports are written in full"
        return [f"{statement.module}.{alias.name}" for alias in statement.names]
    return []


def of_core(tree: ast.Module) -> set[str]:
    """The modules of core that are imported with this one."""
    found = set()
    for statement in at_import(tree):
        for name in imported(statement):
            parts = name.split(".")
            if parts[0] == "stackyard":
                inner = [".".join(parts[1:end]) for end in range(len(parts), 1, -1)]
                found.add(next((module for module in inner if module in PLACE), name))
    return found


def read(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def test_every_module_has_its_place() -> None:
    assert sorted(PLACE) == sorted(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_lies_above_it_or_to_its_left(module: str) -> None:
    line, place = PLACE[module]
    wrong = [
        name
        for name in sorted(of_core(read(module)))
        if name not in PLACE
        or (PLACE[name][0] == line and PLACE[name][1] >= place)
        or PLACE[name][0] > line
    ]
    assert wrong == []


@pytest.mark.parametrize("module", MODULES)
def test_core_knows_no_plugin_and_no_command_line(module: str) -> None:
    names = {
        name.partition(".")[0]
        for node in ast.walk(read(module))
        if isinstance(node, ast.stmt)
        for name in imported(node)
    }
    strangers = {name for name in names if name.startswith("stackyard_")}
    assert strangers | names & {"click", "rich"} == set()


def test_the_build_module_imports_nothing_of_core() -> None:
    sources = [path.read_text("utf-8") for path in (SOURCES / "building").glob("*.py")]
    nodes = [node for text in sources for node in ast.walk(ast.parse(text))]
    names = [name for node in nodes if isinstance(node, ast.stmt) for name in imported(node)]
    of_core = {name for name in names if name.partition(".")[0] == "stackyard"}
    assert of_core
    assert all(name.startswith("stackyard.building.") for name in of_core)


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("from stackyard.bits import bit", {"bits"}),
        ("from stackyard import rng, Match", {"rng", "stackyard.Match"}),
        ("import stackyard.drawing.text", {"drawing.text"}),
        ("from stackyard.drawing import text", {"drawing.text"}),
        ("class A:\n    from stackyard.game import Game", {"game"}),
        ("try:\n    import stackyard.game\nexcept ImportError:\n    pass", {"game"}),
        ("if TYPE_CHECKING:\n    import stackyard.game\nelse:\n    import stackyard.rng", {"rng"}),
        ("def f():\n    import stackyard.game", set()),
        ("import os\nfrom pathlib import Path", set()),
    ],
)
def test_the_imports_of_a_module_are_seen(source: str, modules: set[str]) -> None:
    assert of_core(ast.parse(source)) == modules


def test_only_the_conformance_kit_needs_pytest() -> None:
    users = {
        module
        for module in MODULES
        for node in ast.walk(read(module))
        if isinstance(node, ast.stmt)
        if any(name.partition(".")[0] == "pytest" for name in imported(node))
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
