"""The kit's words about a game that is slow, talks, offers idle options or keeps foreign texts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from stackyard import Option
from stackyard.errors import PluginError
from stackyard.plugins.discovery import Provider
from stackyard.plugins.problems import Problem
from stackyard.plugins.registry import registry
from stackyard_kit.testing import GameConformance, hooks
from stackyard_kit.testing import game as game_class

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]

COUNTERS = Option("counters", 12, range(4, 40), "How many counters there are.")
FEW = Option("few", False, (False, True), "Whether fewer counters win.")
IDLE = Option("number", 0, range(9), "A number that changes nothing.")


def sound(broken: Any) -> Any:
    """The class of what a broken game was made of."""
    return type(broken).__base__


def slow(game: Any) -> None:
    end = process_time() + 0.02
    while process_time() < end:
        pass
    sound(game).prepare(game)


def loud(game: Any, position: Any) -> str:
    print("look")
    return "take"


def warning(game: Any, position: Any) -> str:
    sys.stderr.write("careful\nindeed")
    return "take"


def test_a_game_that_takes_long_to_make_is_told_how_long(
    conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_class, "SOON", 0.01)
    failure = told(conformance(game={"prepare": slow})().test_making)
    assert "making the game takes 0.0 s, and each command makes one; at most" in failure
    assert "in ShareGame(counters=12, few=False)" in failure


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        (loud, "the game prints 'look' on standard output, which belongs to the command"),
        (warning, "the game prints 'careful' on standard error"),
    ],
)
def test_a_game_that_prints_is_told_what(
    prompt: Any, words: str, conformance: Made, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = told(conformance(game={"prompt": prompt})().test_silence)
    assert words in failure
    assert "seed 0" in failure
    assert capsys.readouterr() == ("", "")


def test_an_option_that_changes_nothing_is_named(conformance: Made, told: Told) -> None:
    idle = conformance(game={"options": (COUNTERS, FEW, IDLE)})
    failure = told(idle().test_options)
    assert "option number changes nothing in 20 random games with each value" in failure


def test_an_option_that_matters_only_beside_another_one_passes(conformance: Made) -> None:
    def prepare(game: Any) -> None:
        sound(game).prepare(game)
        game.few = game.few and game.settings["reversed"]

    reverse = Option("reversed", False, (False, True), "Whether `few` is heeded.")
    game = {"options": (COUNTERS, FEW, reverse), "prepare": prepare}
    conformance(game=game)().test_options()


def test_an_option_with_one_value_passes(conformance: Made) -> None:
    only = Option("board", "row", ("row",), "There is but one.")
    conformance(game={"options": (COUNTERS, FEW, only)})().test_options()


def test_a_plugin_that_is_installed_and_not_in_use_is_told_why(
    conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = Provider("share", "stackyard-share", "1.0", "share")
    problem = Problem(provider, "bad-hook", "there is no hook stackyard_register_game")
    monkeypatch.setattr(registry(), "providers", [*registry().providers, provider])
    monkeypatch.setattr(registry(), "problems", [*registry().problems, problem])
    failure = told(conformance()().test_hooks)
    assert "plugin share (stackyard-share 1.0): there is no hook stackyard_register_g" in failure


def test_a_package_that_names_no_plugin_is_told(
    conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "packages_distributions", lambda: {"share": ["stackyard-share"]})
    failure = told(conformance()().test_hooks)
    assert "share is installed and registers no game share; pyproject.toml names" in failure


def test_a_contribution_to_a_game_that_nobody_has_is_told(
    conformance: Made, told: Told, share: Any, contribute: Callable[..., None]
) -> None:
    contribute("lessons", lambda: "", "sharing")
    words = "stackyard_register_lessons is for a game sharing, which is not installed"
    assert words in told(conformance()().test_hooks)
    about = SimpleNamespace(name="Sharing")  # another game of the same file
    share.stackyard_register_games = lambda register: register(about, "share:Sharing")
    assert told(conformance()().test_hooks) == ""


@pytest.mark.parametrize("test", ["test_lesson", "test_puzzles", "test_motifs", "test_claims"])
def test_a_plugin_that_fails_when_asked_is_told_without_the_lines_of_the_kit(
    test: str, conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*asked: object) -> bool:
        raise PluginError("plugin share has failed")

    monkeypatch.setattr(hooks, "is_registered", fail)
    monkeypatch.setattr("stackyard_kit.testing.conformance.claims_of", fail)
    failure = told(getattr(conformance()(), test))
    assert failure.startswith("Failed: plugin share has failed\nin ShareGame")
