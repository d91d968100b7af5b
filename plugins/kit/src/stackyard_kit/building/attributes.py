"""Write the module by which a compiled game gives the attributes of its positions as numbers.

Learned weights are read from them where a game declares no traits (stackyard_engine.eval). Only
attributes whose types stand in the source of the class are given: annotated ones, and those that
`__init__` takes from annotated parameters.
"""

from __future__ import annotations

import ast
from typing import Final

ORIGIN: Final = "stackyard_engine.eval.attributes"  # the module that it stands for
MODULE: Final = "_attributes"
COMMON: Final = ("player", "winner", "mid_turn")  # attributes that every position has
NUMBERS: Final = ("i64", "i32", "i16", "u8")  # an `int` may have more than 64 bits
VECTORS: Final = tuple([f"vec[{kind}]" for kind in NUMBERS])
PAIR: Final = "tuple[i64, i64]"
ALIASES: Final = {"Cells": PAIR}  # of stackyard.cells.pairs

CODE: Final = '''\
"""The attributes of a position as words (written by the build)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from {package}.rules import {position} as Position

FIRST = 3


def scalars(position: Position) -> int:
    return {scalars}


def lengths(position: Position) -> list[int]:
    return [{lengths}]


def write_words(position: Position, widths: vec[i64], words: vec[i64]) -> None:
    at: i64 = {scalars}
    n: i64 = 0
    wanted: i64 = 0
    end: i64 = 0
    words[0] = i64(position.player)
    words[1] = 0
    if position.mid_turn:
        words[1] = 1
    words[2] = i64(len(position.legal_moves()))
{lines}

COPY_OF = {origin!r}
'''
VECTOR: Final = """\
    wanted = widths[{number}]
    if wanted:
        own{number} = position.{name}
        end = i64(len(own{number}))
        n = 0
        while n < wanted:
            words[at + n] = 0
            if n < end:
                words[at + n] = i64(own{number}[n])
            n += 1
        at += wanted
"""


def attributes_module(package: str, rules: str, position: str) -> str | None:
    """The source of the module for the class `position` of a package's `rules`.

    None for a class with a method `traits`, or one that the source does not define.
    """
    for node in ast.parse(rules).body:
        if isinstance(node, ast.ClassDef) and node.name == position:
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            if "traits" not in methods and not node.bases:
                return _module(package, position, _types(node))
    return None


def _module(package: str, position: str, types: dict[str, str]) -> str:
    lines: list[str] = []
    vectors: list[str] = []
    place = 3
    for name, kind in types.items():
        if kind == "bool":
            lines += [f"    words[{place}] = 0", f"    if position.{name}:"]
            lines.append(f"        words[{place}] = 1")
            place += 1
        elif kind in NUMBERS:
            lines.append(f"    words[{place}] = i64(position.{name})")
            place += 1
        elif kind == PAIR:
            lines.append(f"    words[{place}], words[{place + 1}] = position.{name}")
            place += 2
        else:
            vectors.append(name)
    blocks = [VECTOR.format(number=n, name=name) for n, name in enumerate(vectors)]
    return CODE.format(
        package=package,
        position=position,
        scalars=place,
        lengths=", ".join([f"len(position.{name})" for name in vectors]),
        lines="\n".join([*lines, "".join(blocks)]),
        origin=ORIGIN,
    )


def _types(node: ast.ClassDef) -> dict[str, str]:
    """The attributes of a class whose types are known, and those types."""
    found: dict[str, str] = {}
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            found[one.target.id] = _type(one.annotation)
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            given = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]
            parameters = {arg.arg: _type(arg.annotation) for arg in given if arg.annotation}
            for line in method.body:
                for name, kind in _assigned(line, parameters).items():
                    found.setdefault(name, kind)
    known = (*NUMBERS, *VECTORS, PAIR, "bool")
    return {
        name: kind
        for name, kind in found.items()
        if kind in known and name not in COMMON and not name.startswith("__")
    }


def _assigned(line: ast.stmt, parameters: dict[str, str]) -> dict[str, str]:
    """The attributes that a line of `__init__` sets, with their types."""
    if isinstance(line, ast.AnnAssign):
        return {name: _type(line.annotation) for name in _attributes([line.target])}
    if not isinstance(line, ast.Assign):
        return {}
    value, kind = line.value, ""
    if isinstance(value, ast.Name):
        kind = parameters.get(value.id, "")
    elif isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
        kind = parameters.get(value.value.id, "")  # a copy, as in `cells[:]`
        if not isinstance(value.slice, ast.Slice):  # an element
            kind = kind[len("vec[") : -1] if kind in VECTORS else ""
    elif isinstance(value, ast.Call):
        kind = _type(value.func)
    elif isinstance(value, ast.Constant):
        kind = type(value.value).__name__
    return dict.fromkeys(_attributes(line.targets), kind)


def _attributes(targets: list[ast.expr]) -> list[str]:
    """The names of attributes of self among the targets of an assignment."""
    return [
        target.attr
        for target in targets
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    ]


def _type(node: ast.expr | None) -> str:
    """An annotation as text; empty without one."""
    text = "" if node is None else ast.unparse(node).strip("'\"")
    return ALIASES.get(text, text)
