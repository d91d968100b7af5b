"""The options with which the random games are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard import Option, OptionError
from stackyard.options import Span
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Tried = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def tried(conformance: Made, share: Any) -> Tried:
    """The settings that games with these options are played with."""

    def tried(*options: Option, seed: int = 0, refuses: Any = None) -> list[dict[str, Any]]:
        seen = []

        def prepare(game: Any) -> None:
            settings, game.settings = game.settings, {"counters": 4, "few": False}
            share.ShareGame.prepare(game)
            game.settings = settings
            if refuses is not None and refuses(settings):
                raise OptionError("any", None, "others", "these clash")

        def longest_for(tests: Any, game: Any) -> int:
            seen.append(dict(game.settings))
            return 4

        broken = {"options": options, "prepare": prepare}
        tests = conformance({}, broken, longest_for=longest_for, seed=seed, games=1)
        tests().test_legal_moves()
        return seen

    return tried


def values(settings: list[dict[str, Any]], name: str) -> set[Any]:
    return {chosen[name] for chosen in settings}


SIZE = Option("size", 5, range(3, 9), "A size.")
GOAL = Option("goal", "any", ("any", "end", "home"), "A goal.")
FILL = Option("fill", True, (False, True), "A switch.")


def test_a_game_without_options_is_tried_once(tried: Tried) -> None:
    assert tried() == [{}]


def test_each_value_is_tried_with_the_others_at_their_default(tried: Tried) -> None:
    settings = tried(SIZE, GOAL, FILL)
    assert settings[0] == {"size": 5, "goal": "any", "fill": True}
    for name, option in {"size": SIZE, "goal": GOAL, "fill": FILL}.items():
        for value in list(option.values):  # type: ignore[arg-type]
            assert settings[0] | {name: value} in settings


def test_random_combinations_come_on_top_and_none_comes_twice(tried: Tried) -> None:
    settings = tried(SIZE, GOAL, FILL)
    changed = [sum(chosen[name] != settings[0][name] for name in chosen) for chosen in settings]
    assert max(changed) > 1
    assert len({str(chosen) for chosen in settings}) == len(settings)


def test_of_many_values_some_are_tried_and_always_both_ends(tried: Tried) -> None:
    many = Option("many", 7, range(0, 2**62, 7), "Many.")
    for seed in range(5):
        found = values(tried(many, seed=seed), "many")
        assert {0, 7, many.values[-1]} <= found  # type: ignore[index]
        assert 5 < len(found) < 15


def test_another_seed_tries_other_values(tried: Tried) -> None:
    many = Option("many", 7, range(1000), "Many.")
    assert tried(many, seed=1) == tried(many, seed=1) != tried(many, seed=2)


def test_a_real_number_is_tried_at_both_ends_and_between(tried: Tried) -> None:
    found = values(tried(Option("pace", 1.0, Span(0.5, 2.5), "A pace.")), "pace")
    assert found == {0.5, 1.0, 1.5, 2.5}


def test_a_value_that_clashes_with_a_default_is_tried_with_another_value(tried: Tried) -> None:
    def clash(chosen: dict[str, Any]) -> bool:
        return bool(chosen["size"] > 6 and chosen["goal"] == "any")

    settings = tried(SIZE, GOAL, FILL, refuses=clash)
    assert values(settings, "size") == {3, 4, 5, 6, 7, 8}
    assert not any(map(clash, settings))


def test_a_value_that_always_clashes_is_passed_over(tried: Tried) -> None:
    settings = tried(SIZE, GOAL, refuses=lambda chosen: chosen["size"] == 3)
    assert values(settings, "size") == {4, 5, 6, 7, 8}
