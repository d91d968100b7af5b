"""Stackyard: boards, stacks and the turn loop that its games share.

The names that may be imported from here are public; `_PUBLIC` lists them by module.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard.analysis import Analysis as Analysis
    from stackyard.analysis import Engine as Engine
    from stackyard.analysis import Limit as Limit
    from stackyard.analysis import Line as Line
    from stackyard.analysis import Source as Source
    from stackyard.analysis import analyse as analyse
    from stackyard.descriptions import GameInfo as GameInfo
    from stackyard.enumeration import divide as divide
    from stackyard.enumeration import perft as perft
    from stackyard.errors import ArchiveError as ArchiveError
    from stackyard.errors import IllegalMoveError as IllegalMoveError
    from stackyard.errors import NotationError as NotationError
    from stackyard.errors import OptionError as OptionError
    from stackyard.errors import PlayerSpecError as PlayerSpecError
    from stackyard.errors import PositionError as PositionError
    from stackyard.errors import RecordError as RecordError
    from stackyard.errors import Refusal as Refusal
    from stackyard.errors import Refusals as Refusals
    from stackyard.errors import StackyardError as StackyardError
    from stackyard.errors import UnknownGameError as UnknownGameError
    from stackyard.game import Game as Game
    from stackyard.options import Option as Option
    from stackyard.playouts import random_playout as random_playout
    from stackyard.plugins.hookspecs import hookimpl as hookimpl
    from stackyard.plugins.registry import load_game as load_game
    from stackyard.position import DRAW as DRAW
    from stackyard.position import ONGOING as ONGOING
    from stackyard.position import Position as Position
    from stackyard.records.archive import Archive as Archive
    from stackyard.records.format import Record as Record
    from stackyard.records.reader import course_of as course_of
    from stackyard.records.reader import restore as restore
    from stackyard.records.writer import record_of as record_of
    from stackyard.rng import Rng as Rng
    from stackyard.scenes import NEUTRAL as NEUTRAL
    from stackyard.scenes import Piece as Piece
    from stackyard.scenes import Scene as Scene
    from stackyard.scenes import Tray as Tray
    from stackyard.turnloop.history import Course as Course
    from stackyard.turnloop.match import Match as Match
    from stackyard.turnloop.match import make_player as make_player
    from stackyard.turnloop.outcome import Reason as Reason
    from stackyard.turnloop.outcome import Result as Result

# The public names by module. Each is looked up when first used, so that `import stackyard` is free.
_PUBLIC = {
    "game": "Game",
    "position": "DRAW ONGOING Position",
    "options": "Option",
    "descriptions": "GameInfo",
    "scenes": "NEUTRAL Piece Scene Tray",
    "rng": "Rng",
    "playouts": "random_playout",
    "enumeration": "divide perft",
    "turnloop.match": "Match make_player",
    "turnloop.history": "Course",
    "turnloop.outcome": "Reason Result",
    "analysis": "Analysis Engine Limit Line Source analyse",
    "records.archive": "Archive",
    "records.format": "Record",
    "records.writer": "record_of",
    "records.reader": "course_of restore",
    "plugins.hookspecs": "hookimpl",
    "plugins.registry": "load_game",
    "errors": "ArchiveError IllegalMoveError NotationError OptionError PlayerSpecError "
    "PositionError RecordError Refusal Refusals StackyardError UnknownGameError",
}
_MODULES = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = sorted(_MODULES)  # noqa: PLE0605 - type checkers see the imports above


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'stackyard' has no attribute {name!r}")
    value = getattr(import_module(f"stackyard.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
