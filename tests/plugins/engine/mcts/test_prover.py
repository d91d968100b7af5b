"""Results that searches by learned weights say are proven, against exact results."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.engine.mcts.searches import misleading

from stackyard import ONGOING, Game, Rng, load_game
from stackyard.position import Position
from stackyard.rng import derive
from stackyard_engine import Search
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.weights import Evaluator
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.mcts.local_dfpn import Proof
from stackyard_engine.mcts.prover import Prover
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.train.exact_results import exact_results_for
from stackyard_engine.train.validation import random_line

POSITIONS = 150
SEED = 15


def by_tree(game: Game, position: Position, evaluator: Evaluator) -> list[tuple[int, int]]:
    params = knowledge_of(game).mcts_params_with_weights
    search = Search(position, game.playout, 1, params, evaluator=evaluator)
    search.run(80)
    return [(child.move, child.proven) for child in search.children()]


def by_alphabeta(game: Game, position: Position, evaluator: Evaluator) -> list[tuple[int, int]]:
    search = AlphaBeta(position, evaluator=evaluator.value)
    while search.depth < 5 and search.proven == ONGOING:
        search.deepen()
    # Where its player wins, its move does; where it is lost, all moves lose.
    return [(search.move, search.proven)]


def by_proof(game: Game, position: Position, evaluator: Evaluator) -> list[tuple[int, int]]:
    search = Proof(position, frozenset(), 1000, evaluator)
    search.run(400)
    return search.found


@pytest.mark.parametrize("search", [by_tree, by_alphabeta, by_proof])
@pytest.mark.parametrize(
    ("name", "options"), [("silo", {"size": 4, "height": 2}), ("slicron", {"side": 2})]
)
def test_nothing_false_is_proven_by_weights_that_mislead(
    name: str, options: dict[str, Any], search: Any
) -> None:
    game = load_game(name, **options)
    knowledge = exact_results_for(game)
    assert knowledge is not None
    evaluator, proven = misleading(game, SEED), 0
    for number in range(POSITIONS):
        own = derive(SEED, number)
        line = random_line(game, own)
        position = line[Rng(own).below(len(line))]
        for move, winner in search(game, position, evaluator):
            if winner == ONGOING:
                continue
            assert winner == result_after(position, move, knowledge), f"{SEED=} {number=}"
            proven += 1
    assert proven > POSITIONS // 15


def result_after(position: Position, move: int, knowledge: ResultLookup) -> int:
    """Who wins after a move with best play."""
    after = position.copy()
    after.play(move)
    known = knowledge.known(after)
    assert known is not None
    return known.winner


@pytest.mark.parametrize(
    "text", ["1,W/1,w,2/w,1,r,1/w,1 r 0,0 move", "1,rw/3,r/1,wwr,wr,1/2 w 0,0 move"]
)
def test_a_position_that_is_lost_by_alpha_beta_is_told_move_by_move(text: str) -> None:
    position = load_game("pit_of_pillars", size=4).parse_position(text)
    found = dict(Prover(position, frozenset()).run(2000))
    assert found == dict.fromkeys(map(int, position.legal_moves()), 1 - position.player)
