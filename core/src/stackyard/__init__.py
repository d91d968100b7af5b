"""Stackyard: a yard for stacking games, the part that all games share."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard.about import About
    from stackyard.course import Course
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
    from stackyard.manner import Manner
    from stackyard.match import Match
    from stackyard.options import Option
    from stackyard.players import make_player
    from stackyard.plugins.hookspecs import hookimpl
    from stackyard.plugins.host import load_game
    from stackyard.position import DRAW, ONGOING, Position
    from stackyard.records.archive import Archive
    from stackyard.records.format import Record
    from stackyard.records.reading import course_of, restore
    from stackyard.records.writing import record_of
    from stackyard.results import Reason, Result
    from stackyard.rng import Rng
    from stackyard.scenes import NEUTRAL, Piece, Scene, Tray
    from stackyard.search.advice import analyse
    from stackyard.search.engine import Analysis, Engine
    from stackyard.search.enumeration import divide, perft
    from stackyard.search.limits import Limit
    from stackyard.search.mcts import Search
    from stackyard.search.playouts import random_playout

# Where each public name lives: looked up when first used, so that `import stackyard` is free.
_HOMES = {
    "About": "about",
    "Analysis": "search.engine",
    "Archive": "records.archive",
    "ArchiveError": "errors",
    "Course": "course",
    "DRAW": "position",
    "Engine": "search.engine",
    "Game": "game",
    "IllegalMoveError": "errors",
    "Limit": "search.limits",
    "Manner": "manner",
    "Match": "match",
    "NEUTRAL": "scenes",
    "NotationError": "errors",
    "ONGOING": "position",
    "Option": "options",
    "OptionError": "errors",
    "Piece": "scenes",
    "PlayerSpecError": "errors",
    "Position": "position",
    "PositionError": "errors",
    "Reason": "results",
    "Record": "records.format",
    "RecordError": "errors",
    "Refusal": "errors",
    "Result": "results",
    "Rng": "rng",
    "Scene": "scenes",
    "Search": "search.mcts",
    "StackyardError": "errors",
    "Tray": "scenes",
    "UnknownGameError": "errors",
    "analyse": "search.advice",
    "course_of": "records.reading",
    "divide": "search.enumeration",
    "hookimpl": "plugins.hookspecs",
    "load_game": "plugins.host",
    "make_player": "players",
    "perft": "search.enumeration",
    "random_playout": "search.playouts",
    "record_of": "records.writing",
    "restore": "records.reading",
}

__all__ = [
    "DRAW",
    "NEUTRAL",
    "ONGOING",
    "About",
    "Analysis",
    "Archive",
    "ArchiveError",
    "Course",
    "Engine",
    "Game",
    "IllegalMoveError",
    "Limit",
    "Manner",
    "Match",
    "NotationError",
    "Option",
    "OptionError",
    "Piece",
    "PlayerSpecError",
    "Position",
    "PositionError",
    "Reason",
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
    "analyse",
    "course_of",
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
