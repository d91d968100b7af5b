"""The check of keys and codes: equal exactly where position strings are, whatever the way there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, permutations

from stackyard.errors import PositionError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_engine.solver.verification import code_of
from stackyard_engine.successors import successors
from stackyard_kit.testing.samples import (
    ConformanceError,
    Sample,
    Trial,
    any_move,
    at,
    begin,
    differing,
    key_of,
)
from stackyard_kit.testing.texts import garbled

SAMPLES = 12  # positions of a game whose neighbourhood is searched
FIRST = 1000  # positions from each start, the nearest first
GARBLED = 20  # strings like that of such a position
INSIDE = 24  # positions of a game inside a turn that are compared with the same one outside


class _Met:
    """The positions met so far, by key, code and string."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._texts: dict[Hashable, str] = {}
        self._keys: dict[str, Hashable] = {}
        self._coded: dict[int, str] = {}
        self._codes: dict[str, int] = {}
        self._moves: dict[str, tuple[int, ...]] = {}

    def meet(self, position: Position) -> Hashable:
        """Compare a position with those that have the same key, code or string; give its key."""
        key, text = key_of(position), self._game.format_position(position)
        if self._texts.setdefault(key, text) != text:
            raise ConformanceError(f"two positions have one key: {self._texts[key]} and {text}")
        if self._keys.setdefault(text, key) != key:
            raise ConformanceError(f"{text} has two keys, depending on the way there")
        moves = tuple([int(move) for move in position.legal_moves()])
        if self._moves.setdefault(text, moves) != moves:
            told, again = differing(self._moves[text], moves)
            raise ConformanceError(
                f"two positions are written {text}, with one key and different legal moves: "
                f"{told} and {again}"
            )
        code = -1 if position.winner != ONGOING else code_of(position)
        if code == -1:
            return key
        if not 0 <= code < 2**62:
            raise ConformanceError(f"{text} has the code {code}, not one from 0 to 2^62 - 1 or -1")
        if self._coded.setdefault(code, text) != text:
            raise ConformanceError(
                f"two positions have the code {code}: {self._coded[code]} and {text}"
            )
        if self._codes.setdefault(text, code) != code:
            raise ConformanceError(f"{text} has two codes: {self._codes[text]} and {code}")
        return key


def check_codes(trials: Sequence[Trial]) -> None:
    """If positions have a method `code`, some of them have a code."""
    if hasattr(trials[0].game.initial(), "code") and all(
        sample.position.winner != ONGOING or code_of(sample.position) == -1
        for trial in trials
        for sample in trial.samples(SAMPLES)
    ):
        raise ConformanceError(
            f"`code` is -1 in every position of {len(trials)} variants, so nothing can be solved: "
            "give codes to small boards, or leave `code` out"
        )


def check_keys(trial: Trial) -> None:
    """Among all positions of a trial and similar ones, keys are equal exactly where strings are.

    The same holds for the codes of unfinished positions, if there are codes. Similar are the first
    thousand positions from each start, and the children of samples.
    """
    met = _Met(trial.game)
    for sample in trial.samples():
        with at(sample):
            met.meet(sample.position)
    for sample in trial.samples(SAMPLES):
        with at(sample):
            for _, position in successors(sample.position):
                met.meet(position)
            for position in (*_by_other_orders(sample), *_with_like_strings(sample)):
                met.meet(position)
    for played in trial.games:
        for sample in islice(played.inside_turns(), INSIDE):
            with at(sample):
                for position in _outside_the_turn(sample):
                    met.meet(position)
    for start in trial.starts():
        _meet_first(met, trial, start)


def _meet_first(met: _Met, trial: Trial, start: str) -> None:
    """Meet the first positions from a start, each with all its legal moves."""
    waiting = [begin(trial.game, start)]
    near = {met.meet(waiting[0])}
    for number, position in enumerate(waiting):
        with at(Sample(trial.game, trial.games[0].seed, number, position, start)):
            for _, child in successors(position):
                key = met.meet(child)
                if key not in near and len(near) < FIRST:
                    near.add(key)
                    waiting.append(child)
        if len(near) >= FIRST:
            return


def _by_other_orders(sample: Sample) -> Iterator[Position]:
    """The positions after the next three moves of a random game, in every legal order."""
    position, rng = sample.position.copy(), sample.rng()
    line: list[int] = []
    while position.winner == ONGOING and len(line) < 3:
        line.append(any_move(position, rng))
        position.play(line[-1])
    for order in permutations(line):
        position = sample.position.copy()
        for move in order:
            if move not in position.legal_moves():
                break
            position.play(move)
        else:
            yield position


def _outside_the_turn(sample: Sample) -> Iterator[Position]:
    """Positions whose strings lack the end of this one, which usually describes the turn."""
    text = sample.text
    words, _, last = text.rpartition(" ")
    for shorter in (words, text[:-1], f"{words} {last[:1]}"):
        with suppress(PositionError):
            yield sample.game.parse_position(shorter)


def _with_like_strings(sample: Sample) -> Iterator[Position]:
    """Positions whose strings differ in one letter, such as that of the player or a piece."""
    rng = sample.rng()
    for _ in range(GARBLED):
        try:
            yield sample.game.parse_position(garbled(sample.text, rng))
        except PositionError:
            continue
