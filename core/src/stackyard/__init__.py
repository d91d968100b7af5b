"""Stackyard: a yard for stacking games, the part that all games share."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard.analysis import Analysis, Engine, Limit, Line, Source, analyse
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
    from stackyard.info import GameInfo
    from stackyard.options import Option
    from stackyard.playouts import random_playout
    from stackyard.plugins.hookspecs import hookimpl
    from stackyard.plugins.registry import load_game
    from stackyard.position import DRAW, ONGOING, Position
    from stackyard.records.archive import Archive
    from stackyard.records.format import Record
    from stackyard.records.reader import course_of, restore
    from stackyard.records.writer import record_of
    from stackyard.rng import Rng
    from stackyard.scenes import NEUTRAL, Piece, Scene, Tray
    from stackyard.tuning import MctsParams
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match, make_player
    from stackyard.turnloop.outcome import Reason, Result

# Where each public name lives: looked up when first used, so that `import stackyard` is free.
_HOMES = {
    "GameInfo": "info",
    "Analysis": "analysis",
    "Archive": "records.archive",
    "ArchiveError": "errors",
    "Course": "turnloop.history",
    "DRAW": "position",
    "Engine": "analysis",
    "Game": "game",
    "IllegalMoveError": "errors",
    "Limit": "analysis",
    "Line": "analysis",
    "MctsParams": "tuning",
    "Match": "turnloop.match",
    "NEUTRAL": "scenes",
    "NotationError": "errors",
    "ONGOING": "position",
    "Option": "options",
    "OptionError": "errors",
    "Piece": "scenes",
    "PlayerSpecError": "errors",
    "Position": "position",
    "PositionError": "errors",
    "Reason": "turnloop.outcome",
    "Record": "records.format",
    "RecordError": "errors",
    "Refusal": "errors",
    "Result": "turnloop.outcome",
    "Rng": "rng",
    "Scene": "scenes",
    "Source": "analysis",
    "StackyardError": "errors",
    "Tray": "scenes",
    "UnknownGameError": "errors",
    "analyse": "analysis",
    "course_of": "records.reader",
    "divide": "enumeration",
    "hookimpl": "plugins.hookspecs",
    "load_game": "plugins.registry",
    "make_player": "turnloop.match",
    "perft": "enumeration",
    "random_playout": "playouts",
    "record_of": "records.writer",
    "restore": "records.reader",
}

__all__ = [
    "DRAW",
    "NEUTRAL",
    "ONGOING",
    "Analysis",
    "Archive",
    "ArchiveError",
    "Course",
    "Engine",
    "Game",
    "GameInfo",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Match",
    "MctsParams",
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
    "Source",
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
