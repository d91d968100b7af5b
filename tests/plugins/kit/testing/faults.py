"""The faults with which a game is broken, and the tests that find them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import Refusal
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]

# Parts of a sentence that differ from run to run, and the words of a Fault in their place.
VARYING = (
    (r"in \w+\.py, line \d+", "in rules.py, line 41"),
    (r"takes \d+ ms", "takes 20 ms"),
    (r"asked \d+ times", "asked 7 times"),
    (r"two codes: \d+ and \d+", "two codes: 0 and 7"),
    (r"9{9,}", "999…"),
    # What threads do to one another, each run in another place:
    (r"^position is .* instead of .*", "position is '9 4,3 w' instead of '5 4,3 w'"),
    (r"^legal_moves is .* instead of .*", "legal_moves is (0, 1, 2) instead of ()"),
    (r"^random_move is .* instead of .*", "random_move is 1 instead of 0"),
)


@dataclass(frozen=True)
class Fault:
    """The test that finds it, its sentence, and what the broken game has instead."""

    test: str
    sentence: str
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
    """The standard test finds the fault, with its sentence and the place; gives that."""
    tests = conformance(fault.position, fault.game, **fault.tests)
    failure = told(getattr(tests(), fault.test))
    assert re.search(r"in ShareGame\(counters=\d+, few=\w+", failure)
    assert "seed" in failure or fault.test == "test_description"
    sentence = failure.split("\n")[0].removeprefix("Failed: ")
    for varying, instead in VARYING:
        sentence = re.sub(varying, instead, sentence)
    assert sentence == fault.sentence
    return failure
