"""Parameters of tree search that a game declares wrongly, and a game that declares none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stackyard import MctsParams, load_game

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

HEXAPAWN = (Path(__file__).parents[2] / "docs/authors/hexapawn.py").read_text("utf-8")
OPTIONS = "    options = (Option("
PLAY = ("play", "hexapawn", "--second", "random", "--quiet", "--first")

# What a game declares, and what is said of it.
WRONG = {
    "'fast'": "game hexapawn has mcts_params that are no MctsParams: fast",
    "MctsParams(horizon=5)": (
        "game hexapawn has mcts_params with a horizon, and its position lacks evaluate"
    ),
    "MctsParams(minimax=0.5)": (
        "game hexapawn: mcts_params has a minimax, and its position lacks evaluate"
    ),
    "MctsParams(horizon='5')": "horizon is a number of moves, not '5'",
    "MctsParams(rave=-1)": "rave is a number from 0, not -1",
    "MctsParams(positions=0.5)": "positions is a whole number from 1, not 0.5",
    "MctsParams(history='no')": "history is True or False, not 'no'",
}


def declaring(params: str) -> str:
    assert OPTIONS in HEXAPAWN
    declared = f"    from stackyard import MctsParams\n    mcts_params = {params}\n"
    return HEXAPAWN.replace(OPTIONS, declared + OPTIONS)


@pytest.mark.parametrize(("params", "words"), WRONG.items())
def test_a_wrong_manner_is_named_with_its_game_wherever_it_is_met(
    params: str, words: str, use_plugin: UsePlugin, run: Run, output: Text, refusal: Text
) -> None:
    path = use_plugin("hexapawn", declaring(params))
    refused = refusal(*PLAY, "mcts:simulations=20")
    assert "hexapawn" in refused
    for told in (refused, run("plugins").stdout):
        assert f"plugin hexapawn ({path}): " in told
        assert words in told
        assert "Traceback" not in told
    assert "Silo" in run("--no-plugin", "hexapawn", "rules", "silo").stdout


@pytest.mark.parametrize("player", ["mcts:simulations=50", "alphabeta:depth=3", "level:8"])
def test_a_game_without_evaluate_or_declaration_is_played_by_every_player(
    player: str, use_plugin: UsePlugin, output: Text
) -> None:
    use_plugin("hexapawn", HEXAPAWN)
    game = load_game("hexapawn")
    assert not hasattr(game.initial(), "evaluate")
    assert game.mcts_params == MctsParams()
    assert game.mcts_params.is_plain
    assert " wins: " in output(*PLAY, player)


def test_a_game_without_declaration_is_searched_as_one_that_declares_plain_search(
    use_plugin: UsePlugin, output: Text
) -> None:
    words = ("analyse", "hexapawn", "--option", "size=5", "--simulations", "300", "--seed", "7")
    use_plugin("hexapawn", HEXAPAWN)
    without = output(*words, "--json")
    use_plugin("hexapawn", declaring("MctsParams()"))
    assert output(*words, "--json") == without
