from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64
from tests.toy_games import Walk, read_spot

from stackyard.position import DRAW, ONGOING, Position, uniform
from stackyard_engine.mcts import decisive

PLAYOUTS: Any = vars(decisive)  # with their own copy of Rng, if they are compiled


class Pairs:
    """The players take cells in turn; who has both cells of a pair wins, a full board is a draw."""

    def __init__(self, pairs: tuple[tuple[int, int], ...], cells: list[int], player: int) -> None:
        self.pairs = pairs
        self.cells = cells
        self.player: i64 = player
        self.winner: i64 = ONGOING
        self.mid_turn = False

    def copy(self) -> Pairs:
        return Pairs(self.pairs, list(self.cells), int(self.player))

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([cell for cell, owner in enumerate(self.cells) if owner < 0])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        self.cells[move] = int(self.player)
        if any(self.cells[one] == self.player == self.cells[two] for one, two in self.pairs):
            self.winner = self.player
        elif -1 not in self.cells:
            self.winner = DRAW
        self.player = 1 - self.player

    def key(self) -> tuple[int, ...]:
        return int(self.player), *self.cells


def winners(begin: Position, limit: int = 10) -> set[int]:
    """The winners of playouts from a position, with many seeds."""
    found = set()
    for seed in range(40):
        position = begin.copy()
        PLAYOUTS["play_decisively"](position, PLAYOUTS["Rng"](seed), limit)
        found.add(int(position.winner))
    return found


def walk(*spots: str) -> Walk:
    """A walk that begins at the spot `a`."""
    return Walk(dict(map(read_spot, spots)), "a")


def test_a_playout_wins_where_the_next_move_can() -> None:
    assert winners(walk("a 0 bcw", "b 1 d", "c 1 d", "d 0 drawn", "w 0 won 0")) == {0}


def test_a_win_of_the_opponent_is_blocked_by_the_move_that_wins() -> None:
    assert winners(Pairs(((0, 1),), [1, -1, -1, -1, -1, -1], 0)) == {DRAW}
    assert winners(Pairs(((0, 1), (0, 2)), [1, -1, -1, -1, -1, -1], 0)) == {1}  # one of two


def test_without_such_a_move_the_random_one_stands() -> None:
    spots = "a 0 bd", "b 1 dw", "d 1 e", "e 0 drawn", "w 0 won 1"
    assert winners(walk(*spots)) == {1, DRAW}


def test_the_second_move_of_a_turn_is_not_taken_for_the_opponents() -> None:
    spots = "a 0 mid bc", "b 0 w", "c 1 e", "e 0 drawn", "w 0 won 0"
    assert winners(walk(*spots)) == {0, DRAW}


def test_a_playout_stops_at_its_limit() -> None:
    assert winners(walk("a 0 b", "b 1 a"), limit=5) == {ONGOING}
