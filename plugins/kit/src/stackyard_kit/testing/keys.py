"""The check of keys and codes: equal exactly where position strings are, whatever the way there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice, permutations

from stackyard.errors import PositionError
from stackyard.position import ONGOING, Position
from stackyard_kit.testing.samples import ConformanceError, Sample, Trial, any_move, at, differing
from stackyard_kit.testing.texts import garbled

SAMPLES = 12  # positions of a game whose neighbourhood is searched
GARBLED = 20  # strings like that of such a position
INSIDE = 24  # positions of a game inside a turn that are compared with the same one outside


def check_keys(trial: Trial) -> None:
    """Among all positions of a trial and similar ones, keys are equal exactly where strings are.

    The same holds for the codes of unfinished positions, if there are codes.
    """
    texts: dict[Hashable, str] = {}
    keys: dict[str, Hashable] = {}
    coded: dict[int, str] = {}
    codes: dict[str, int] = {}

    def meet(position: Position) -> None:
        key, text = position.key(), trial.game.format_position(position)
        if texts.setdefault(key, text) != text:
            told, _ = differing(key, key)
            raise ConformanceError(f"two positions have the key {told}: {texts[key]} and {text}")
        if keys.setdefault(text, key) != key:
            told, again = differing(keys[text], key)
            raise ConformanceError(f"{text} has two keys: {told} and {again}")
        code = -1 if position.winner != ONGOING else code_of(position)
        if code == -1:
            return
        if not 0 <= code < 2**62:
            raise ConformanceError(f"{text} has the code {code}, not one from 0 to 2^62 - 1 or -1")
        if coded.setdefault(code, text) != text:
            raise ConformanceError(f"two positions have the code {code}: {coded[code]} and {text}")
        if codes.setdefault(text, code) != code:
            raise ConformanceError(f"{text} has two codes: {codes[text]} and {code}")

    for sample in trial.samples():
        with at(sample):
            meet(sample.position)
    for sample in trial.samples(SAMPLES):
        with at(sample):
            for position in (*_by_other_orders(sample), *_with_like_strings(sample)):
                meet(position)
    for walk in trial.walks:
        for sample in islice(walk.inside_turns(), INSIDE):
            with at(sample):
                for position in _outside_the_turn(sample):
                    meet(position)


def code_of(position: Position) -> int:
    """The code of a position, -1 if it has none."""
    code = getattr(position, "code", None)
    return -1 if code is None else int(code())


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
