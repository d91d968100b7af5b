"""Registrations of games for the engine: who is asked, what is refused, where weights lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import ladder

from stackyard.analysis import Limit
from stackyard.errors import PluginError
from stackyard.plugins.registry import load_game, registry
from stackyard.turnloop.history import Course
from stackyard_engine import Calibration, Knowledge, MctsEngine, MctsParams
from stackyard_engine.claims import claims_of
from stackyard_engine.eval.lookup import calibration_for, file_name, weights_for
from stackyard_engine.eval.weights import FeatureSet, Weights, write_weights
from stackyard_engine.knowledge import knowledge_of

if TYPE_CHECKING:
    from tests.toy_games import Yard

PLUGIN = """
from stackyard import hookimpl

@hookimpl(optionalhook=True{how})
def stackyard_register_knowledge(register):
    register("ladder", "{module}:LadderKnowledge")
"""
KNOWLEDGE = """
from stackyard_engine import AlphaBetaParams, Calibration, Knowledge, MctsParams

class LadderKnowledge({base}):
    {part}
"""

Tell = Callable[..., None]


@pytest.fixture
def tell(yard: Yard) -> Tell:
    """Install a package with knowledge of the ladder: `tell("mcts_params = MctsParams(rave=3)")`.

    `how` marks its hook.
    """
    yard.install("game", ladder())

    def tell(part: str, name: str = "expert", how: str = "", base: str = "Knowledge") -> None:
        yard.write(f"{name}_book/__init__.py", "")
        yard.write(f"{name}_book/knowledge.py", KNOWLEDGE.format(part=part, base=base))
        yard.install(name, PLUGIN.format(how=how, module=f"{name}_book.knowledge"))

    return tell


def test_without_a_plugin_a_game_has_the_defaults(yard: Yard) -> None:
    yard.install("game", ladder())
    game = load_game("ladder")
    known = knowledge_of(game)
    assert type(known) is Knowledge
    assert known.game is game
    assert known.mcts_params.is_plain
    assert (known.patterns(), known.solver(game.initial(), 10**9)) == (None, None)
    assert knowledge_of(game) is known
    assert list(claims_of(type(game))) == []


def test_a_package_of_its_own_tells_of_a_game(tell: Tell) -> None:
    tell("mcts_params = MctsParams(rave=3)")
    assert knowledge_of(load_game("ladder")).mcts_params == MctsParams(rave=3)


def test_a_package_says_how_often_playouts_come_true(tell: Tell) -> None:
    tell("playout_calibration = Calibration(slope=0.5)")
    assert calibration_for(load_game("ladder")) == Calibration(slope=0.5)


def test_an_analysis_by_playouts_tells_chances_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("silo", size=8, height=4)
    shown = []
    for calibration in (Calibration(), Calibration(slope=0.1)):
        monkeypatch.setattr(knowledge_of(game), "playout_calibration", calibration)
        lines = MctsEngine(1).analyse(Course(game), Limit(simulations=400)).lines
        shown.append(max(abs(line.value - 0.5) for line in lines))
    assert shown[1] < shown[0] / 3


def test_who_comes_later_is_asked_first_if_he_says_so(tell: Tell) -> None:
    tell("mcts_params = MctsParams(rave=3)", "a", how=", tryfirst=True")
    tell("mcts_params = MctsParams(rave=4)", "z")
    assert knowledge_of(load_game("ladder")).mcts_params.rave == 3


@pytest.mark.parametrize(
    ("part", "base", "words"),
    [
        ("mcts_params = 'fast'", "Knowledge", "mcts_params is no MctsParams: 'fast'"),
        (
            "mcts_params_with_weights = None",
            "Knowledge",
            "mcts_params_with_weights is no MctsParams: None",
        ),
        ("playout_calibration = 0.5", "Knowledge", "playout_calibration is no Calibration: 0.5"),
        ("alphabeta_params = 1", "Knowledge", "alphabeta_params is no AlphaBetaParams: 1"),
        (
            "mcts_params = MctsParams(horizon=5)",
            "Knowledge",
            "mcts_params has a horizon, and the game's position lacks evaluate",
        ),
        (
            "mcts_params = MctsParams(minimax=0.5)",
            "Knowledge",
            "mcts_params has a minimax, and the game's position lacks evaluate",
        ),
        ("__init__ = lambda self, game: None", "object", "is no stackyard_engine.Knowledge"),
    ],
)
def test_a_part_of_a_wrong_kind_is_named_with_its_game_and_its_plugin(
    part: str, base: str, words: str, tell: Tell
) -> None:
    tell(part, base=base)
    game = load_game("ladder")  # which can be played without the engine
    with pytest.raises(PluginError) as caught:
        knowledge_of(game)
    sentence = str(caught.value)
    assert sentence.startswith("plugin expert (expert 1.0): knowledge of game ladder: ")
    assert words in sentence


def test_weights_lie_in_the_package_that_knows_the_game(
    tell: Tell, yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(yard.folder / "none-of-its-own"))
    tell("pass")
    game = load_game("ladder")
    features = FeatureSet(game)
    numbers = [0] * features.patterns.size
    weights = Weights(features.heading(numbers, {}), numbers, features)
    write_weights(yard.folder / "expert_book/weights" / file_name(game), weights)
    found = weights_for(game)
    assert found is not None
    assert found.learned_here == ""
    assert weights_for(type(game)(rungs=5)) is None
    monkeypatch.setenv("STACKYARD_NO_PLUGINS", "expert")
    yard.look_again()
    assert [problem.name for problem in registry().problems] == []
    assert weights_for(load_game("ladder")) is None
