"""The module that gives the attributes of positions as numbers."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard_kit.building.attributes import attributes_module

RULES = """
class Towers:
    _late: i64

    def __init__(self, heights: vec[i64], sides: vec[i64], men: Cells, board: Tables) -> None:
        self.player = 0
        self.winner = -1
        self.mid_turn = True
        self.words = heights[:]
        self._left = sides[1]
        self._men = men
        self._board = board
        self._open: bool = False
        self._taken: int = 0
        self._words = ["a"]
        self._made = make(heights)
"""


def made(monkeypatch: pytest.MonkeyPatch, position: object) -> Any:
    rules = ModuleType("towers.rules")
    rules.__dict__["Towers"] = type(position)
    monkeypatch.setitem(sys.modules, "towers", ModuleType("towers"))
    monkeypatch.setitem(sys.modules, "towers.rules", rules)
    text = attributes_module("towers", RULES, "Towers")
    assert text is not None
    module = ModuleType("towers._attributes")
    exec(compile(text, "attributes", "exec"), module.__dict__)
    return module


class Towers:
    player = 1
    mid_turn = True
    _late = 7
    _left = 5
    _men = (2**40, 3)
    _open = True
    _taken = 2**70
    words = vec[i64]([4, 0, 2])

    def legal_moves(self) -> list[int]:
        return [1, 2]


def words(module: Any, room: int) -> list[int]:
    found = vec[i64]([9] * (int(module.scalars(Towers())) + room))
    module.write_words(Towers(), vec[i64]([room]), found)
    return [int(word) for word in found]


def test_numbers_come_first_and_vectors_as_long_as_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = made(monkeypatch, Towers())
    numbers = [1, 1, 2, 7, 5, 2**40, 3, 1]
    assert module.lengths(Towers()) == [3]
    assert words(module, 3) == [*numbers, 4, 0, 2]
    assert words(module, 5) == [*numbers, 4, 0, 2, 0, 0]
    assert words(module, 2) == [*numbers, 4, 0]
    assert words(module, 0) == numbers


def test_the_copy_is_found_for_the_class_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    module = made(monkeypatch, Towers())
    assert module.Position is Towers
    assert module.COPY_OF == "stackyard_engine.eval.attributes"


@pytest.mark.parametrize(
    "rules",
    [
        "class Other:\n    pass\n",
        "class Towers:\n    def traits(self, found: vec[i64]) -> None: ...\n",
        "class Towers(Base):\n    pass\n",
    ],
    ids=["of another name", "with traits of its own", "that inherits"],
)
def test_a_class_gets_none(rules: str) -> None:
    assert attributes_module("towers", rules, "Towers") is None
