"""The check of `evaluate`: near the end of random games it favours those who win."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from stackyard.position import DRAW, ONGOING
from stackyard_kit.testing.samples import ConformanceError, RandomGame, Trial

LAST = 6  # moves before the end
FEWEST = 12  # games from which a sign is read
SURE = 3  # standard deviations


def check_evaluate(trials: Sequence[Trial]) -> None:
    """In games that were won, the evaluation of the last positions does not favour the loser."""
    games = [played for trial in trials for played in (*trial.games, *trial.ends)]
    worths = [_worths_to_winner(played) for played in games]
    for player, colour in enumerate(trials[0].game.colours):
        found = [worth[player] for worth in worths if worth[player]]
        against = sum([worth < 0 for worth in found])
        if len(found) >= FEWEST and 2 * against > len(found) + SURE * sqrt(len(found)):
            raise ConformanceError(
                f"evaluate favours the loser near the end of {against} of {len(found)} games, with "
                f"{colour} to act: it is positive where the player to act is ahead"
            )


def _worths_to_winner(played: RandomGame) -> list[int]:
    """The sums of the last evaluations for the winner, by the player to act; 0 without a winner."""
    position: Any = played.begin()
    sums = [0, 0]
    for ply, move in enumerate(played.moves):
        if len(played.moves) - ply <= LAST:
            sums[position.player] += (1 - 2 * position.player) * int(position.evaluate())
        position.play(move)
    if position.winner in (ONGOING, DRAW):
        return [0, 0]
    return [value if position.winner == 0 else -value for value in sums]
