"""Samples for the checks: a game with each of its options, and random games of each."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import pytest

from stackyard.errors import OptionError
from stackyard.game import Game
from stackyard.options import Option, Settings, Span, Value
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive

T = TypeVar("T")

MOST_VALUES = 8  # of an option with more values than this, a selection is tried
COMBINATIONS = 3  # random settings of all options at once
STUCK = "the game is not over, and no move is legal"
READABLE = 120  # characters of a value in a sentence


StoppedError = pytest.fail.Exception  # raised by pytest-timeout, wherever the test is


class ConformanceError(AssertionError):
    """A game breaks its contract; the sentence says how."""


def differing(one: object, other: object) -> tuple[str, str]:
    """The text of two values; of long ones, the part where they begin to differ."""
    words, others = repr(one), repr(other)
    if max(len(words), len(others)) <= READABLE:
        return words, others
    pairs = enumerate(zip(words, others, strict=False))
    same = next((number for number, (a, b) in pairs if a != b), min(len(words), len(others)))
    begin = max(0, same - READABLE // 2)
    return _excerpt(words, begin), _excerpt(others, begin)


def _excerpt(text: str, begin: int) -> str:
    end = begin + READABLE
    return "…" * (begin > 0) + text[begin:end] + "…" * (end < len(text))


@contextmanager
def at(where: object) -> Iterator[None]:
    """Add the place to an exception raised inside, unless it names a closer one already."""
    try:
        yield
    except (Exception, StoppedError) as error:
        note = f"in {where.__name__ if isinstance(where, type) else where}"
        if not any(closer.startswith(note) for closer in getattr(error, "__notes__", [])):
            error.add_note(note)
        raise


@dataclass(frozen=True)
class Sample:
    """A position of a random game, `ply` moves after its start."""

    game: Game
    seed: int
    ply: int
    position: Position
    start: str = ""  # the position string of the start, if it is another one than usual

    def __str__(self) -> str:
        return f"{_place(self.game, self.seed, self.start)}, ply {self.ply}: {self._written()}"

    def _written(self) -> str:
        try:
            return self.text
        except Exception as error:
            return f"a position that cannot be written ({error!r})"

    @property
    def text(self) -> str:
        """The position as a string."""
        return self.game.format_position(self.position)

    @property
    def moves(self) -> list[int]:
        """The legal moves."""
        return [int(move) for move in self.position.legal_moves()]

    def rng(self) -> Rng:
        """A random number generator of its own."""
        return Rng(derive(self.seed, self.ply))


@dataclass(frozen=True)
class RandomGame:
    """A random game: the moves from its start, and whether the last of them ended it."""

    game: Game
    seed: int
    moves: tuple[int, ...]
    finished: bool
    start: str = ""  # the position string of the start, if it is another one than usual

    def __str__(self) -> str:
        return _place(self.game, self.seed, self.start)

    def begin(self) -> Position:
        """The position from which it starts."""
        return begin(self.game, self.start)

    def end(self) -> Sample:
        """The position after all its moves."""
        position = self.begin()
        for move in self.moves:
            position.play(move)
        return Sample(self.game, self.seed, len(self.moves), position, self.start)

    def samples(self, number: int | None = None) -> Iterator[Sample]:
        """The positions of the game, all or this many, including the first two and the last two.

        The same object is played on: a check that changes it has to make a copy.
        """
        last = len(self.moves)
        chosen = list(range(last + 1))
        if number is not None and last >= number:
            edges = [0, 1, last - 1, last]
            between = some(chosen[2:-2], number - len(edges), Rng(derive(self.seed, last)))
            chosen = [*edges, *between]
        wanted = set(chosen)
        position = self.begin()
        for ply in range(last + 1):
            if ply in wanted:
                yield Sample(self.game, self.seed, ply, position, self.start)
            if ply < last:
                position.play(self.moves[ply])

    def inside_turns(self) -> Iterator[Sample]:
        """All positions in the middle of a turn; see `samples`."""
        return (sample for sample in self.samples() if sample.position.mid_turn)


@dataclass(frozen=True)
class Trial:
    """A game with certain options, and random games of it.

    `ends` are games that were played for their ends, among them rare ones.
    """

    game: Game
    games: tuple[RandomGame, ...]
    ends: tuple[RandomGame, ...] = ()

    def __str__(self) -> str:
        return repr(self.game)

    def samples(self, number: int | None = None) -> Iterator[Sample]:
        """The positions of all its games, all or this many of each."""
        for played in self.games:
            yield from played.samples(number)

    def starts(self) -> list[str]:
        """The position strings from which its games start, each once; empty for the usual one."""
        return list(dict.fromkeys(played.start for played in self.games))


def begin(game: Game, start: str = "") -> Position:
    """The position from which a random game starts."""
    return game.parse_position(start) if start else game.initial()


def _place(game: Game, seed: int, start: str) -> str:
    return f"{game!r}, seed {seed}{f', from {start}' if start else ''}"


def any_move(position: Position, rng: Rng) -> int:
    """One of the legal moves, chosen without the position's own `random_move`."""
    moves = position.legal_moves()
    if not len(moves):
        raise ConformanceError(STUCK)
    return int(moves[rng.below(len(moves))])


