"""The weights for a game: how options are compared."""

from __future__ import annotations

from typing import ClassVar

from stackyard.options import Option
from stackyard_engine.eval.lookup import _distance
from stackyard_engine.eval.weights import numbers_of, words_of
from stackyard_silo.game import SiloGame


class Limited(SiloGame):
    """Silo with an option that need not be chosen."""

    options: ClassVar[tuple[Option, ...]] = (
        *SiloGame.options,
        Option("limit", None, range(1, 10), "How many turns."),
    )


def test_an_option_without_a_choice_is_no_number() -> None:
    game, other = Limited(size=4), Limited(size=4, limit=3)
    assert "limit" not in {*numbers_of(game), *words_of(game)}
    assert numbers_of(other)["limit"] == 3
    for one, two in ((game, other), (other, game)):
        assert _distance(one.settings, two.settings, False) == (1, 0.0)
    assert _distance(game.settings, game.settings, False) == (0, 0.0)
