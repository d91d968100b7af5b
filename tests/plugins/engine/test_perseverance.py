"""Slow defeats by an opponent who repeats one move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard import Rng, load_game
from stackyard_engine.perseverance import enduring

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker


def test_whoever_empties_the_reserve_of_filo_first_is_seen_to_lose() -> None:
    game = load_game("filo")
    position = game.initial()
    for _ in range(4):
        moves = [int(move) for move in position.legal_moves()]
        assert enduring(position, moves, game.playout, Rng(1)) == [0]  # to enter one checker
        position.play(0)


def test_nothing_is_left_out_where_no_move_can_be_repeated() -> None:
    game = load_game("slicron", side=2)
    moves = [int(move) for move in game.initial().legal_moves()]
    assert enduring(game.initial(), moves, game.playout, Rng(1)) == moves


def test_of_lost_moves_those_that_last_longest_are_left() -> None:
    game = load_game("filo")
    position = game.parse_position("wbw/b/b/b/b/b/b/b 10,4 0,0 b")
    moves = [int(move) for move in position.legal_moves()]
    assert enduring(position, moves, game.playout, Rng(1)) == [0]


def test_a_move_that_loses_at_once_lasts_the_shortest(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 won 1", "c 1 d", "d 0 e", "e 1 won 1")
    assert enduring(game.initial(), [1, 2], game.playout, Rng(1)) == [2]
