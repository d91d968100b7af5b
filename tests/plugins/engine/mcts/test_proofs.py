from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

import pytest
from tests.plain_solver import solve_plainly
from tests.plugins.engine.mcts.searches import B, C, searched

from stackyard.playouts import playout
from stackyard.position import DRAW, LONGEST, ONGOING
from stackyard.rng import Rng
from stackyard_engine.mcts.search import Child, Search, rank
from stackyard_engine.mcts.tree import Tree

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker


def test_a_finished_game_has_no_lines(walk: WalkMaker) -> None:
    search = searched(walk("a 0 won 1").initial(), 3)
    assert search.children() == []
    assert (search.proven, search.simulations) == (1, 0)


def test_a_search_that_is_proven_runs_no_further(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 1 c", "c 0 won 0").initial()
    search = searched(position, 1000)
    assert search.simulations < 5
    assert search.proven == 0
    assert [(line.move, line.value, line.proven) for line in search.children()] == [(B, 1.0, 0)]


def test_all_moves_lose_if_each_is_proven_to(walk: WalkMaker) -> None:
    search = searched(walk("a 0 bc", "b 1 de", "c 0 won 1", "d 0 won 0", "e 0 won 1").initial(), 99)
    assert search.proven == 1
    assert [(line.value, line.proven) for line in search.children()] == [(0.0, 1), (0.0, 1)]


def test_a_draw_is_proven_if_there_is_nothing_better(walk: WalkMaker) -> None:
    search = searched(walk("a 0 bc", "b 1 drawn", "c 0 won 1").initial(), 99)
    assert search.proven == DRAW
    assert [(line.move, line.proven) for line in search.children()] == [(B, DRAW), (C, 1)]


def test_a_drawn_move_is_left_alone_while_another_may_win(walk: WalkMaker) -> None:
    lost = walk("a 0 bc", "b 1 drawn", "c 1 d", "d 0 e", "e 1 fg", "f 1 won 1", "g 0 won 0")
    search = searched(lost.initial(), 30)
    assert search.proven == DRAW
    assert search.simulations < 15
    won = walk("a 0 bc", "b 1 drawn", "c 1 d", "d 0 e", "e 1 fg", "f 1 won 0", "g 0 won 0")
    assert searched(won.initial(), 30).proven == 0


def test_a_move_that_at_best_draws_is_left_alone_once_a_draw_is_sure(walk: WalkMaker) -> None:
    endless = "d 0 e", "e 1 d"  # nothing is ever proven of it
    position = walk("a 0 bc", "b 1 drawn", "c 1 df", "f 0 drawn", *endless).initial()
    search = Search(position, playout, 1, limit=20)
    search.run(500)
    assert search.proven == DRAW
    assert search.simulations < 50


def graph_of(rng: Rng) -> list[str]:
    """A walk that ends: from each letter to some later ones, by either player, or to an end."""
    spots = []
    for at in range(12):
        later = [to for to in range(at + 1, 15) if rng.below(3) == 0] or [at + 1 + rng.below(3)]
        letters = "".join([ascii_lowercase[to] for to in later if to < 15])
        spots.append(f"{ascii_lowercase[at]} {rng.below(2)} {letters}")
    return [*spots, "m 0 won 0", "n 0 won 1", "o 0 drawn"]


@pytest.mark.parametrize("seed", range(30))
def test_what_is_proven_of_wins_draws_and_losses_is_true(walk: WalkMaker, seed: int) -> None:
    position = walk(*graph_of(Rng(seed))).initial()
    known = solve_plainly(position)
    best = known[position.key()][0]
    for simulations in (5, 20, 2000):
        search = Search(position, playout, seed)
        search.run(simulations)
        assert search.proven in ({ONGOING, best} if simulations < 2000 else {best})
        for child in search.children():
            if child.proven != ONGOING:
                after = position.copy()
                after.play(child.move)
                assert child.proven == known[after.key()][0]


def test_after_a_move_proven_elsewhere_the_winning_reply_is_sought(heap: HeapMaker) -> None:
    tree = Tree(heap(12), None, 1, 0.4, LONGEST, 10_000, frozenset())
    tree.run(20)
    tree.settle(1, 1)
    tree.advance(1)
    tree.run(2000)
    assert tree.nodes.facts(0)[1] == 1
    assert {move for _, move, _, _, proven in tree.nodes.children(0) if proven == 1} == {3}


def test_a_position_that_comes_back_proves_nothing(walk: WalkMaker) -> None:
    search = Search(walk("a 0 b", "b 1 a").initial(), playout, 1, limit=20)
    search.run(500)
    assert (search.simulations, search.proven) == (500, ONGOING)
    assert search.size < 100


def test_who_may_go_round_or_win_is_proven_to_win(walk: WalkMaker) -> None:
    search = searched(walk("a 0 b", "b 1 a", "c 1 won 0").initial(), 0)
    assert search.proven == ONGOING
    search = searched(walk("a 0 bc", "b 1 a", "c 1 won 0").initial(), 99)
    assert (search.proven, search.children()[0].move) == (0, C)


def test_a_proven_loss_is_chosen_only_if_all_moves_lose() -> None:
    lost = Child(1, 900, 0.0, 1)
    hopeless = Child(2, 1, 0.0)
    assert [line.move for line in rank([lost, hopeless])] == [2, 1]


def test_a_proven_win_comes_before_all_others() -> None:
    lines = [Child(1, 900, 1.0), Child(2, 1, 1.0, 0), Child(3, 50, 0.5, DRAW)]
    assert [line.move for line in rank(lines)] == [2, 1, 3]


@pytest.mark.parametrize(("value", "order"), [(0.6, [1, 2, 3]), (0.4, [3, 1, 2])])
def test_a_proven_draw_is_better_than_a_bad_hope(value: float, order: list[int]) -> None:
    lines = [Child(2, 5, 0.9), Child(3, 1, 0.5, DRAW), Child(1, 90, value)]
    assert [line.move for line in rank(lines)] == order


def test_a_match_that_would_end_by_repetition_is_a_draw_there(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 won 0", "e 0 won 1").initial()
    assert searched(position, 50).proven == 0
    search = Search(position, playout, 1, drawn={"b"})
    search.run(50)
    assert search.proven == DRAW


def test_repetition_counts_between_turns_only(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 0 mid c", "c 1 won 0").initial()
    search = Search(position, playout, 1, drawn={"b"})
    search.run(50)
    assert search.proven == 0
