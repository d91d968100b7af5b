from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from stackyard import load_game
from stackyard.analysis import Limit
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard_engine import AlphaBetaParams, MctsParams
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.weights import FeatureSet, MatchResult, Weights
from stackyard_engine.train import acceptance, match_test
from stackyard_engine.train.match_test import Side, play_match

PARAMS = [MctsParams(), AlphaBetaParams()]


class Sleepy:
    """A search of either kind that ends after three steps, in each of which its program waits."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.simulations = self.positions = self.depth = self.move = 0
        self.proven = ONGOING

    def run(self, *given: Any) -> bool:
        time.sleep(2 * (match_test.LIMIT.seconds or 0))
        self.simulations += 1
        return self.simulations < 3

    def children(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(move=self.simulations)]

    def deepen(self, stop: Any = None) -> bool:
        self.run()
        self.depth = self.move = self.simulations
        self.proven = ONGOING if self.depth < 3 else 0
        return True


@pytest.mark.parametrize("params", PARAMS)
def test_time_in_which_other_programs_run_is_not_counted(
    params: MctsParams | AlphaBetaParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_test, "Search", Sleepy)
    monkeypatch.setattr(match_test, "selective_by", Sleepy)
    game = load_game("silo", size=4, height=2)
    player = match_test._Searcher(Side(None, params), 1, lambda: None)
    match: Any = SimpleNamespace(game=game, course=Course(game))
    assert player.choose(match) == 3  # steps; it would be 1 if waiting counted


def test_better_weights_win_their_match_and_worse_ones_do_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    monkeypatch.setattr(match_test, "LIMIT", Limit(simulations=2))
    game = load_game("silo", size=4, height=3)
    good = weights_for(game)
    assert good is not None
    features, opposite = FeatureSet(game), [-number for number in good.numbers]
    bad = Weights(features.heading(opposite, {}), opposite, features)
    one, other = Side.of(game, good), Side.of(game, bad)
    told: list[tuple[int, int]] = []
    won = play_match(game, one, other, 40, 1, lambda done, most: told.append((done, most)), "bad")
    lost = play_match(game, other, one, 41, 1, lambda done, most: None, "good")
    assert (won.better, lost.better) == (True, False)
    assert won == play_match(game, one, other, 40, 1, lambda done, most: None, "bad")
    assert told[0] == (0, 40)
    assert told[-1] == (won.games, 40)


def test_weights_also_meet_playouts_unless_those_in_use_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    shipped, taken, none = (
        load_game("silo"),
        load_game("silo", size=4, height=3),
        load_game("splay", side=8),
    )
    names = [[name for name, _ in acceptance.opponents(game)] for game in (shipped, taken, none)]
    assert names == [
        ["the shipped weights"],
        ["weights learned on 9 boards together", "playouts"],
        ["playouts"],
    ]


def test_the_first_lost_match_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    results = [MatchResult("a", 20, 18.0, True), MatchResult("playouts", 20, 4.0, False)]
    waiting = [MatchResult("tree search", 20, 15.0, True), *results]
    sides: list[Side] = []

    def play(game: object, one: Side, other: Side, *given: object) -> MatchResult:
        sides.append(one)
        return waiting.pop(0)

    monkeypatch.setattr(acceptance, "play_match", play)
    game = load_game("silo", size=4, height=3)
    weights = weights_for(game)
    assert weights is not None
    found = acceptance.tested(game, weights, 20, 1, lambda done, most: None, None, None)
    assert found.heading.matches == results
    assert found.heading.lost == results[1]
    assert [type(side.params) for side in sides] == [AlphaBetaParams] * 3  # which won the first


def test_tree_search_plays_unless_alphabeta_takes_more_points(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    game = load_game("silo", size=4, height=3)
    weights = weights_for(game)
    assert weights is not None
    for points, kind in ((10.0, MctsParams), (10.5, AlphaBetaParams)):
        match = MatchResult("tree search", 20, points, False)
        other = weights.with_heading(replace(weights.heading, alphabeta=match))
        assert type(Side.of(game, other).params) is kind, points
