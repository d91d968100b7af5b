"""What compiled modules must not hold, because mypyc makes something else of it.

A literal shifted left is a 32-bit number, and so is a name that has no other value. A name that is
given something else as well, as in a loop, is a variable of 64 bits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = [file for file in ROOT.glob("plugins/*/setup.py") if "setup_game(" in file.read_text()]
SETUPS = sorted([ROOT / "core/setup.py", *GAMES])
WIDE = 2**62  # from here on a literal is a slow Python int
UNWANTED = {"click", "pluggy", "rich"}


def listed(node: ast.expr | None) -> list[str]:
    if node is None:
        return []
    names: list[str] = ast.literal_eval(node)
    return names


def in_folder(folder: Path, module: str) -> Path:
    return folder / f"{module.replace('.', '/')}.py"


def compiled_modules(setup: Path) -> list[Path]:
    """The sources that a setup.py compiles under their own names; embedded ones are core's."""
    for node in ast.walk(ast.parse(setup.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        if node.func.id == "setup_core":
            folder, names = "src/stackyard", listed(named["compile"])
        elif node.func.id == "setup_game":
            folder, names = f"src/{ast.literal_eval(node.args[0])}", listed(named["compile"])
            core = ROOT / "core/src/stackyard"
            embedded = [
                core / f"{name.replace('.', '/')}.py" for name in listed(named.get("embed"))
            ]
            return [setup.parent / folder / f"{name}.py" for name in names] + embedded
        else:
            continue
        return [in_folder(setup.parent / folder, name) for name in names]
    return []


SOURCES = sorted({path for setup in SETUPS for path in compiled_modules(setup)})


Bindings = dict[str, list[ast.expr | None]]


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or function without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef):
            yield from own_nodes(node)


def bindings(scope: ast.AST) -> Bindings:
    """What each name of a scope is given, None standing for what is only known at run time."""
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
        """Whether the compiler knows a number: a name does not help if it has no other value."""
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

    def unwanted_names(self) -> Iterator[str]:
        """Imports that have no place in a compiled module, and run-time protocols."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {node.module or "", *(alias.name for alias in node.names)}
            else:
                continue
            for name in sorted(names):
                if name.partition(".")[0] in UNWANTED or name.endswith(
                    ("hookspecs", "hookimpl", "runtime_checkable")
                ):
                    yield f"line {node.lineno}: {name}"


def test_the_compiled_modules_are_found() -> None:
    assert len(SETUPS) >= 2
    assert [setup for setup in SETUPS if not compiled_modules(setup)] == []
    names = {path.relative_to(ROOT).as_posix() for path in SOURCES}
    assert {"core/src/stackyard/bits.py", "core/src/stackyard/search/mcts.py"} <= names
    assert "plugins/silo/src/stackyard_silo/rules.py" in names
    assert [path for path in SOURCES if not path.is_file()] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_no_compiled_module_holds_a_trap(path: Path) -> None:
    scanner = Scanner(path.read_text("utf-8"))
    assert list(scanner.shifts()) == []
    assert list(scanner.wide_literals()) == []
    assert list(scanner.unwanted_names()) == []


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


@pytest.mark.parametrize(
    "source",
    [
        "import click",
        "from rich.table import Table",
        "def f():\n    import pluggy",
        "from stackyard.plugins.hookspecs import hookimpl",
        "from stackyard import hookimpl",
        "from typing import Protocol, runtime_checkable",
    ],
)
def test_an_import_that_has_no_place_there_is_found(source: str) -> None:
    assert list(Scanner(source).unwanted_names())


def test_other_imports_are_left_alone() -> None:
    source = "from librt.vecs import vec\nimport math\nfrom stackyard.bits import bit\n"
    assert list(Scanner(source).unwanted_names()) == []
