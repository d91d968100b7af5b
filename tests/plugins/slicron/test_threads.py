"""Matches played in several threads at once come out as when each is played alone."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_slicron.game import SlicronGame

pytestmark = pytest.mark.builds

TABLES = 8


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def played(game: SlicronGame, seed: int) -> list[Hashable]:
    """The keys of all positions of a random game."""
    position, rng, keys = game.initial(), Rng(seed), list[Hashable]()
    while position.winner == ONGOING:
        position.play(position.random_move(rng.bits()))
        keys.append(position.key())
    return keys


@pytest.mark.parametrize(("rules", "games"), [("revised", 1), ("2024", 20)])
def test_games_played_side_by_side_come_out_as_alone(rules: str, games: int) -> None:
    game, together = SlicronGame(rules=rules), Barrier(TABLES)

    def sit(table: int) -> list[list[Hashable]]:
        together.wait()
        return [played(game, seed) for seed in range(table, TABLES * games, TABLES)]

    with ThreadPoolExecutor(TABLES) as threads:
        beside = list(threads.map(sit, range(TABLES)))
    for table, there in enumerate(beside):
        for number, keys in enumerate(there):
            seed = table + TABLES * number
            assert keys == played(game, seed), f"seed {seed}"
