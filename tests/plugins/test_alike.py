"""The games look alike from outside: the same files, the same order, the same words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Template

import pytest

from stackyard import Game, Option, load_game

ROOT = Path(__file__).parents[2]
PACKAGES = {path.parent.name: path.parent for path in ROOT.glob("plugins/*/src/*/rules.py")}
NAMES = {package: package.removeprefix("stackyard_") for package in PACKAGES}
TEMPLATES = sorted(ROOT.glob("cli/src/stackyard_cli/templates/*/game.py.txt"))
SOURCES = [*[folder / "game.py" for folder in PACKAGES.values()], *TEMPLATES]

each_package = pytest.mark.parametrize("package", PACKAGES, ids=NAMES.get)
each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parent.name)


def class_in(source: Path) -> ast.ClassDef:
    """The game's class, also of a template of `stackyard new`."""
    text = Template(source.read_text("utf-8")).safe_substitute(camel="X", package="x")
    (found,) = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Game")
    ]
    return found


def methods(found: ast.ClassDef) -> list[str]:
    return [node.name for node in found.body if isinstance(node, ast.FunctionDef)]


def sections(path: Path) -> list[str]:
    """The comments that divide a class."""
    lines = path.read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("    # ")]


def strings(found: ast.ClassDef) -> Iterator[str]:
    """The strings in the methods of a class, without what an f-string says beside its values."""
    for method in found.body:
        if isinstance(method, ast.FunctionDef):
            inside = {
                id(part)
                for node in ast.walk(method)
                if isinstance(node, ast.JoinedStr)
                for part in node.values
            }
            for node in ast.walk(method):
                if isinstance(node, ast.Constant) and id(node) not in inside:
                    yield str(node.value)


def options(name: str) -> dict[str, Option]:
    return {option.name: option for option in load_game(name).options}


def test_all_games_are_compared() -> None:
    assert set(NAMES.values()) >= {"filo", "pit_of_pillars", "silo", "slicron", "splay"}
    assert len(TEMPLATES) == 3


@each_package
def test_every_game_has_its_files(package: str) -> None:
    files = {path.name for path in PACKAGES[package].iterdir()}
    assert files >= {"__init__.py", "plugin.py", "rules.py", "game.py", "rules.md", "py.typed"}


@each_source
def test_methods_come_in_the_order_of_the_class_game(source: Path) -> None:
    declared = list(vars(Game))
    known = [name for name in methods(class_in(source)) if name in declared]
    assert known == sorted(known, key=declared.index)
    assert len(known) > 8


@each_source
def test_sections_are_those_of_the_class_game(source: Path) -> None:
    core = sections(ROOT / "core/src/stackyard/game.py")
    assert sections(source) == [name for name in core if name in sections(source)]
    assert len(sections(source)) == 5


@each_package
def test_colours_are_typed_once(package: str) -> None:
    game = load_game(NAMES[package])
    assert len(set(game.letters)) == 2
    rules = import_module(f"{package}.rules")
    assert [getattr(rules, colour.upper()) for colour in game.colours] == [0, 1]
    letters = {*game.letters, game.letters, *game.letters.upper(), game.letters.upper()}
    typed = set(strings(class_in(PACKAGES[package] / "game.py")))
    assert typed & {*letters, *game.colours} == set()


def test_an_option_of_several_games_means_the_same_in_all() -> None:
    for name in ("pie", "side"):
        shared = [known[name] for known in map(options, NAMES.values()) if name in known]
        assert len(shared) > 1
        assert len({option.help for option in shared}) == 1
        assert len({type(option.values) for option in shared}) == 1


@each_package
def test_options_come_in_one_order(package: str) -> None:
    declared = options(NAMES[package])
    assert next(iter(declared)) in ("size", "side")
    assert "pie" not in list(declared)[:-1]
    assert (True, False) not in [option.values for option in declared.values()]


@each_package
def test_every_sentence_of_a_refusal_has_an_example(package: str) -> None:
    table = import_module(f"{package}.refusals").refused.sentences
    examples = import_module(f"tests.plugins.{NAMES[package]}.examples").REFUSALS
    assert set(table) == {rule for _, _, rule, *_ in examples} - {"game-over"}
