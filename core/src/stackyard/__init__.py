"""Stackyard: a yard for stacking games, the part that all games share."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard.about import About
    from stackyard.archive import Archive
    from stackyard.enumeration import divide, perft
    from stackyard.errors import (
        ArchiveError,
        IllegalMoveError,
        NotationError,
        OptionError,
        PlayerSpecError,
        PositionError,
        RecordError,
        Refusal,
        StackyardError,
        UnknownGameError,
    )
    from stackyard.game import Game
    from stackyard.hookspecs import hookimpl
    from stackyard.match import Match, Result
    from stackyard.options import Option
    from stackyard.players import make_player
    from stackyard.playouts import random_playout
    from stackyard.plugins import load_game
    from stackyard.position import DRAW, ONGOING, Position
    from stackyard.records import Record
    from stackyard.replays import record_of, restore
    from stackyard.rng import Rng
    from stackyard.scenes import Piece, Scene, Tray
    from stackyard.search import Search

# Where each public name lives: looked up when first used, so that `import stackyard` is free.
_HOMES = {
    "About": "about",
    "Archive": "archive",
    "ArchiveError": "errors",
    "DRAW": "position",
    "Game": "game",
    "IllegalMoveError": "errors",
    "Match": "match",
    "NotationError": "errors",
    "ONGOING": "position",
    "Option": "options",
    "OptionError": "errors",
    "Piece": "scenes",
    "PlayerSpecError": "errors",
    "Position": "position",
    "PositionError": "errors",
    "Record": "records",
    "RecordError": "errors",
    "Refusal": "errors",
    "Result": "match",
    "Rng": "rng",
    "Scene": "scenes",
    "Search": "search",
    "StackyardError": "errors",
    "Tray": "scenes",
    "UnknownGameError": "errors",
    "divide": "enumeration",
    "hookimpl": "hookspecs",
    "load_game": "plugins",
    "make_player": "players",
    "perft": "enumeration",
    "random_playout": "playouts",
    "record_of": "replays",
    "restore": "replays",
}

__all__ = [
    "DRAW",
    "ONGOING",
    "About",
    "Archive",
    "ArchiveError",
    "Game",
    "IllegalMoveError",
    "Match",
    "NotationError",
    "Option",
    "OptionError",
    "Piece",
    "PlayerSpecError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "Rng",
    "Scene",
    "Search",
    "StackyardError",
    "Tray",
    "UnknownGameError",
    "divide",
    "hookimpl",
    "load_game",
    "make_player",
    "perft",
    "random_playout",
    "record_of",
    "restore",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'stackyard' has no attribute {name!r}")
    value = getattr(import_module(f"stackyard.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
