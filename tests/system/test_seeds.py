from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.system.conftest import Environment


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("1", "--first random --second random"),
        ("2", "--first random --second random -o goal=home"),
        ("-3", "--first random --second random -o size=8 -o height=3"),
        ("4", "--first mcts:simulations=15 --second mcts:simulations=10"),
        ("5", "--first mcts:simulations=200 --second random -o size=4"),
        ("6", "--first random --second mcts:simulations=200 -o size=4 -o goal=end"),
    ],
)
def test_a_seed_gives_the_same_game_in_either_build(
    seed: str, words: str, compiled: Environment, pure: Environment
) -> None:
    command = ["play", "silo", "--seed", seed, *words.split()]
    assert (compiled.builds()["silo"], pure.builds()["silo"]) == ("compiled", "pure")
    game = compiled.played(*command)
    assert compiled.played(*command) == game
    assert pure.played(*command) == game
