"""Random games: played at random, prolonged by both players, or in search of rare ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import methodcaller
from time import perf_counter

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_kit.testing.samples import (
    STUCK,
    ConformanceError,
    RandomGame,
    Sample,
    at,
    begin,
    key_of,
    some,
    winner_of,
)

LINGER = 12  # moves tried to find one that does not end the game
SOUGHT = 2000  # moves tried in search of rare ends
WIDTH = 40  # moves tried of a position
ALIKE = 12  # ends of one kind that are kept
MOST_ENDS = 40  # ends that are kept of a variant
AGAIN = 5  # times that a slow call is repeated, of which the quickest counts
TOLD = 0.01  # seconds that a call of a position may take, if the author says nothing

Kind = tuple[int, str]  # of an end: the winner, and the words without names of cells and numbers


class _Going:
    """A game that is being played, and how far it is."""

    def __init__(self, game: Game, seed: int, start: str) -> None:
        self.game, self.seed, self.start = game, seed, start
        self.moves: list[int] = []

    def __str__(self) -> str:
        return str(self.end())

    def end(self) -> Sample:
        """The position so far, from the moves."""
        return RandomGame(self.game, self.seed, tuple(self.moves), False, self.start).end()


def random_game(
    game: Game, seed: int, limit: int, start: str = "", slowest: float = TOLD
) -> RandomGame:
    """A random game of at most `limit` moves, none of whose calls takes longer than `slowest`."""
    going, rng = _Going(game, seed, start), Rng(seed)
    moves = going.moves
    with at(going):
        position = begin(game, start)
        while position.winner == ONGOING and len(moves) < limit:
            begun = perf_counter()
            legal = position.legal_moves()
            if perf_counter() - begun > slowest:
                check_time("legal_moves", position.legal_moves, slowest)
            if not len(legal):
                break
            move = int(legal[rng.below(len(legal))])
            begun = perf_counter()
            position.play(move)
            if perf_counter() - begun > slowest:
                check_time("play", going.end().position.copy, slowest, methodcaller("play", move))
            moves.append(move)
        key_of(position)
        return RandomGame(game, seed, tuple(moves), winner_of(position) != ONGOING, start)


def check_time(
    name: str,
    first: Callable[[], object],
    slowest: float,
    then: Callable[..., object] | None = None,
) -> None:
    """A call takes at most this many seconds; with `then`, the call of that with its result."""
    least = float("inf")
    for _ in range(AGAIN):
        begun = perf_counter()
        made = first()
        if then is not None:
            begun = perf_counter()
            then(made)
        least = min(least, perf_counter() - begun)
        if least <= slowest:
            return
    raise ConformanceError(
        f"{name} takes {1000 * least:.0f} ms, and at most {1000 * slowest:g} ms are allowed; make "
        "it faster, or say in `slowest` how many seconds a call of a position may take"
    )


def prolonged_game(game: Game, seed: int, limit: int) -> RandomGame:
    """A random game of at most `limit` moves in which both players avoid the end."""
    position, rng = game.initial(), Rng(seed)
    moves: list[int] = []
    with at(f"{game!r}, seed {seed}"):
        while position.winner == ONGOING and len(moves) < limit:
            before, legal = position, [int(move) for move in position.legal_moves()]
            if not legal:
                with at(Sample(game, seed, len(moves), position)):
                    raise ConformanceError(STUCK)
            for move in some(legal, LINGER, rng):
                position = before.copy()
                position.play(move)
                if position.winner == ONGOING:
                    break
            moves.append(move)
    return RandomGame(game, seed, tuple(moves), bool(position.winner != ONGOING))


def rare_ends(game: Game, seed: int, limit: int, starts: list[str]) -> tuple[RandomGame, ...]:
    """Games that end in as many ways as possible, of each kind only a few."""
    met: Counter[Kind] = Counter()
    found: list[RandomGame] = []
    tried, number = 0, 0
    share = SOUGHT // max(1, len(starts))
    for start in starts:
        target = tried + share
        while tried < target and len(found) < MOST_ENDS * len(starts):
            number += 1
            before = tried
            for moves, ends in _beside(game, seed, start, limit, Rng(derive(seed, number))):
                tried += moves
                for kind, end in ends:
                    met[kind] += 1
                    if met[kind] <= ALIKE:
                        found.append(end)
                if tried >= target:
                    break
            if tried == before:
                break
    return tuple(found)


def _beside(
    game: Game, seed: int, start: str, limit: int, rng: Rng
) -> Iterator[tuple[int, list[tuple[Kind, RandomGame]]]]:
    """The moves tried and the ends met at each position of a random game of at most `limit` moves.

    Both players avoid the ends, so that games reach those of long ones.
    """
    going = _Going(game, seed, start)
    moves = going.moves
    with at(going):
        position = begin(game, start)
        while position.winner == ONGOING and len(moves) < limit:
            chosen = None
            ends: list[tuple[Kind, RandomGame]] = []
            legal = [int(move) for move in position.legal_moves()]
            if not legal:  # an end that should be one
                ends.append(((ONGOING, STUCK), RandomGame(game, seed, tuple(moves), False, start)))
            for move in some(legal, WIDTH, rng):
                after = position.copy()
                after.play(move)
                if after.winner == ONGOING:
                    chosen = chosen or (move, after)
                    continue
                end = RandomGame(game, seed, (*moves, move), True, start)
                ends.append((kind_of_end(game, after), end))
            yield min(len(legal), WIDTH), ends
            if chosen is None:
                break
            moves.append(chosen[0])
            position = chosen[1]


def kind_of_end(game: Game, position: Position) -> Kind:
    """The kind of an end: the winner, and the words for it without cells and numbers."""
    words = ""
    with suppress(Exception):  # the words are checked elsewhere
        words = re.sub(r"\b[a-zA-Z]?\d+\b", "#", str(game.ending(position)))
    return winner_of(position), words
