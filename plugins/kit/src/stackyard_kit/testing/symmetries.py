"""The check of symmetric codes: positions that share one have equivalent moves."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice

from stackyard.errors import PositionError
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng
from stackyard_engine.solver.verification import code_of
from stackyard_engine.successors import successors
from stackyard_kit.testing.samples import ConformanceError, Sample, Trial, at

SAMPLES = 6  # positions of a game near which pairs are searched, including the start
NEAR = 60  # successors searched per position, the nearest first
PAIRS = 2  # pairs found per position
MOVES = 30  # moves for which a pair is compared in play

Outcome = tuple[bool, int]  # of a move: over and the result; or the code and the player to act


def check_symmetries(trial: Trial) -> None:
    """Each position with a code has a symmetric one; where two are equal, so are the games.

    Every move of one of the two corresponds to a move of the other that leads to a position of the
    same symmetric code, or to the same result for the player who makes it.
    """
    for sample in trial.samples(SAMPLES):
        with at(sample):
            if symmetric_code_of(sample.position) is None:
                continue
            for one, other in (*islice(_pairs(sample), PAIRS), *_with_other_numbers(sample)):
                _play_on(sample, one, other)


def symmetric_code_of(position: Position) -> int | None:
    """The symmetric code of a position that is not over; None if it has none."""
    code = getattr(position, "symmetric_code", None)
    if code is None or position.winner != ONGOING:
        return None
    number = int(code())
    if (number < 0) != (code_of(position) < 0):
        raise ConformanceError(f"its code is {code_of(position)}, its symmetric code {number}")
    if number >= 2**62:
        raise ConformanceError(f"its symmetric code is {number}, not one from 0 to 2^62 - 1 or -1")
    return None if number < 0 else number


def _pairs(sample: Sample) -> Iterator[tuple[Position, Position]]:
    """Different positions, a few moves away, that have the same symmetric code."""
    first = sample.position.copy()
    met: set[Hashable] = {first.key()}
    waiting = [first]
    known: dict[int, Position] = {}
    for position in waiting:
        code = symmetric_code_of(position)
        if code is None:
            continue
        if code in known:
            yield known[code], position
        known.setdefault(code, position)
        for _, after in successors(position):
            if len(met) < NEAR and after.key() not in met:
                met.add(after.key())
                waiting.append(after)


def _with_other_numbers(sample: Sample) -> Iterator[tuple[Position, Position]]:
    """The position and each that has the same symmetric code and another number in its string.

    Such numbers are those of pieces in reserve; few or none left allow other moves.
    """
    text, one = sample.text, sample.position
    for found in re.finditer(r"\d+", text):
        for number in ("0", "1"):
            with suppress(PositionError):
                other = sample.game.parse_position(
                    f"{text[: found.start()]}{number}{text[found.end() :]}"
                )
                if symmetric_code_of(other) == symmetric_code_of(one) and other.key() != one.key():
                    yield one, other


def _play_on(sample: Sample, one: Position, other: Position) -> None:
    """Continue two positions at random with corresponding moves."""
    rng: Rng = sample.rng()
    for _ in range(MOVES):
        moves, answers = _outcomes(one), _outcomes(other)
        if sorted(outcome for outcome, _ in moves) != sorted(outcome for outcome, _ in answers):
            texts = [sample.game.format_position(position) for position in (one, other)]
            raise ConformanceError(
                f"two positions have the symmetric code {symmetric_code_of(one)}, but their moves"
                f" do not lead to the same: {texts[0]} and {texts[1]}"
            )
        going = [found for found in moves if not found[0][0] and found[0][1] >= 0]
        if not going:
            return
        outcome, one = going[rng.below(len(going))]
        other = next(position for found, position in answers if found == outcome)


def _outcomes(position: Position) -> list[tuple[Outcome, Position]]:
    """The outcome of each move, for the player to act."""
    found: list[tuple[Outcome, Position]] = []
    for _, after in successors(position):
        code = symmetric_code_of(after)
        if after.winner == ONGOING:
            same = after.player == position.player
            found.append(((False, -1 if code is None else 2 * code + same), after))
        else:
            won = after.winner == position.player
            found.append(((True, 2 if after.winner == DRAW else int(won)), after))
    return found
