from __future__ import annotations

import math
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tests.toy_games import Heap

from stackyard.playouts import playout
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng
from stackyard.tuning import MctsParams
from stackyard_engine.mcts.search import Child, Search, rank

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker

B, C, D, E = 1, 2, 3, 4  # moves of a Walk: the spots they lead to


def searched(position: Position, simulations: int, seed: int = 1) -> Search:
    search = Search(position, playout, seed)
    search.run(simulations)
    return search


def figures(search: Search) -> list[tuple[int, int, float]]:
    return [(line.move, line.visits, line.value) for line in search.children()]


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
    assert repr(line) == "Child(move=1, visits=1, value=0.500, proven=2)"
    assert repr(Child(1, 8, 0.25)) == "Child(move=1, visits=8, value=0.250)"


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


def best(position: Position) -> int:
    """Who wins with best play, found by looking at everything."""
    if position.winner != ONGOING:
        return int(position.winner)
    player, results = int(position.player), []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        results.append(best(after))
    if player in results:
        return player
    return DRAW if DRAW in results else 1 - player


@pytest.mark.parametrize("seed", range(30))
def test_what_is_proven_of_wins_draws_and_losses_is_true(walk: WalkMaker, seed: int) -> None:
    position = walk(*graph_of(Rng(seed))).initial()
    for simulations in (5, 20, 2000):
        search = Search(position, playout, seed)
        search.run(simulations)
        assert search.proven in (
            {ONGOING, best(position)} if simulations < 2000 else {best(position)}
        )
        for child in search.children():
            if child.proven != ONGOING:
                after = position.copy()
                after.play(child.move)
                assert child.proven == best(after)


class Fogged(Heap):
    """A heap that can be judged: who is to act with a multiple of four left stands worse."""

    def copy(self) -> Fogged:
        return Fogged(self.left, int(self.player))

    def evaluate(self) -> int:
        return 1 if self.left % 4 else -1


PARAMS = [
    MctsParams(history=True),
    MctsParams(horizon=2),
    MctsParams(rave=300, exploration=0.3),
    MctsParams(minimax=0.5, scale=1),
    MctsParams(0.3, True, 4, 100, 0.3, 2),
]


@pytest.mark.parametrize("params", PARAMS)
def test_every_set_of_parameters_solves_a_small_game_and_repeats_itself(params: MctsParams) -> None:
    for left in (10, 12):
        search = Search(Fogged(left, 0), playout, 1, params)
        search.run(3000)
        assert search.proven == (1 if left % 4 == 0 else 0)
    trees = []
    for _ in range(2):
        search = Search(Fogged(30, 0), playout, 7, params)
        search.run(150)
        search.advance(1)
        search.run(100)
        trees.append([(child.move, child.visits, child.value) for child in search.children()])
    assert trees[0] == trees[1]


def test_what_is_judged_good_below_a_move_speaks_for_it() -> None:
    search = Search(Fogged(62, 0), playout, 1, MctsParams(minimax=0.9, scale=0.5))
    search.run(100)
    assert search.children()[0].move == 2  # which leaves 60


class Flattered(Heap):
    """A heap that the first player is thought to win."""

    def copy(self) -> Flattered:
        return Flattered(self.left, int(self.player))

    def evaluate(self) -> int:
        return 1 - 2 * int(self.player)


def test_beyond_the_horizon_a_playout_is_judged() -> None:
    for player, value in ((0, 1.0), (1, 0.0)):
        search = Search(Flattered(200, player), playout, 1, MctsParams(horizon=2))
        search.run(50)
        assert {child.value for child in search.children()} == {value}


class Choice(Heap):
    """The first player wins by choosing 1 more often than 5 times of 10; nothing else matters."""

    def __init__(self, left: int, player: int, ones: int = 0) -> None:
        super().__init__(left, player)
        self.ones = ones

    def copy(self) -> Choice:
        return Choice(self.left, int(self.player), self.ones)

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([0, 1])

    def play(self, move: i64) -> None:
        self.ones += move == 1 and self.player == 0
        self.left -= 1
        self.player = 1 - self.player
        if not self.left:
            self.winner = 0 if self.ones > 5 else 1


def test_playouts_learn_which_moves_win() -> None:
    values = []
    for history in (False, True):
        search = Search(Choice(20, 0), playout, 1, MctsParams(history=history))
        search.run(200)
        values.append(max(child.value for child in search.children()))
    assert values[0] < 0.6 < 0.8 < values[1]


