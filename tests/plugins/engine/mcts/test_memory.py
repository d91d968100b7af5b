from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.plugins.engine.mcts.searches import Fogged, figures, searched

from stackyard.playouts import playout
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker


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
