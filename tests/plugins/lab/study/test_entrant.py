"""Tests of players with twice the effort."""

from __future__ import annotations

import pytest

from stackyard import load_game
from stackyard.turnloop.player_specs import read_player_spec
from stackyard_lab.errors import ArenaError
from stackyard_lab.study.entrant import doubled


@pytest.mark.parametrize(
    ("spec", "twice"),
    [
        ("mcts:400", "mcts:800"),
        ("mcts:simulations=400", "mcts:simulations=800"),
        ("mcts:400,rave=0.5", "mcts:800,rave=0.5"),
        ("mcts:rave=0.5,Simulations=20", "mcts:simulations=40,rave=0.5"),
        ("mcts:seed=1, simulations=200", "mcts:simulations=400,seed=1"),
        ("restricted:no_captures", "restricted:no_captures,simulations=800"),
    ],
)
def test_simulations_are_doubled_and_other_settings_kept(spec: str, twice: str) -> None:
    game = load_game("silo")
    assert doubled(spec, game) == twice
    assert read_player_spec(twice, game)


@pytest.mark.parametrize("spec", ["random", "level:3", "mcts", "mcts:seconds=1"])
def test_a_player_without_a_number_of_simulations_is_refused(spec: str) -> None:
    with pytest.raises(ArenaError, match=rf"^{spec}: .* such as mcts:400$"):
        doubled(spec, load_game("silo"))
