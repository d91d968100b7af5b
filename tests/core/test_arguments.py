"""Public functions refuse wrong arguments with a sentence of ours, not with Python's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.toy_games import WalkMaker, Yard

import stackyard
from stackyard import StackyardError
from stackyard.position import Position

HUGE = 10**20
NAN = float("nan")
ANYTHING: tuple[Any, ...] = (
    None,
    True,
    -1,
    5,
    HUGE,
    1.5,
    NAN,
    "nothing",
    b"x",
    [],
    {},
    object(),
    ("a",),
)
NO_TEXT = [value for value in ANYTHING if not isinstance(value, str)]
NO_NUMBER = [value for value in ANYTHING if not isinstance(value, int)] + [True]
NO_NAME = [*NO_TEXT, "nothing"]
NO_MOVE = [value for value in ANYTHING if value is not True]

# What Python and mypyc say of a wrong argument.
FOREIGN = re.compile(
    r"has no attribute|not supported between|object expected|too large to convert|unpack|"
    r"is not iterable|not subscriptable|indices must be|index out of range|bytes-like|"
    r"cannot be interpreted|cannot convert|unsupported operand|dictionary update|sqlite|recursion"
)


class Bench:
    """A game, and the public functions called with one wrong argument."""

    def __init__(self, walk: WalkMaker, folder: Path) -> None:
        self.game = walk("a 0 bc", "b 1 won 0", "c 1 won 1")
        self.course = stackyard.Course(self.game)
        self.archive = stackyard.Archive(folder / "archive.sqlite3")
        self.archive.add(stackyard.record_of(self.match()))

    def position(self) -> Position:
        return self.game.initial()

    def match(self, **settings: Any) -> stackyard.Match:
        return stackyard.Match(self.game, **{"players": ("random", "random"), **settings})


def limited(name: str) -> Callable[[Bench, Any], object]:
    """A call that limits an analysis by this."""
    return lambda b, x: stackyard.Limit(**{name: x})


CALLS: dict[str, tuple[Callable[[Bench, Any], object], list[Any]]] = {
    "load_game": (lambda b, x: stackyard.load_game(x), NO_NAME),
    "perft of": (lambda b, x: stackyard.perft(x, 2), [*ANYTHING]),
    "perft": (lambda b, x: stackyard.perft(b.position(), x), [*NO_NUMBER, -1, HUGE, 1001]),
    "divide of": (lambda b, x: stackyard.divide(x, 2), [*ANYTHING]),
    "divide": (lambda b, x: stackyard.divide(b.position(), x), [*NO_NUMBER, 0, -1, HUGE]),
    "playout of": (lambda b, x: stackyard.random_playout(x, stackyard.Rng(1)), [*ANYTHING]),
    "player": (lambda b, x: stackyard.make_player(x, b.game), NO_NAME),
    "player's game": (lambda b, x: stackyard.make_player("random", x), [*ANYTHING]),
    "player's seed": (
        lambda b, x: stackyard.make_player("random", b.game, x),
        [1.5, "nothing", b"x", [], object()],
    ),
    "match of": (lambda b, x: stackyard.Match(x), [*ANYTHING]),
    "players": (lambda b, x: b.match(players=x), [*ANYTHING]),
    "a player": (lambda b, x: b.match(players=(x, "random")), [*ANYTHING]),
    "position": (lambda b, x: b.match(position=x), [x for x in ANYTHING if x is not None]),
    "repetition": (lambda b, x: b.match(repetition=x), [1.5, NAN, "two", b"x", [], True, -1, 1]),
    "seed": (lambda b, x: b.match(seed=x), [1.5, "nothing", b"x", [], object()]),
    "terms": (lambda b, x: b.match(terms=x), [True, 5, "clock", b"x", object(), ("a",)]),
    "move": (lambda b, x: b.match().play(x), NO_MOVE),
    "undo": (lambda b, x: b.match().undo(x), [*ANYTHING]),
    "course of": (lambda b, x: stackyard.Course(x), [*ANYTHING]),
    "start": (lambda b, x: stackyard.Course(b.game, x), [x for x in ANYTHING if x is not None]),
    "course's move": (lambda b, x: b.course.play(x), NO_MOVE),
    "ply": (lambda b, x: b.course.at(x), [*ANYTHING]),
    "parse_move": (lambda b, x: b.game.parse_move(x, b.position()), NO_NAME),
    "parse_move in": (lambda b, x: b.game.parse_move("b", x), [*ANYTHING]),
    "analyse": (lambda b, x: stackyard.analyse(x), [*ANYTHING]),
    "limit": (
        lambda b, x: stackyard.analyse(b.course, x),
        [x for x in ANYTHING if x is not None],
    ),
    "workers": (
        lambda b, x: stackyard.analyse(b.course, workers=x),
        [*NO_NUMBER, 0, -1, 257, HUGE],
    ),
    **{
        f"limit of {name}": (
            limited(name),
            [*[x for x in NO_NUMBER if x is not None], 0, -1, HUGE],
        )
        for name in ("simulations", "depth", "positions")
    },
    "limit of seconds": (
        lambda b, x: stackyard.Limit(seconds=x),
        [0, -1, NAN, float("inf"), "nothing", b"x", [], True],
    ),
    "archive": (lambda b, x: stackyard.Archive(x), [True, 5, 1.5, b"x", object(), ("a",)]),
    "number": (lambda b, x: b.archive.record(x), [*ANYTHING]),
    "numbers": (lambda b, x: b.archive.delete([x]), [*ANYTHING]),
    "record_of": (lambda b, x: stackyard.record_of(x), [*ANYTHING]),
    "course_of": (lambda b, x: stackyard.course_of(x), [*ANYTHING]),
    "restore": (lambda b, x: stackyard.restore(x), [*ANYTHING]),
    "values": (
        lambda b, x: stackyard.Option("size", 5, x, "Size."),
        [*[x for x in ANYTHING if x != []], ()],
    ),
    "Rng": (lambda b, x: stackyard.Rng(x), [None, 1.5, "nothing", b"x", [], object()]),
}
# mypyc checks the types of compiled functions before their first line.
COMPILED = {"Rng": re.compile("int object expected")}


@pytest.fixture
def bench(walk: WalkMaker, tmp_path: Path, yard: Yard) -> Bench:
    return Bench(walk, tmp_path)


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_in_a_sentence(name: str, bench: Bench) -> None:
    call, values = CALLS[name]
    for value in values:
        with pytest.raises((StackyardError, TypeError, ValueError)) as caught:
            call(bench, value)
        words = str(caught.value)
        mypyc = COMPILED.get(name)
        assert (mypyc and mypyc.match(words)) or not FOREIGN.search(words), f"{value!r}: {words}"
        assert " " in words
        assert "\n" not in words


def test_a_number_of_another_library_counts(bench: Bench) -> None:
    class Number:
        def __index__(self) -> int:
            return 1

    assert stackyard.perft(bench.position(), Number()) == 2


def test_an_archive_may_be_named_by_a_text(bench: Bench) -> None:
    assert len(list(stackyard.Archive(str(bench.archive.path)).entries())) == 1
