from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.plugins.engine.mcts.searches import B, C, E, figures, searched

from stackyard.analysis import FEW
from stackyard.playouts import playout
from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.mcts.search import Child, Search
from stackyard_engine.params import MctsParams

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker


@pytest.mark.parametrize("seed", [0, 1, 2**61, -3])
def test_the_same_seed_gives_the_same_tree(heap: HeapMaker, seed: int) -> None:
    assert figures(searched(heap(20), 300, seed)) == figures(searched(heap(20), 300, seed))


def test_the_tree_does_not_depend_on_how_the_simulations_are_shared_out(heap: HeapMaker) -> None:
    apart = Search(heap(20), playout, 4)
    for simulations in (1, 0, 2, 97, 200):
        apart.run(simulations)
    assert apart.simulations == 300
    assert figures(apart) == figures(searched(heap(20), 300, 4))


@pytest.mark.parametrize("steps", [(1, 5, 1000), (64,), (63, 2, 700)])
def test_positions_end_a_search_at_one_point_whatever_its_steps(
    heap: HeapMaker, steps: tuple[int, ...]
) -> None:
    search = Search(heap(40), playout, 4, MctsParams(proof=0))
    for step in steps * 100:
        if not search.run(step, until=5000):
            break
    assert 5000 <= search.positions < 5000 + 64 * 40
    assert search.simulations % 64 == 0
    whole = Search(heap(40), playout, 4, MctsParams(proof=0))
    assert not whole.run(10**9, until=5000)
    assert figures(search) == figures(whole)


def test_positions_for_proofs_count_too(heap: HeapMaker) -> None:
    alone, proving = (Search(heap(90), playout, 4, MctsParams(proof=p)) for p in (0, 1))
    for search in (alone, proving):
        search.run(2304)
    assert proving.positions > alone.positions + 256


def test_positions_leave_time_for_a_number_of_simulations(heap: HeapMaker) -> None:
    search = Search(heap(90), playout, 4, MctsParams(proof=0))
    assert not search.run(10**9, until=1, least=100)
    assert search.simulations == 128


def test_seeds_differ_in_what_they_try(heap: HeapMaker) -> None:
    first = {searched(heap(20), 1, seed).children()[0].move for seed in range(50)}
    assert first == {1, 2, 3}


@pytest.mark.parametrize("seed", range(10))
def test_a_win_in_one_is_found(walk: WalkMaker, seed: int) -> None:
    position = walk("a 0 bcd", "b 1 e", "c 1 won 0", "d 1 e", "e 0 won 1").initial()
    search = searched(position, 200, seed)
    best = search.children()[0]
    assert best.move == C
    assert (best.value, best.proven, search.proven) == (1.0, 0, 0)


@pytest.mark.parametrize("seed", range(10))
def test_a_loss_in_one_is_avoided_by_the_second_player_too(walk: WalkMaker, seed: int) -> None:
    position = walk("a 1 bc", "b 0 de", "c 0 e", "d 1 won 0", "e 1 won 1").initial()
    assert searched(position, 200, seed).children()[0].move == C


@pytest.mark.parametrize("counters", range(1, 16))
def test_a_small_game_is_solved(heap: HeapMaker, counters: int) -> None:
    best = searched(heap(counters, player=counters % 2), 3000).children()[0]
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
        assert sum(line.visits for line in search.children()) == total


def test_lines_come_most_visited_first_then_by_move(heap: HeapMaker) -> None:
    for simulations in range(40):
        lines = searched(heap(12), simulations).children()
        ranks = [(-line.visits, line.move) for line in lines]
        assert ranks == sorted(ranks)


def test_a_move_never_tried_is_worth_one_half(heap: HeapMaker) -> None:
    lines = searched(heap(20), 2).children()
    assert [line.visits for line in lines] == [1, 1, 0]
    assert lines[2].value == 0.5


def test_a_line_shows_its_figures(walk: WalkMaker) -> None:
    position = walk("a 0 b", "b 1 drawn").initial()
    line = searched(position, 8).children()[0]
    assert line == Child(move=1, visits=1, value=0.5, proven=DRAW)


def test_a_draw_counts_half_for_either_player(walk: WalkMaker) -> None:
    for player in (0, 1):
        position = walk(f"a {player} bc", "b 1 drawn", "c 0 drawn").initial()
        assert [line.value for line in searched(position, 50).children()] == [0.5, 0.5]


def test_a_draw_is_better_than_a_loss_and_worse_than_a_win(walk: WalkMaker) -> None:
    lost = walk("a 0 bc", "b 1 drawn", "c 1 won 1").initial()
    won = walk("a 0 bc", "b 1 drawn", "c 1 won 0").initial()
    assert searched(lost, 100).children()[0].move == B
    assert searched(won, 100).children()[0].move == C


def test_a_playout_that_reaches_the_limit_is_a_draw(walk: WalkMaker) -> None:
    search = Search(walk("a 0 bc", "b 1 a", "c 1 a").initial(), playout, 3, limit=10)
    search.run(30)
    assert [line.value for line in search.children()] == [0.5, 0.5]