class Poisoned(Heap):
    """The first player loses by choosing 0 of twenty at any time, and else wins."""

    def __init__(self, left: int, player: int, fatal: bool = False) -> None:
        super().__init__(left, player)
        self.fatal = fatal

    def copy(self) -> Poisoned:
        return Poisoned(self.left, int(self.player), self.fatal)

    def legal_moves(self) -> vec[i64]:
        return vec[i64](range(20))

    def play(self, move: i64) -> None:
        self.fatal |= move == 0 and self.player == 0
        self.left -= 1
        self.player = 1 - self.player
        if not self.left:
            self.winner = 1 if self.fatal else 0


def test_what_did_badly_in_other_playouts_is_tried_last() -> None:
    last = 0
    for seed in range(10):
        search = Search(Poisoned(30, 0), playout, seed, MctsParams(rave=300, proof=0))
        search.run(19)
        last += [child.move for child in search.children() if not child.visits] == [0]
    assert last >= 6


@pytest.mark.parametrize(
    "numbers",
    [
        *({"exploration": -1}, {"horizon": -1}, {"rave": -1}, {"minimax": 1.1}, {"scale": 0}),
        *({"exploration": math.nan}, {"rave": math.inf}, {"scale": "1"}, {"minimax": None}),
        {"proof": -1},
        *({"horizon": 1.5}, {"horizon": "5"}, {"horizon": 10**30}, {"history": "no"}),
    ],
)
def test_a_manner_outside_its_ranges_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=rf"{next(iter(numbers))} is "):
        MctsParams(**numbers)


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


def test_the_variation_follows_the_best_play_of_both(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 de", "c 1 won 1", "d 0 won 0", "e 0 f", "f 1 drawn").initial()
    search = searched(position, 99)
    assert search.variation(B) == [B, E, 5]
    assert search.variation(C) == [C]


def test_the_variation_of_a_move_never_tried_is_that_move(heap: HeapMaker) -> None:
    search = searched(heap(20), 1)
    assert sorted(search.variation(move) for move in (1, 2, 3)) == [[1], [2], [3]]
    with pytest.raises(ValueError, match="no move 4"):
        search.variation(4)


@pytest.mark.parametrize("nodes", [1, 2, 10, 100])
def test_the_tree_keeps_to_its_bound_and_the_search_goes_on(heap: HeapMaker, nodes: int) -> None:
    search = Search(heap(43), playout, 5, nodes=nodes)
    search.run(3000)
    assert search.size <= max(nodes, 4)  # the root's moves have a place always
    assert search.simulations == 3000
    assert sum(line.visits for line in search.children()) == 3000


def test_a_bounded_tree_still_finds_the_move(heap: HeapMaker) -> None:
    search = Search(heap(11), playout, 5, nodes=60)
    search.run(3000)
    assert search.children()[0].move == 3


@pytest.mark.parametrize("nodes", [120, 200])
def test_a_full_tree_goes_on_to_the_proof(heap: HeapMaker, nodes: int) -> None:
    search = Search(heap(15), playout, 5, MctsParams(proof=0), nodes=nodes)
    search.run(6000)
    assert search.prunings
    assert (search.proven, search.children()[0].move) == (0, 3)
    assert search.size <= nodes


def test_pruning_begins_when_the_tree_is_full_and_tells_the_memory(heap: HeapMaker) -> None:
    search = Search(heap(43), playout, 5, nodes=1000)
    search.run(300)
    assert (search.prunings, search.memory) == (0, 80 * search.size)
    assert search.size < 1000
    search.run(3000)
    assert search.prunings
    assert search.memory == 80 * 1000
    for child in search.children():
        assert 0 <= child.value <= 1


@pytest.mark.parametrize("params", [MctsParams(rave=50), MctsParams(minimax=0.5)])
def test_pruned_trees_repeat_and_count_all_visits(params: MctsParams) -> None:
    trees = []
    for _ in range(2):
        search = Search(Fogged(40, 0), playout, 3, params, nodes=300)
        search.run(2000)
        assert search.prunings > 1
        assert search.memory == 96 * 300
        assert sum(child.visits for child in search.children()) == search.simulations == 2000
        trees.append(figures(search))
    assert trees[0] == trees[1]


def test_what_a_pruned_search_keeps_after_a_move_is_searched_on(heap: HeapMaker) -> None:
    search = Search(heap(43), playout, 5, nodes=400)
    search.run(3000)
    move = search.children()[0].move
    visits = search.children()[0].visits
    search.advance(move)
    assert search.simulations == visits
    search.run(500)
    assert search.simulations == visits + 500
    assert search.size <= 400


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
