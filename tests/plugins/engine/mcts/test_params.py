from __future__ import annotations

import math
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tests.plugins.engine.mcts.searches import Fogged
from tests.toy_games import Heap

from stackyard.playouts import playout
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams

PARAMS = [
    MctsParams(history=True),
    MctsParams(horizon=2),
    MctsParams(rave=300, exploration=0.3),
    MctsParams(minimax=0.5, scale=1),
    MctsParams(decisive=True),
    MctsParams(decisive=True, horizon=2, minimax=0.5),
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
        *(
            {"horizon": 1.5},
            {"horizon": "5"},
            {"horizon": 10**30},
            {"history": "no"},
            {"decisive": 1},
        ),
    ],
)
def test_a_manner_outside_its_ranges_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=rf"{next(iter(numbers))} is "):
        MctsParams(**numbers)


@pytest.mark.parametrize("numbers", [{"history": True}, {"rave": 300.0}])
def test_decisive_playouts_learn_nothing(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="decisive playouts keep no statistics"):
        MctsParams(decisive=True, **numbers)
