"""The games of Stackyard as games of OpenSpiel; importing this package registers them."""

from __future__ import annotations

from stackyard_openspiel.games import PREFIX, SpielGame, register_games
from stackyard_openspiel.states import SpielState

__all__ = ["PREFIX", "SpielGame", "SpielState", "register_games"]

register_games()
