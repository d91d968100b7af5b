"""A game needs core alone: what others know of it is loaded by the hooks of packages that may lack.

Each module that the game needs is imported in a process in which no other package of ours can be.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import GAMES, ROOT
from tests.import_graph import RUNNING, Package

from stackyard.plugins.registry import registry

SOURCES = [
    *[ROOT / f"plugins/{game}/src/stackyard_{game}" for game in GAMES],
    *sorted(ROOT.glob("docs/authors/games/*/src/stackyard_*")),
    *sorted(ROOT.glob("docs/researchers/peers/*/src/stackyard_*")),
]
ALONE = """
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder

package, game, *modules = sys.argv[1:]

class Wall(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        ours = {package, f"{package}__mypyc", "stackyard__mypyc"}
        if first.startswith("stackyard_") and first not in ours:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Wall())
for module in modules:
    import_module(f"{package}.{module}")
module, _, name = game.partition(":")
game = getattr(import_module(module), name)()
game.scene(game.initial())
"""


def registered(package: str, *, optional: bool) -> list[str]:
    """The targets that a plugin registers by hooks that are marked so."""
    manager = registry().manager
    plugin: Any = import_module(f"{package}.plugin")
    targets: list[str] = []
    for name in dir(plugin):
        marks: Any = manager.parse_hookimpl_opts(plugin, name)
        if marks is not None and marks["optionalhook"] == optional:
            getattr(plugin, name)(lambda about, target: targets.append(target))
    return targets


def reached(graph: dict[str, set[str]], targets: list[str]) -> set[str]:
    """Modules loaded with these targets; a target may also be a file of a package."""
    modules = [target.partition(":")[0] for target in targets if "/" not in target]
    todo = [module.partition(".")[2] for module in modules]
    seen: set[str] = set()
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += graph[module]
    return seen


@pytest.mark.parametrize("sources", SOURCES, ids=[sources.name for sources in SOURCES])
def test_a_game_is_loaded_with_core_alone(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(sources.parent)
    package = Package(sources)
    graph = {module: names & {*package.modules} for module, names in package.graph(RUNNING).items()}
    by_hooks = reached(graph, registered(sources.name, optional=True))
    needed = reached(graph, registered(sources.name, optional=False)) | {"plugin"}
    assert set(graph) - by_hooks - needed == {"__init__"}
    (game,) = [
        target
        for target in registered(sources.name, optional=False)
        if target.partition(":")[0] == f"{sources.name}.game"
    ]
    result = subprocess.run(
        [sys.executable, "-c", ALONE, sources.name, game, *sorted(needed)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(sources.parent), "STACKYARD_PLUGINS": ""},
    )
    assert result.stderr == ""
