"""Code that compiled modules must not hold, because mypyc makes something else of it.

A literal shifted left is a 32-bit number, and so is a name that has no other value. A name that is
given something else as well, as in a loop, is a variable of 64 bits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.conftest import COMPILED, GAMES, ROOT

WIDE = 2**62  # from here on a literal is a slow Python int
AT_HOME = {  # the source of each compiled module, by its full name
    f"{found.package}.{module}": found.source(module)
    for found in COMPILED
    for module in found.modules
}
SOURCES = sorted(AT_HOME.values())

Bindings = dict[str, list[ast.expr | None]]


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or function without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef):
            yield from own_nodes(node)


def bindings(scope: ast.AST) -> Bindings:
    """The values that each name of a scope is given; None stands for one known at run time only."""
    found: Bindings = {}

    def bind(target: ast.expr, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            found.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) else [None] * len(target.elts)
            for inner, part in zip(target.elts, values, strict=False):
                bind(inner, part)

    if isinstance(scope, ast.FunctionDef):
        for parameter in [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]:
            found[parameter.arg] = [None]
    for node in own_nodes(scope):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    bind(target, value)
            case ast.AnnAssign(target=target, annotation=ast.Name(id="int")):
                bind(target, None)  # it shifts as Python's ints do
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                bind(target, value)
            case ast.NamedExpr(target=target, value=value):
                bind(target, value)
            case ast.AugAssign(target=target) | ast.For(target=target):
                bind(target, None)
    return found


class Scanner:
    """Finds the traps in one module."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        self.scopes = [(scope, bindings(scope)) for scope in (self.tree, *functions)]
        self.globals = self.scopes[0][1]

    def is_literal(self, node: ast.expr | None, names: Bindings) -> bool:
        """Tell if the compiler knows a number: a name does not help if it has no other value."""
        match node:
            case ast.Constant(value=int()):
                return True
            case ast.UnaryOp(operand=operand):
                return self.is_literal(operand, names)
            case ast.BinOp(left=left, right=right):
                return self.is_literal(left, names) and self.is_literal(right, names)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_literal(body, names) or self.is_literal(orelse, names)
            case ast.Call(func=ast.Name(id="i64" | "int"), args=[argument]):
                return self.is_literal(argument, names)
            case ast.Name(id=name):
                values = names.get(name, self.globals.get(name, []))
                others = {known: names[known] for known in names if known != name}
                others.setdefault(name, [None])
                return bool(values) and all(self.is_literal(value, others) for value in values)
        return False

    def shifts(self) -> Iterator[str]:
        """Left shifts of a literal, or of a name that is bound to nothing else."""
        for scope, names in self.scopes:
            for node in own_nodes(scope):
                match node:
                    case ast.BinOp(left=left, op=ast.LShift()) if self.is_literal(left, names):
                        yield f"line {node.lineno}: {ast.unparse(node)}"

    def wide_literals(self) -> Iterator[str]:
        """Int literals of 2^62 and more."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= WIDE:
                yield f"line {node.lineno}: {node.value:#x}"

    def run_time_protocols(self) -> Iterator[str]:
        """Imports of what lets isinstance ask for a protocol."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.name == "runtime_checkable":
                        yield f"line {node.lineno}: {alias.name}"


def test_the_compiled_modules_are_found() -> None:
    assert sorted(found.package for found in COMPILED) == sorted(
        ["stackyard", "stackyard_engine", *(f"stackyard_{game}" for game in GAMES)]
    )
    names = {path.relative_to(ROOT).as_posix() for path in SOURCES}
    assert {
        "core/src/stackyard/cells/bits.py",
        "plugins/engine/src/stackyard_engine/mcts/search.py",
        "plugins/silo/src/stackyard_silo/rules.py",
    } <= names
    assert [path for path in SOURCES if not path.is_file()] == []


def test_only_modules_that_are_compiled_at_home_are_embedded_elsewhere() -> None:
    assert [found.package for found in COMPILED if not set(found.embedded) <= set(AT_HOME)] == []


def test_a_package_embeds_every_compiled_module_that_its_own_import() -> None:
    missing = []
    for found in COMPILED:
        inside = {*found.embedded, *(f"{found.package}.{module}" for module in found.modules)}
        for module in sorted(inside):
            tree = ast.parse(AT_HOME[module].read_text("utf-8"))
            imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            outside = imported & set(AT_HOME) - inside
            missing += [f"{found.package}: {module} imports {name}" for name in outside]
    assert missing == []


def test_no_compiled_module_holds_a_trap() -> None:
    traps = []
    for path in SOURCES:
        scanner = Scanner(path.read_text("utf-8"))
        found = [*scanner.shifts(), *scanner.wide_literals(), *scanner.run_time_protocols()]
        traps += [f"{path.relative_to(ROOT)}, {trap}" for trap in found]
    assert traps == []


@pytest.mark.parametrize(
    "source",
    [
        "x = 1 << n",
        "x = (1) << n",
        "x = -1 << n",
        "x = (1 + 1) << n",
        "x = True << n",
        "x = i64(1) << n",
        "one: i64 = 1\nx = one << n",
        "def f(n: i64) -> i64:\n    one: i64 = 1\n    return one << n",
        "ONE: Final = 1\ndef f(n: i64) -> i64:\n    return ONE << n",
        "ONE: Final = 1\ndef f(n: i64) -> i64:\n    one: i64 = ONE\n    return one << n",
        "one, two = 1, n\nx = one << n",
        "x = y = 1\nz = y << n",
        "if (one := 1) and one << n:\n    pass",
        "def f(n: i64) -> i64:\n    one: i64 = 1\n    if n:\n        one = 3\n    return one << n",
        "def f(n: i64) -> i64:\n    n += 1\n    return n\none: i64 = 1\nx = one << n",
        "class A:\n    def f(self, n: i64) -> i64:\n        return 1 << n",
        "x = (1 if y else z) << n",
        "f(a[1 << n])",
    ],
)
def test_a_left_shift_of_a_literal_is_found(source: str) -> None:
    assert len(list(Scanner(source).shifts())) == 1


@pytest.mark.parametrize(
    "source",
    [
        "x = n << 1",
        "x = 1 >> n",
        "one = n * 0 + 1\nx = one << n",
        "x = bit(n) << 3",
        "x = words[1] << n",
        "x = self.row << n",
        "stack: int = 1\ny = stack << 1",
        "for x in y:\n    z = x << n",
        "x = x\ny = x << n",
        "n <<= 1",
        "x = 0\nwhile y:\n    x = x << 1 | y",
        "x: i64 = 1\nif y:\n    x |= y\nz = x << n",
        "one = 1\ndef f(one: i64, n: i64) -> i64:\n    return one << n",
        "def f() -> i64:\n    x: i64 = 0\n    return x\ndef g(x: i64) -> i64:\n    return x << 1",
    ],
)
def test_other_shifts_are_left_alone(source: str) -> None:
    assert list(Scanner(source).shifts()) == []


def test_only_literals_that_are_too_wide_are_found() -> None:
    source = f"a = {2**62 - 1}\nb = {2**62}\nc = 0xFFFFFFFFFFFFFFFF\nd = True\ne = 5e300\n"
    assert list(Scanner(source).wide_literals()) == [
        "line 2: 0x4000000000000000",
        "line 3: 0xffffffffffffffff",
    ]


def test_a_run_time_protocol_is_found() -> None:
    scanner = Scanner("from typing import Protocol, runtime_checkable\n")
    assert list(scanner.run_time_protocols()) == ["line 1: runtime_checkable"]
    assert list(Scanner("from typing import Protocol\n").run_time_protocols()) == []
