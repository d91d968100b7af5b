from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.playouts import playout
from stackyard.position import ONGOING, Position
from stackyard.search import Search

if TYPE_CHECKING:
    from tests.core.conftest import HeapMaker, WalkMaker

B, C, D, E = 1, 2, 3, 4  # moves of a Walk: the spots they lead to


def searched(position: Position, simulations: int, seed: int = 1) -> Search:
    search = Search(position, playout, seed)
    search.run(simulations)
    return search


def figures(search: Search) -> list[tuple[int, int, float]]:
    return [(line.move, line.visits, line.value) for line in search.lines()]


@pytest.mark.parametrize("seed", [0, 1, 2**61, -3])
def test_the_same_seed_gives_the_same_tree(heap: HeapMaker, seed: int) -> None:
    assert figures(searched(heap(20), 300, seed)) == figures(searched(heap(20), 300, seed))


def test_the_tree_does_not_depend_on_how_the_simulations_are_shared_out(heap: HeapMaker) -> None:
    apart = Search(heap(20), playout, 4)
    for simulations in (1, 0, 2, 97, 200):
        apart.run(simulations)
    assert apart.simulations == 300
    assert figures(apart) == figures(searched(heap(20), 300, 4))


def test_seeds_differ_in_what_they_try(heap: HeapMaker) -> None:
    first = {searched(heap(20), 1, seed).lines()[0].move for seed in range(50)}
    assert first == {1, 2, 3}


@pytest.mark.parametrize("seed", range(10))
def test_a_win_in_one_is_found(walk: WalkMaker, seed: int) -> None:
    position = walk("a 0 bcd", "b 1 e", "c 1 won 0", "d 1 e", "e 0 won 1").initial()
    best = searched(position, 200, seed).lines()[0]
    assert best.move == C
    assert best.value == 1.0
    assert best.visits > 150


@pytest.mark.parametrize("seed", range(10))
def test_a_loss_in_one_is_avoided_by_the_second_player_too(walk: WalkMaker, seed: int) -> None:
    position = walk("a 1 bc", "b 0 de", "c 0 e", "d 1 won 0", "e 1 won 1").initial()
    assert searched(position, 200, seed).lines()[0].move == C


@pytest.mark.parametrize("counters", range(1, 16))
def test_a_small_game_is_solved(heap: HeapMaker, counters: int) -> None:
    best = searched(heap(counters, player=counters % 2), 3000).lines()[0]
    if counters % 4:
        assert best.move == counters % 4
        assert best.value > 0.8
    else:
        assert best.value < 0.3


def test_simulations_are_counted_and_shared_out_among_the_moves(heap: HeapMaker) -> None:
    search = Search(heap(20), playout, 1)
    for total in range(1, 60):
        search.run(1)
        assert search.simulations == total
        assert sum(line.visits for line in search.lines()) == total


def test_lines_come_most_visited_first_then_by_move(heap: HeapMaker) -> None:
    for simulations in range(40):
        lines = searched(heap(12), simulations).lines()
        ranks = [(-line.visits, line.move) for line in lines]
        assert ranks == sorted(ranks)


def test_a_move_never_tried_is_worth_one_half(heap: HeapMaker) -> None:
    lines = searched(heap(20), 2).lines()
    assert [line.visits for line in lines] == [1, 1, 0]
    assert lines[2].value == 0.5


def test_a_line_shows_its_figures(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 1 drawn").initial()
    assert repr(searched(position, 8).lines()[0]) == "Line(move=1, visits=8, value=0.500)"


def test_a_draw_counts_half_for_either_player(walk: WalkMaker) -> None:
    for player in (0, 1):
        position = walk(f"a {player} bc", "b 1 drawn", "c 0 drawn").initial()
        assert [line.value for line in searched(position, 50).lines()] == [0.5, 0.5]


def test_a_draw_is_better_than_a_loss_and_worse_than_a_win(walk: WalkMaker) -> None:
    lost = walk("a 0 bc", "b 1 drawn", "c 1 won 1").initial()
    won = walk("a 0 bc", "b 1 drawn", "c 1 won 0").initial()
    assert searched(lost, 100).lines()[0].move == B
    assert searched(won, 100).lines()[0].move == C


def test_a_playout_that_reaches_the_limit_is_a_draw(walk: WalkMaker) -> None:
    search = Search(walk("a 0 bc", "b 1 a", "c 1 a").initial(), playout, 3, limit=10)
    search.run(30)
    assert [line.value for line in search.lines()] == [0.5, 0.5]


def test_a_playout_is_given_a_position_a_seed_of_62_bits_and_the_limit(heap: HeapMaker) -> None:
    calls = []

    def recorded(position: Position, seed: int, limit: int) -> int:
        calls.append((position.winner, seed, limit))
        return playout(position, seed, limit)

    search = Search(heap(9), recorded, 8, limit=77)
    search.run(40)
    assert len(calls) == 40
    assert {limit for _, _, limit in calls} == {77}
    assert all(0 <= seed < 2**62 for _, seed, _ in calls)
    assert len({seed for _, seed, _ in calls}) == 40


def test_more_exploration_spreads_the_visits(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 drawn", "c 1 won 0").initial()
    spread = []
    for exploration in (0.0, 0.7, 100.0):
        search = Search(position, playout, 1, exploration)
        search.run(200)
        spread.append(search.lines()[1].visits)
    assert spread[0] == 1
    assert spread == sorted(set(spread))
    assert spread[2] > 90


@pytest.mark.parametrize("between", ["mid ", ""], ids=["one turn", "a skipped turn"])
def test_a_player_who_moves_twice_seeks_his_own_good_twice(walk: WalkMaker, between: str) -> None:
    # Player 0 chooses at a and again at b, player 1 at c: b wins by e, c loses by d.
    position = walk("a 0 bc", f"b 0 {between}de", "c 1 de", "d 1 won 1", "e 1 won 0").initial()
    for seed in range(10):
        best = searched(position, 200, seed).lines()[0]
        assert best.move == B
        assert best.value > 0.8


def test_the_opponent_of_a_long_turn_seeks_his_own_good(walk: WalkMaker) -> None:
    # After b player 1 moves twice and can win, after c he moves once and cannot.
    position = walk(
        "a 0 bc", "b 1 mid de", "c 1 ef", "d 1 eg", "e 0 won 0", "f 0 won 0", "g 0 won 1"
    ).initial()
    for seed in range(10):
        assert searched(position, 300, seed).lines()[0].move == C


def test_searching_leaves_the_position_alone_and_goes_its_own_way(heap: HeapMaker) -> None:
    position = heap(7)
    search = Search(position, playout, 1)
    position.play(1)
    assert position.key() == (6, 1)
    search.run(500)
    assert position.key() == (6, 1)
    assert search.lines()[0].move == 3


def test_before_the_first_simulation_there_are_no_lines(heap: HeapMaker) -> None:
    search = searched(heap(5), 0)
    assert search.simulations == 0
    assert search.lines() == []


def test_a_finished_game_has_no_lines(walk: WalkMaker) -> None:
    search = searched(walk("a 0 won 1").initial(), 3)
    assert search.simulations == 3
    assert search.lines() == []


def test_a_single_move_gets_every_visit(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 1 c", "c 0 won 0").initial()
    assert figures(searched(position, 20)) == [(B, 20, 1.0)]
    assert position.winner == ONGOING


def test_a_cyclic_game_is_searched(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 ad", "c 1 ae", "d 0 won 1", "e 0 won 0").initial()
    search = Search(position, playout, 1, limit=50)
    search.run(500)
    assert search.simulations == 500
    assert search.lines()[0].move == C
