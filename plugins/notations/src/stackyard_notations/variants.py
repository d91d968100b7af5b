"""The options in which a game differs from the usual one."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.options import show_value


def variants(game: Game) -> list[str]:
    """The options that differ from their defaults, each as `name=value`."""
    settings = game.settings
    usual = {
        option.name: option.default(settings) if callable(option.default) else option.default
        for option in game.options
    }
    return [
        f"{name}={show_value(value)}"
        for name, value in settings.items()
        if value is not None and value != usual[name]
    ]
