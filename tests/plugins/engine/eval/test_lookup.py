"""The weights for a game: how options are compared."""

from __future__ import annotations

from stackyard import load_game
from stackyard_engine.eval.lookup import _distance
from stackyard_engine.eval.weights import numbers_of, words_of


def test_an_option_without_a_choice_is_no_number() -> None:
    game, other = load_game("silo", size=4), load_game("silo", size=4)
    game.settings["limit"], other.settings["limit"] = None, 3
    assert "limit" not in {*numbers_of(game), *words_of(game)}
    assert numbers_of(other)["limit"] == 3
    for one, two in ((game, other), (other, game)):
        assert _distance(one.settings, two.settings, False) == (1, 0.0)
    assert _distance(game.settings, game.settings, False) == (0, 0.0)