def winner_of(position: Position) -> int:
    """The winner, which is one of four numbers."""
    winner = position.winner
    if winner not in (ONGOING, 0, 1, DRAW):
        raise ConformanceError(f"winner is {winner!r}, not ONGOING, 0, 1 or DRAW")
    return int(winner)


def key_of(position: Position) -> Hashable:
    """The key, which can be hashed."""
    key = position.key()
    try:
        hash(key)
    except TypeError as error:
        raise ConformanceError(
            f"key is {key!r:.{READABLE}}, which cannot be hashed: return numbers, texts, or tuples "
            "of them"
        ) from error
    return key


def some(items: Sequence[T], number: int, rng: Rng) -> list[T]:
    """This many of the items, each once, in random order; all of them if there are no more."""
    rest = list(items)
    for place in range(min(number, len(rest))):
        other = place + int(rng.below(len(rest) - place))
        rest[place], rest[other] = rest[other], rest[place]
    return rest[:number]


def variants(game: type[Game], seed: int) -> list[Game]:
    """The game with each value of each option, with the smallest ones, and some at random.

    The other options have their defaults; where these are refused, one more option is varied.
    Of long ranges a selection of values is taken, including both ends.
    """
    rng = Rng(seed)
    values = {option.name: values_of(option, rng) for option in game.options}
    found = [game()]
    for name in values:
        for value in values[name]:
            others = [
                {name: value, other: choice}
                for other in values
                if other != name
                for choice in values[other]
            ]
            found += _first_accepted(game, [{name: value}, *others])
    found += _first_accepted(game, [{name: values[name][0] for name in values}])
    for _ in range(COMBINATIONS):
        settings = {name: values[name][int(rng.below(len(values[name])))] for name in values}
        found += _first_accepted(game, [settings])
    return list({repr(variant): variant for variant in found}.values())


def values_of(option: Option, rng: Rng) -> list[Value]:
    """The values of an option, or a selection of them."""
    values = option.values
    if isinstance(values, Span):
        return [values.low, (values.low + values.high) / 2, values.high]
    if isinstance(values, tuple) or len(values) <= MOST_VALUES:
        return list(values)
    between = {values[1 + rng.word() % (len(values) - 2)] for _ in range(MOST_VALUES - 2)}
    return [values[0], *sorted(between), values[-1]]


def _first_accepted(game: type[Game], candidates: list[Settings]) -> list[Game]:
    """The game with the first of these settings that its `prepare` does not refuse."""
    for settings in candidates:
        try:
            return [game(**settings)]
        except OptionError:
            continue
    return []
