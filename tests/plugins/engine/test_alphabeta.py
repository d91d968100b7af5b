from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stackyard.position import DRAW, ONGOING, WIN
from stackyard_engine.alphabeta import AlphaBeta

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, Walk, WalkMaker

B, C, D, E = 1, 2, 3, 4  # moves of a Walk: the spots they lead to


def deepened(position: Any, depth: int, **settings: Any) -> AlphaBeta:
    search = AlphaBeta(position, **settings)
    for _ in range(depth):
        search.deepen()
    return search


def judged(walk: Walk, values: dict[str, int]) -> Any:
    """The position with a judgement of each spot, for who acts there."""

    class Judged(type(walk)):  # type: ignore[misc]
        def copy(self) -> Judged:
            return Judged(self.graph, self.at)

        def evaluate(self) -> int:
            return values.get(self.at, 0)

    return Judged(walk.graph, walk.at)


@pytest.mark.parametrize("counters", range(1, 30))
@pytest.mark.parametrize("player", [0, 1])
def test_a_small_game_is_solved(heap: HeapMaker, counters: int, player: int) -> None:
    search = deepened(heap(counters, player), 30)
    if counters % 4:
        assert (search.move, search.proven) == (counters % 4, player)
    else:
        assert search.proven == 1 - player


def test_a_win_counts_less_the_later_it_comes(heap: HeapMaker) -> None:
    values = [deepened(heap(counters), 20).value for counters in (1, 5, 9, 4, 8)]
    assert values == [WIN - 1, WIN - 3, WIN - 5, 2 - WIN, 4 - WIN]


def test_a_quick_win_is_preferred_and_a_loss_put_off(walk: WalkMaker) -> None:
    won = walk("a 0 bc", "b 1 d", "c 1 won 0", "d 0 e", "e 1 won 0").initial()
    lost = walk("a 0 bc", "b 1 won 1", "c 1 d", "d 0 e", "e 1 won 1").initial()
    assert deepened(won, 4).move == C
    assert deepened(lost, 4).move == C


def test_it_looks_no_deeper_than_it_is_asked_to(heap: HeapMaker) -> None:
    search = AlphaBeta(heap(9))
    for depth in range(1, 5):
        assert search.deepen()
        assert (search.depth, search.proven) == (depth, ONGOING)
    search.deepen()
    assert (search.depth, search.proven, search.move) == (5, 0, 1)
    search.deepen()
    assert search.depth == 5


def test_a_draw_is_proven_when_no_game_was_broken_off(walk: WalkMaker) -> None:
    search = AlphaBeta(walk("a 0 bc", "b 1 d", "c 1 won 1", "d 0 drawn").initial())
    search.deepen()
    assert (search.proven, search.value) == (ONGOING, 0)
    search.deepen()
    assert (search.proven, search.value, search.move) == (DRAW, 0, B)


def test_a_position_that_comes_back_proves_nothing(walk: WalkMaker) -> None:
    search = deepened(walk("a 0 b", "b 1 a").initial(), 30)
    assert (search.depth, search.proven, search.value) == (30, ONGOING, 0)


def test_who_can_go_round_for_ever_need_not_lose(walk: WalkMaker) -> None:
    search = deepened(walk("a 0 bc", "b 1 a", "c 1 won 1").initial(), 20)
    assert (search.proven, search.move) == (ONGOING, B)


def test_positions_are_judged_from_the_side_of_who_acts(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 a", "c 1 a")
    search = deepened(judged(game.initial(), {"b": 7, "c": -3}), 1)
    assert (search.move, search.value) == (C, 3)


def test_a_player_who_moves_twice_seeks_his_own_good_twice(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 0 mid de", "c 1 de", "d 1 a", "e 1 a")
    search = deepened(judged(game.initial(), {"d": 5, "e": -9}), 2)
    assert (search.move, search.value) == (B, 9)
    assert search.variation() == [B, E]


def test_the_variation_follows_the_best_play_of_both(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 de", "c 1 won 1", "d 0 won 0", "e 0 f", "f 1 drawn")
    assert deepened(game.initial(), 9).variation() == [B, E, 5]


def test_what_would_end_the_match_by_repetition_is_a_draw(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 won 0", "e 0 won 1").initial()
    assert deepened(position, 5).proven == 0
    search = deepened(position, 5, drawn={"b"})
    assert (search.proven, search.move) == (DRAW, B)


def test_a_seed_decides_between_equal_moves(heap: HeapMaker) -> None:
    moves = [deepened(heap(40), 2, seed=seed).move for seed in range(30)]
    assert set(moves) == {1, 2, 3}
    assert moves == [deepened(heap(40), 2, seed=seed).move for seed in range(30)]


def test_a_small_table_finds_the_same(heap: HeapMaker) -> None:
    for counters in (21, 24, 27):
        small, large = (deepened(heap(counters), 30, entries=entries) for entries in (4, 10**6))
        assert (small.proven, small.value) == (large.proven, large.value)


def test_who_asks_it_to_stop_gets_what_was_found_before(heap: HeapMaker) -> None:
    search = deepened(heap(60), 6)
    before = search.depth, search.move, search.value
    while search.deepen(lambda: True):
        assert search.depth < 60
        before = search.depth, search.move, search.value
    assert (search.depth, search.move, search.value) == before
    assert search.deepen()
    assert search.depth == before[0] + 1


def test_what_would_end_the_match_is_a_draw_at_the_horizon_too(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 a", "c 1 a")
    position = judged(game.initial(), {"b": -100, "c": -50})
    assert deepened(position, 1).move == B
    search = deepened(position, 1, drawn={"b"})
    assert (search.move, search.value) == (C, 50)
