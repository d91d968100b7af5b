from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.enumeration import divide, perft
from stackyard.position import Position

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker

pytestmark = pytest.mark.builds

# A turn of two moves, a skipped turn, a draw and two wins.
SPOTS = ("a 0 bcd", "b 0 mid ce", "c 1 df", "d 1 ef", "e 0 f", "f 1 gh", "g 0 drawn", "h 0 won 1")


def model(position: Position, depth: int) -> int:
    """Count one by one."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        total += model(after, depth - 1)
    return total


def sequences(counters: int, depth: int) -> int:
    """In how many ways `depth` numbers from 1 to 3 add up to `counters` or less."""
    ways = {0: 1}
    for _ in range(depth):
        sums = [total + taken for total in ways for taken in (1, 2, 3) for _ in range(ways[total])]
        ways = {total: sums.count(total) for total in set(sums) if total <= counters}
    return sum(ways.values())


@pytest.mark.parametrize("counters", [0, 1, 2, 5, 10])
def test_perft_counts_the_sequences_of_moves(heap: HeapMaker, counters: int) -> None:
    for depth in range(8):
        assert perft(heap(counters), depth) == sequences(counters, depth)


def test_perft_of_a_small_game_is_what_one_counts_by_hand(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 0 mid cd", "c 1 d", "d 0 won 1")
    assert [perft(game.initial(), depth) for depth in range(5)] == [1, 2, 3, 1, 0]


@pytest.mark.parametrize("depth", range(9))
def test_perft_agrees_with_counting_one_by_one(walk: WalkMaker, depth: int) -> None:
    for at in "abcdefgh":
        position = walk(*SPOTS).parse_position(at)
        assert perft(position, depth) == model(position, depth)


def test_a_finished_game_has_the_empty_sequence_only(walk: WalkMaker) -> None:
    position = walk("a 0 drawn").initial()
    assert [perft(position, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert divide(position, 3) == {}


@pytest.mark.parametrize("depth", range(1, 7))
def test_divide_shares_perft_out_among_the_first_moves(walk: WalkMaker, depth: int) -> None:
    position = walk(*SPOTS).initial()
    parts = divide(position, depth)
    assert list(parts) == list(position.legal_moves())
    assert sum(parts.values()) == perft(position, depth)
    for move, nodes in parts.items():
        after = position.copy()
        after.play(move)
        assert nodes == perft(after, depth - 1)


def test_counting_leaves_the_position_alone(walk: WalkMaker) -> None:
    position = walk(*SPOTS).initial()
    perft(position, 4)
    divide(position, 4)
    assert position.at == "a"


@pytest.mark.parametrize("depth", [-1, -100])
def test_perft_refuses_a_negative_depth(heap: HeapMaker, depth: int) -> None:
    with pytest.raises(ValueError, match=f"0 to 1,000, not {depth}"):
        perft(heap(3), depth)


@pytest.mark.parametrize("depth", [0, -1])
def test_divide_refuses_a_depth_below_1(heap: HeapMaker, depth: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 1,000, not {depth}"):
        divide(heap(3), depth)
