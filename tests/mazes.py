"""Made-up games on numbered places: they may repeat, and a player may move again and again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING, uniform

Place = tuple[int, int, tuple[int, ...]]  # the player, the winner, where moves lead


class Maze:
    """A position: where somebody stands."""

    def __init__(self, places: Sequence[Place], at: int = 0, coded: bool = True) -> None:
        self.places = places
        self.coded = coded
        self.mid_turn = False
        self.at = at
        self.player: i64 = places[at][0]
        self.winner: i64 = places[at][1]

    def copy(self) -> Maze:
        return Maze(self.places, self.at, self.coded)

    def legal_moves(self) -> vec[i64]:
        return vec[i64](range(len(self.places[self.at][2])))

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), int(bits))

    def play(self, move: i64) -> None:
        self.at = self.places[self.at][2][move]
        self.player, self.winner, _ = self.places[self.at]

    def key(self) -> int:
        return self.at

    def code(self) -> i64:
        return 7919 * self.at if self.coded or self.at == 0 else -1


def any_maze(rng: random.Random) -> Maze:
    size = rng.randint(2, 14)
    ends = rng.random()
    places: list[Place] = []
    for number in range(size):
        if number and rng.random() < ends / 2:
            places.append((rng.randrange(2), rng.choice([0, 1, 0, 1, DRAW]), ()))
        else:
            there = tuple([rng.randrange(size) for _ in range(rng.randint(1, 3))])
            places.append((rng.randrange(2), ONGOING, there))
    return Maze(places)
