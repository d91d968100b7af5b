"""The check of keys: equal exactly where position strings are, whatever the way there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import permutations

from stackyard.errors import PositionError
from stackyard.position import ONGOING, Position
from stackyard.testing.samples import ConformanceError, Sample, Trial, any_move, at
from stackyard.testing.texts import garbled

SAMPLES = 12  # positions of a game near which others are looked for
GARBLED = 20  # strings like that of such a position


def check_keys(trial: Trial) -> None:
    """Among all positions of a trial and others like them, keys tell apart what strings do."""
    texts: dict[Hashable, str] = {}
    keys: dict[str, Hashable] = {}

    def meet(position: Position) -> None:
        key, text = position.key(), trial.game.format_position(position)
        if texts.setdefault(key, text) != text:
            raise ConformanceError(f"two positions have the key {key!r}: {texts[key]} and {text}")
        if keys.setdefault(text, key) != key:
            raise ConformanceError(f"{text} has two keys: {keys[text]!r} and {key!r}")

    for sample in trial.samples():
        with at(sample):
            meet(sample.position)
    for sample in trial.samples(SAMPLES):
        with at(sample):
            for position in (*_by_other_orders(sample), *_with_like_strings(sample)):
                meet(position)


def _by_other_orders(sample: Sample) -> Iterator[Position]:
    """Where the next three moves of a random game lead, in every order that is legal."""
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


def _with_like_strings(sample: Sample) -> Iterator[Position]:
    """Positions whose strings differ in a letter: of the player, perhaps, or of a piece."""
    rng = sample.rng()
    for _ in range(GARBLED):
        try:
            yield sample.game.parse_position(garbled(sample.text, rng))
        except PositionError:
            continue
