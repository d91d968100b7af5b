"""The imports of a package, read in its sources: at load time, in functions, for typing alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, cached_property
from pathlib import Path

Graph = Mapping[str, Iterable[str]]


class When(Enum):
    """When a statement of import runs."""

    LOADED = auto()  # with its module
    CALLED = auto()  # with a function
    TYPING = auto()  # never: it stands under `if TYPE_CHECKING:`


ALWAYS = frozenset(When)
RUNNING = frozenset({When.LOADED, When.CALLED})


@dataclass(frozen=True)
class Import:
    """The full name of a module, or of something in a module."""

    name: str
    when: When


def imports(tree: ast.AST, when: When = When.LOADED) -> Iterator[Import]:
    """All imports of a module whose names can be read there."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If() if "TYPE_CHECKING" in ast.unparse(node.test):
                yield from imports(ast.Module(node.body, []), When.TYPING)
                yield from imports(ast.Module(node.orelse, []), when)
                continue
            case ast.Import(names=names):
                yield from [Import(alias.name, when) for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, "imports are written in full"
                yield from [Import(f"{module}.{alias.name}", when) for alias in names]
            case ast.Call(func=function, args=[ast.Constant(value=str(name))]):
                if is_importer(function):
                    yield Import(name, when)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from imports(node, When.CALLED if inside and when is When.LOADED else when)


@cache
def all_imports(tree: ast.AST) -> tuple[Import, ...]:
    """The imports of a tree, which is searched once."""
    return tuple(imports(tree))


def imported(tree: ast.AST, times: Iterable[When] = ALWAYS) -> list[str]:
    """The full names of what is imported at these times."""
    return [found.name for found in all_imports(tree) if found.when in times]


def is_importer(node: ast.AST) -> bool:
    """Tell if this is import_module, or Python's own function below it."""
    return isinstance(node, ast.Name | ast.Attribute) and (
        ast.unparse(node).rpartition(".")[2] in {"import_module", "__import__"}
    )


def imports_by_name(tree: ast.AST) -> bool:
    """Tell if some name of what is imported cannot be read in the source."""
    nodes = list(ast.walk(tree))
    read = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and is_importer(node.func)
        if isinstance(node.args[0], ast.Constant)
    ]
    return sum(map(is_importer, nodes)) > len(read)


@dataclass(frozen=True)
class Package:
    """The sources of an import package."""

    sources: Path

    @property
    def name(self) -> str:
        return self.sources.name

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """By their names without the package's; a package within it is `name.__init__`."""
        return {
            ".".join(path.relative_to(self.sources).with_suffix("").parts): ast.parse(
                path.read_text("utf-8")
            )
            for path in sorted(self.sources.rglob("*.py"))
        }

    def own(self, tree: ast.AST, times: Iterable[When] = ALWAYS) -> set[str]:
        """The modules of this package that are imported; another name in it as it is written."""
        found = set()
        for name in imported(tree, times):
            parts = name.split(".")
            if parts[0] == self.name:
                inner = [".".join(parts[1:end]) for end in range(len(parts), 1, -1)]
                found.add(next((module for module in inner if module in self.modules), name))
        return found

    def graph(self, times: Iterable[When] = ALWAYS) -> dict[str, set[str]]:
        """For each module those of the package that it imports."""
        return {name: self.own(tree, times) for name, tree in self.modules.items()}

    @cached_property
    def neighbours(self) -> dict[str, set[str]]:
        """For each module the other top-level packages that it imports."""
        return {
            name: {full.partition(".")[0] for full in imported(tree)} - {self.name}
            for name, tree in self.modules.items()
        }


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
    found = {
        tuple(sorted(other for other in leads[name] if name in leads.get(other, ())))
        for name in graph
        if name in leads[name]
    }
    return [list(names) for names in sorted(found)]
