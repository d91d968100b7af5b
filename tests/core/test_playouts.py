from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from stackyard.playouts import play_all, playout, random_playout
from stackyard.position import LONGEST, ONGOING
from stackyard.rng import Rng

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker

pytestmark = pytest.mark.builds

LONG = 10**6


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_plays_to_the_end_in_place(heap: HeapMaker, seed: int) -> None:
    position = heap(50)
    moves = playout(position, seed, LONG)
    assert position.winner != ONGOING
    assert position.left == 0
    assert 17 <= moves <= 50
    assert position.player == moves % 2


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_draws_every_move_from_the_stream_of_its_seed(heap: HeapMaker, seed: int) -> None:
    position, model, rng, moves = heap(50), heap(50), Rng(seed), 0
    while model.winner == ONGOING:
        model.play(model.random_move(rng.bits()))
        moves += 1
    assert playout(position, seed, LONG) == moves
    assert position.key() == model.key()


def test_a_playout_stops_at_the_limit(heap: HeapMaker) -> None:
    whole, part = heap(50), heap(50)
    assert playout(whole, 7, LONG) > 5
    assert playout(part, 7, 5) == 5
    assert part.winner == ONGOING
    assert part.player == 1
    assert playout(part, 7, 0) == 0


def test_no_move_is_played_when_the_game_is_over(walk: WalkMaker) -> None:
    for end in ("a 0 drawn", "a 1 won 0", "a 0 won 1"):
        position = walk(end).initial()
        assert playout(position, 3, LONG) == 0
        assert position.key() == "a"


def test_all_moves_are_as_likely_as_the_others(walk: WalkMaker) -> None:
    game = walk("a 0 bcd", "b 1 drawn", "c 1 drawn", "d 1 drawn")
    ends: Counter[str] = Counter()
    for seed in range(3000):
        position = game.initial()
        playout(position, seed, LONG)
        ends[position.at] += 1
    assert set(ends) == {"b", "c", "d"}
    assert all(abs(number - 1000) < 130 for number in ends.values()), ends  # five deviations


def test_a_random_playout_takes_its_seed_from_a_stream(heap: HeapMaker) -> None:
    one, other, rng, twin = heap(40), heap(40), Rng(5), Rng(5)
    assert random_playout(one, rng) == playout(other, twin.word(), LONG)
    assert one.key() == other.key()
    assert rng.bits() == twin.bits()


def test_several_positions_are_played_to_their_ends_with_one_stream(heap: HeapMaker) -> None:
    positions = [heap(30), heap(40), heap(40)]
    first = heap(30)
    moves = play_all(list(positions), 5, LONG)
    assert all(position.left == 0 for position in positions)
    assert playout(first, 5, LONG) < moves <= 30 + 40 + 40
    assert first.key() == positions[0].key()
    assert play_all([heap(50), heap(50)], 7, 5) == 10  # stopped at the limit, each of them


def test_random_playouts_of_one_stream_differ(heap: HeapMaker) -> None:
    rng = Rng(1)
    assert len({random_playout(heap(50), rng) for _ in range(20)}) > 3


def test_an_endless_game_is_stopped_after_10000_moves(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 1 c", "c 0 a").initial()
    assert random_playout(position, Rng(0)) == LONGEST == 10_000
    assert position.winner == ONGOING
    assert position.at == "b"  # 10,000 is 1 more than a multiple of 3