def test_a_playout_is_given_a_position_a_seed_of_62_bits_and_the_limit(heap: HeapMaker) -> None:
    calls = []

    def recorded(position: Position, seed: int, limit: int) -> int:
        calls.append((position.winner, seed, limit))
        return playout(position, seed, limit)

    search = Search(heap(30), recorded, 8, limit=77)
    search.run(40)
    assert len(calls) == 40
    assert {limit for _, _, limit in calls} == {77}
    assert all(0 <= seed < 2**62 for _, seed, _ in calls)
    assert len({seed for _, seed, _ in calls}) == 40


def test_more_exploration_spreads_the_visits(heap: HeapMaker) -> None:
    spread = []
    for exploration in (0.0, 0.4, 100.0):
        search = Search(heap(50), playout, 1, MctsParams(exploration))
        search.run(300)
        spread.append(min(line.visits for line in search.children()))
    assert spread == sorted(set(spread))
    assert spread[0] < 20
    assert spread[2] > 90


@pytest.mark.parametrize("between", ["mid ", ""], ids=["one turn", "a skipped turn"])
def test_a_player_who_moves_twice_seeks_his_own_good_twice(walk: WalkMaker, between: str) -> None:
    # Player 0 chooses at a and again at b, player 1 at c: b wins by e, c loses by d.
    position = walk("a 0 bc", f"b 0 {between}de", "c 1 de", "d 1 won 1", "e 1 won 0").initial()
    for seed in range(10):
        best = searched(position, 200, seed).children()[0]
        assert best.move == B
        assert best.value > 0.8


def test_the_opponent_of_a_long_turn_seeks_his_own_good(walk: WalkMaker) -> None:
    # After b player 1 moves twice and can win, after c he moves once and cannot.
    position = walk(
        "a 0 bc", "b 1 mid de", "c 1 ef", "d 1 eg", "e 0 won 0", "f 0 won 0", "g 0 won 1"
    ).initial()
    for seed in range(10):
        assert searched(position, 300, seed).children()[0].move == C


def test_searching_leaves_the_position_alone_and_goes_its_own_way(heap: HeapMaker) -> None:
    position = heap(7)
    search = Search(position, playout, 1)
    position.play(1)
    assert position.key() == (6, 1)
    search.run(500)
    assert position.key() == (6, 1)
    assert search.children()[0].move == 3


def test_before_the_first_simulation_there_are_no_lines(heap: HeapMaker) -> None:
    search = searched(heap(5), 0)
    assert search.simulations == 0
    assert search.children() == []


def test_the_variation_follows_the_best_play_of_both(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 de", "c 1 won 1", "d 0 won 0", "e 0 f", "f 1 drawn").initial()
    search = searched(position, 99)
    assert search.variation(B) == [B, E, 5]
    assert search.variation(C) == [C]


def test_the_variation_ends_before_moves_that_were_hardly_tried(heap: HeapMaker) -> None:
    search = searched(heap(300), 300)
    line = search.variation(search.children()[0].move)
    assert len(line) > 1
    search.advance(line[0])
    for move in line[1:]:
        best = search.children()[0]
        assert (best.move, best.proven) == (move, ONGOING)
        assert best.visits >= FEW
        search.advance(move)
    assert 0 < search.children()[0].visits < FEW


def test_after_a_move_the_search_goes_on_from_what_it_knows(heap: HeapMaker) -> None:
    search = searched(heap(40), 500)
    line = search.children()[0]
    variation = search.variation(line.move)
    size = search.size
    search.advance(line.move)
    assert search.simulations == line.visits
    assert search.size < size
    after = search.children()[0]
    assert search.variation(after.move) == variation[1:]
    search.run(100)
    assert search.simulations == line.visits + 100


def test_what_is_kept_is_what_stood_below_the_move(heap: HeapMaker) -> None:
    search = searched(heap(30), 400)
    for move in (2, 1, 3):
        below = {line.move: search.variation(line.move) for line in search.children()}
        search.advance(move)
        if len(below[move]) > 1:
            assert search.variation(search.children()[0].move) == below[move][1:]


def test_after_moves_never_tried_the_search_begins_anew(heap: HeapMaker) -> None:
    search = searched(heap(7), 0)
    for move in (1, 3):
        search.advance(move)
    assert (search.simulations, search.size, search.children()) == (0, 1, [])
    search.run(300)
    assert search.proven == 0
    assert search.children()[0].move == 3


def test_a_kept_proof_stays_proven(heap: HeapMaker) -> None:
    search = searched(heap(7), 3000)
    assert (search.proven, search.children()[0].move) == (0, 3)
    search.advance(3)
    assert search.proven == 0
    assert {line.proven for line in search.children()} == {0}


def test_a_new_seed_tells_how_the_search_goes_on(heap: HeapMaker) -> None:
    one, other, third = (searched(heap(40), 50) for _ in range(3))
    for search, seed in ((one, 8), (other, 8), (third, 9)):
        search.reseed(seed)
        search.run(200)
    assert figures(one) == figures(other) != figures(third)


def test_a_cyclic_game_is_searched(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 ad", "c 1 ae", "d 0 won 1", "e 0 won 0").initial()
    search = Search(position, playout, 1, limit=50)
    search.run(500)
    assert search.simulations == 500
    assert search.children()[0].move == C
