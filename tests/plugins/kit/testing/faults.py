"""What a game is broken with, and how the tests find it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import (
    Refusal,
)
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]


@dataclass(frozen=True)
class Fault:
    """The test that finds it, some of its words, and what the broken game has instead."""

    test: str
    words: str
    position: dict[str, Any] = field(default_factory=dict)
    game: dict[str, Any] = field(default_factory=dict)
    tests: dict[str, Any] = field(default_factory=dict)


def numbers(*moves: int) -> Any:
    return vec[i64](list(moves))


def sound(broken: Any) -> Any:
    """The class of what a broken position or game was made of."""
    return type(broken).__base__


def play_with(change: Callable[[Any], None]) -> dict[str, Any]:
    """Positions that are changed after each move."""

    def play(position: Any, move: int) -> None:
        sound(position).play(position, move)
        change(position)

    return {"play": play}


def count_moves(position: Any) -> None:
    position.moves = moves_of(position) + 1


def moves_of(position: Any) -> int:
    return int(getattr(position, "moves", 0))


SHARED: list[int] = []  # what broken positions take for memory of their own


def play_with_shared_memory(position: Any, move: int) -> None:
    SHARED[:] = [position.left - int(move) - 1]
    sound(position).play(position, move)
    position.left = SHARED[0]


def code_by_colours(position: Any) -> int:
    white, black = position.taken
    acts = 2 * int(position.player) + position.mid_turn
    return int(4 * ((position.left * 41 + white) * 41 + black) + acts)


def code_by_players(position: Any) -> int:
    """The same for positions with the colours exchanged, which are played alike."""
    taken = position.taken
    own, other = taken[position.player], taken[1 - position.player]
    return int(2 * ((position.left * 41 + own) * 41 + other) + position.mid_turn)


def refused(*refusal: Any) -> dict[str, Any]:
    return {"refusal": lambda game, move, position: Refusal(*refusal)}


ASKED = count()


def check_fault(fault: Fault, conformance: Made, told: Told) -> str:
    """The standard test finds the fault, and says where it is; gives what it says."""
    tests = conformance(fault.position, fault.game, **fault.tests)
    failure = told(getattr(tests(), fault.test))
    assert fault.words in failure
    assert re.search(r"in ShareGame\(counters=\d+, few=\w+", failure)
    assert "seed" in failure or fault.test == "test_description"
    return failure
