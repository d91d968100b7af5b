"""A game in one file that tells the engine something wrong, and a game that tells it nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stackyard import load_game

Run = Callable[..., Result]
Text = Callable[..., str]
UsePlugin = Callable[[str, str], Path]

HEXAPAWN = (Path(__file__).parents[2] / "docs/authors/hexapawn.py").read_text("utf-8")
TOLD = """

@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register):
    from stackyard_engine import Knowledge, MctsParams

    class HexapawnKnowledge(Knowledge):
        mcts_params = {params}

    register("hexapawn", HexapawnKnowledge)
"""
PLAY = ("play", "hexapawn", "--second", "random", "--quiet", "--first")


def declaring(params: str) -> str:
    return HEXAPAWN + TOLD.format(params=params)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ("'fast'", "knowledge of game hexapawn: mcts_params is no MctsParams: 'fast'"),
        (
            "MctsParams(horizon=5)",
            "mcts_params has a horizon, and the game's position lacks evaluate",
        ),
    ],
)
def test_wrong_knowledge_is_named_with_its_plugin_by_who_needs_it(
    params: str, words: str, use_plugin: UsePlugin, output: Text, run: Run
) -> None:
    path = use_plugin("hexapawn", declaring(params))
    refused = run(*PLAY, "mcts:simulations=20")
    told = " ".join(refused.stderr.split())
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told.startswith(f"Error: plugin hexapawn ({path}): ")
    assert words in told
    assert " wins: " in output(*PLAY, "random")


def test_a_hook_that_fails_is_named_and_the_game_is_searched_by_the_defaults(
    use_plugin: UsePlugin, output: Text, caplog: pytest.LogCaptureFixture
) -> None:
    path = use_plugin("hexapawn", declaring("MctsParams(rave=-1)"))
    assert " wins: " in output(*PLAY, "mcts:simulations=20")
    (told,) = caplog.messages
    assert told.startswith(f"plugin hexapawn ({path}): stackyard_register_knowledge failed: ")
    assert "rave is a number from 0, not -1" in told


@pytest.mark.parametrize("player", ["mcts:simulations=50", "alphabeta:depth=3", "level:8"])
def test_a_game_without_evaluate_or_declaration_is_played_by_every_player(
    player: str, use_plugin: UsePlugin, output: Text
) -> None:
    use_plugin("hexapawn", HEXAPAWN)
    assert not hasattr(load_game("hexapawn").initial(), "evaluate")
    assert " wins: " in output(*PLAY, player)


def test_a_game_without_declaration_is_searched_as_one_that_declares_plain_search(
    use_plugin: UsePlugin, output: Text
) -> None:
    words = ("analyse", "hexapawn", "--option", "size=5", "--simulations", "300", "--seed", "7")
    use_plugin("hexapawn", HEXAPAWN)
    without = output(*words, "--json")
    use_plugin("hexapawn", declaring("MctsParams()"))
    assert output(*words, "--json") == without
