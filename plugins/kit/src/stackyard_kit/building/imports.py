"""Redirect the imports of compiled modules: to private copies, and to the class of one game.

Imports are found in the syntax tree and replaced in the text, so that every other line keeps its
number and tracebacks name the right ones. An import that cannot be redirected stops the build:
it would compile, and be slow.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

HOME = "stackyard.position"  # where the name Position comes from
# Protocols of which a game's class takes the place, if it has the method that each adds.
PROTOCOLS = {"Position": "", "Coded": "", "Traited": "traits"}

Rewrite = Callable[[ast.ImportFrom], str | None]


def private_name(module: str) -> str:
    """The name of the private copy of a module: `_tree` for `stackyard_engine.mcts.tree`."""
    return f"_{module.rpartition('.')[2]}"


def defines_class(source: str, name: str) -> bool:
    """Tell if a module defines or imports a class of this name."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return True
        if isinstance(node, ast.ImportFrom) and name in [a.asname or a.name for a in node.names]:
            return True
    return False


def imports_from(source: str, module: str) -> bool:
    """Tell if a module imports names from this one."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return any(node.module == module and not node.level for node in nodes)


def redirect_imports(source: str, package: str, embed: Sequence[str], where: str) -> str:
    """`source`, importing from the package's private copies of the modules it embeds.

    `where` names the module in the sentence that stops the build.
    """
    copies = {module: f"{package}.{private_name(module)}" for module in embed}
    tree = ast.parse(source, where)
    _refuse_whole_modules(tree, list(copies), where)

    def redirect(node: ast.ImportFrom) -> str | None:
        copy = None if node.level else copies.get(node.module or "")
        return copy and _import(copy, node.names)

    return _rewrite_imports(source, tree, redirect)


def methods_of(source: str, name: str) -> set[str] | None:
    """The methods of a class that a module defines; None if the source does not tell them all."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == name and not node.bases:
            return {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return None


def bind_position(
    source: str, package: str, position: str, where: str, methods: set[str] | None = None
) -> str:
    """The source of an embedded module with the class `position` in the place of Position.

    A protocol stays where the class lacks its method among `methods`, if these are known.
    """
    tree = ast.parse(source, where)
    _refuse_whole_modules(tree, [HOME], where)
    mistake = (
        f"{where} names Position, but cannot be compiled for {position}:"
        f" it does not say `from {HOME} import Position`"
    )

    def bind(node: ast.ImportFrom) -> str | None:
        classes = [
            ast.alias(position, alias.asname or alias.name)
            for alias in node.names
            if _stands_for(alias.name, methods)
        ]
        if not classes:
            return None
        if node.module != HOME:
            raise SystemExit(mistake)
        others = [alias for alias in node.names if not _stands_for(alias.name, methods)]
        kept = [_import(HOME, others)] if others else []
        return "; ".join([*kept, _import(f"{package}.rules", classes)])

    text = _rewrite_imports(source, tree, bind)
    if text == source and _names_position(tree):
        raise SystemExit(mistake)
    return text


def _stands_for(protocol: str, methods: set[str] | None) -> bool:
    """Tell if a class with these methods takes the place of a name."""
    method = PROTOCOLS.get(protocol)
    return method is not None and (not method or methods is None or method in methods)


def _refuse_whole_modules(tree: ast.Module, modules: Sequence[str], where: str) -> None:
    """Stop at an import that binds one of these modules, or a package around it, as a whole."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            bound = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            bound = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for module in modules:
            if any(f"{module}.".startswith(f"{name}.") for name in bound):
                raise SystemExit(
                    f"{where}, line {node.lineno}: `{ast.unparse(node)}` cannot be redirected"
                    f" to the compiled copy of {module}: write `from {module} import` and the names"
                )


def _names_position(tree: ast.Module) -> bool:
    """Tell if any name in a module is Position."""
    fields = ("id", "attr", "name", "asname")  # of names, attributes and imports
    return any(
        getattr(node, field, None) == "Position" for node in ast.walk(tree) for field in fields
    )


def _import(module: str, names: Sequence[ast.alias]) -> str:
    return ast.unparse(ast.ImportFrom(module, list(names), 0))


def _rewrite_imports(source: str, tree: ast.Module, rewrite: Rewrite) -> str:
    """`source` with import statements replaced; its lines keep their numbers."""
    lines = source.encode().splitlines(keepends=True)  # columns are counted in bytes
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        text = rewrite(node)
        if text is None or node.end_lineno is None:
            continue
        first, last = node.lineno - 1, node.end_lineno - 1
        before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        blank = b"\n" * (last - first)
        lines[first : last + 1] = [before + text.encode() + after + blank]
    return b"".join(lines).decode()
