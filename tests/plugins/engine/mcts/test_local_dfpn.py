"""Proofs beside the tree: what is said to be won or lost is, also where positions come back."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import TYPE_CHECKING

import pytest
from tests.plain_solver import Solved, solve_plainly

from stackyard.playouts import playout
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.mcts.local_dfpn import Proof
from stackyard_engine.mcts.prover import Prover
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkGame, WalkMaker

B, C = 1, 2
SPOTS = ascii_lowercase[:20]
ENDS = ("t 0 won 0", "s 0 won 1", "r 0 drawn")


def graph_of(rng: Rng, draws: bool) -> list[str]:
    """A walk in which positions come back: some ways from each letter, forth or back."""
    ends = ENDS if draws else ENDS[:2]
    spots = []
    for letter in SPOTS[: -len(ends)]:
        others = [to for to in SPOTS if to != letter and (draws or to != "r")]
        ways = {others[rng.below(len(others))] for _ in range(1 + rng.below(4))}
        mid = "mid " if rng.below(5) == 0 else ""
        spots.append(f"{letter} {rng.below(2)} {mid}{''.join(sorted(ways))}")
    return [*spots, *ends]


def forced(game: WalkGame) -> dict[str, int]:
    """Who can force a win from where; who is missing, nobody can."""
    solved: Solved = {}
    for spot in game.graph:
        if spot not in solved:
            solved |= solve_plainly(game.parse_position(spot))
    return {str(spot): winner for spot, (winner, _) in solved.items() if winner != DRAW}


def told(position: Position, drawn: frozenset[str] = frozenset()) -> dict[int, int]:
    """The winners of moves as far as a long search for proofs knows them."""
    proof = Proof(position, drawn, 1000)
    proof.run(5000)
    return dict(proof.found)


def is_true(found: Mapping[int, int], won: Mapping[str, int]) -> bool:
    """Tell if all that is proven of moves is so."""
    return all(won.get(ascii_lowercase[move]) == winner for move, winner in found.items())


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_every_win_is_found_and_nothing_is_said_that_is_not_so(
    walk: WalkMaker, draws: bool, seed: int
) -> None:
    spots = graph_of(Rng(seed), draws)
    game = walk(*spots)
    won = forced(game)
    for spot in spots:
        position = game.parse_position(spot[0])
        if position.winner == ONGOING:
            found = told(position)
            assert is_true(found, won), spot
            assert (won.get(spot[0]) == position.player) == (position.player in found.values())


@pytest.mark.nightly
@pytest.mark.parametrize("draws", [False, True])
def test_ten_thousand_positions_are_proven_as_a_plain_solver_says(
    walk: WalkMaker, draws: bool
) -> None:
    positions = proven = 0
    while positions < 5000:
        seed = derive(positions, 7)
        spots = graph_of(Rng(seed), draws)
        game = walk(*spots)
        won = forced(game)
        for spot in spots:
            position = game.parse_position(spot[0])
            if position.winner != ONGOING:
                continue
            search = Search(position, playout, seed, limit=30)
            search.run(200)
            found = {line.move: line.proven for line in search.children()}
            decided = {move: winner for move, winner in found.items() if winner in {0, 1}}
            assert is_true(decided, won), (spot, seed)
            if search.proven in {0, 1}:
                assert won.get(spot[0]) == search.proven, (spot, seed)
                proven += 1
            positions += 1
    assert proven > 1500


def test_a_win_that_needs_a_position_to_come_back_is_none(walk: WalkMaker) -> None:
    # Player 1 can go round for ever, and loses only by leaving the round.
    game = walk("a 0 b", "b 1 ac", "c 0 won 0")
    assert told(game.parse_position("a")) == {}
    assert told(game.parse_position("b")) == {C: 0}


def test_a_position_that_the_match_would_end_as_drawn_wins_nothing(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 won 0", "e 0 f", "f 0 won 0")
    assert told(game.initial())[B] == 0
    assert told(game.initial(), frozenset("b")) == {C: 0}
    assert told(game.initial(), frozenset("be")) == {}


def test_what_is_refuted_after_a_draw_is_not_lost(walk: WalkMaker) -> None:
    assert told(walk("a 0 b", "b 1 c", "c 0 drawn").initial()) == {}
    assert told(walk("a 0 b", "b 1 c", "c 0 won 1").initial()) == {B: 1}


def test_what_was_proven_is_known_after_a_move(heap: HeapMaker) -> None:
    proof = Proof(heap(43), frozenset(), 10_000)
    proof.run(20_000)
    (move,) = [move for move, winner in proof.found if winner == 0]
    looked_at = int(proof.positions)
    line = proof.line(move)
    for played in line[:2]:
        proof.advance(played)
    assert proof.found == []
    proof.run(20_000)
    assert (line[2], 0) in proof.found
    assert proof.positions - looked_at < 10


def test_a_table_that_forgets_only_costs_time(heap: HeapMaker) -> None:
    small = Proof(heap(30), frozenset(), 20)
    small.run(20_000)
    assert 0 in dict(small.found).values()


def test_a_line_goes_on_to_the_end_that_is_proven(heap: HeapMaker) -> None:
    prover = Prover(heap(43), frozenset())
    found: list[tuple[int, int]] = []
    effort = 0
    while not found:
        effort += 1000
        found = prover.run(effort)
    position = heap(43)
    for move in prover.line(found[0][0]):
        position.play(move)
    assert position.winner == found[0][1]


def test_a_search_looks_for_proofs_as_its_parameters_say(heap: HeapMaker) -> None:
    def search(proof: float, steps: int = 1) -> Search:
        made = Search(heap(31), playout, 1, MctsParams(proof=proof))
        for _ in range(steps):
            made.run(24_000 // steps)
        return made

    assert search(0).proven == ONGOING
    assert search(4).proven == 0
    assert search(4).simulations == search(4, 24).simulations < 24_000
    best = search(4).children()[0]
    assert best.proven == 0
    position = heap(31)
    for move in search(4).variation(best.move):
        position.play(move)
    assert position.winner == 0


def test_what_was_proven_without_the_tree_is_played_out(heap: HeapMaker) -> None:
    position = heap(31)
    search = Search(position, playout, 1)
    while position.winner == ONGOING:
        search.run(24_000)
        best = search.children()[0]
        assert best.proven == 0 or position.player == 1
        position.play(best.move)
        search.advance(best.move)
    assert position.winner == 0
