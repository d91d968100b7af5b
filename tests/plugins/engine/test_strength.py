"""How strong search is in each game: minutes of play, on the compiled build.

Each opening, a few random moves, is played twice, colours swapped.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conftest import GAMES

from stackyard import DRAW, ONGOING, Game, Match, Position, Rng, load_game
from stackyard.rng import derive
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams

HERE = Path(__file__).parents[1]


def opening(game: Game, plies: int, seed: int) -> Position:
    """A position after so many random moves, the turn finished, in which the game goes on."""
    attempt = 0
    while True:
        position, rng = game.initial(), Rng(derive(seed, attempt))
        for _ in range(plies):
            if position.winner == ONGOING:
                position.play(position.random_move(rng.bits()))
        while position.mid_turn:
            position.play(position.random_move(rng.bits()))
        if position.winner == ONGOING:
            return position
        attempt += 1


def points(name: str, one: str, other: str, games: int, plies: int) -> float:
    """How many of so many games `one` wins against `other`, a draw counting half."""
    game, total = load_game(name), 0.0
    for number in range(games):
        side = number % 2
        players = (one, other) if side == 0 else (other, one)
        match = Match(game, players, position=opening(game, plies, number // 2), seed=number)
        winner = match.run().winner
        total += 0.5 if winner == DRAW else float(winner == side)
    return total


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "spec", "games"),
    [
        ("filo", "mcts:1000", 100),
        ("pit_of_pillars", "mcts:1000", 10),  # 100 take half an hour: docs/researchers/search.md
        ("silo", "mcts:1000", 100),
        ("slicron", "mcts:1000", 100),
        ("splay", "mcts:1000", 100),
    ],
)
def test_search_beats_chance(game: str, spec: str, games: int) -> None:
    # F.I.L.O. from its start: after random moves some positions are lost for either side.
    plies = 0 if game == "filo" else 4
    assert points(game, spec, "random", games, plies) >= 0.99 * games


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "fewer", "games"),
    [
        ("filo", 20, 200),
        ("pit_of_pillars", 6, 100),
        ("silo", 1000, 100),
        ("slicron", 200, 100),
        ("splay", 200, 100),
    ],
)
def test_four_times_the_simulations_score_65_in_100(game: str, fewer: int, games: int) -> None:
    more = f"mcts:{4 * fewer}"
    assert points(game, more, f"mcts:{fewer}", games, 2 if game == "filo" else 6) >= 0.65 * games


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_forced_wins_are_proven(name: str) -> None:
    # In Pit of Pillars a turn of two steps has hundreds of continuations, and so has the answer:
    # 2,000 simulations cannot visit the tree of such a proof every time.
    wanted = 0.85 if name == "pit_of_pillars" else 0.95
    game = load_game(name)
    cases = json.loads((HERE / name / "forced_wins.json").read_text("utf-8"))["positions"]
    assert len(cases) >= 40
    # Judged playouts are less than half as long, so that more are made in the time.
    for params, simulations in ((MctsParams(), 2000), (knowledge_of(game).mcts_params, 5000)):
        proven = 0
        for case in cases:
            position = game.parse_position(case["position"])
            search = Search(position, game.playout, 1, params)
            search.run(simulations)
            proven += search.proven == position.player
        assert proven >= wanted * len(cases), params


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_the_forced_wins_are_forced(name: str) -> None:
    game = load_game(name)
    for case in json.loads((HERE / name / "forced_wins.json").read_text("utf-8"))["positions"]:
        position = game.parse_position(case["position"])
        search = AlphaBeta(position)
        while search.proven == ONGOING:
            assert search.deepen()
            assert search.depth < 12, case
        assert search.proven == position.player, case
