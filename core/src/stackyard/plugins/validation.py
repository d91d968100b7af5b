"""Cheap checks of a game before the first move.

The conformance tests, stackyard_kit.testing, find far more and take longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from stackyard.boards import Board
from stackyard.game import Game
from stackyard.options import Option
from stackyard.position import Position
from stackyard.scenes import OwnerError

POSITION = ("player", "winner", "mid_turn", "copy", "legal_moves", "random_move", "play", "key")


def faults_of_class(game_class: object) -> Iterator[str]:
    """Faults of a class that a plugin registers as a game, to be read after the game's name."""
    if not (isinstance(game_class, type) and issubclass(game_class, Game)):
        shown = _shown(getattr(game_class, "__qualname__", game_class))
        yield f"is no subclass of stackyard.Game: {shown}"
        return
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    if missing:
        yield f"lacks {_listed(missing)}"
    if not _are_colours(game_class.colours):
        yield f"has colours that are not two different words: {_shown(game_class.colours)}"
    yield from _option_faults(game_class.options)


def faults_of_game(game: Game) -> Iterator[str]:
    """Faults of a game object, checked at its start position."""
    if not isinstance(getattr(game, "board", None), Board):
        yield "has a prepare that sets no `board`, a Board"
        return
    space = getattr(game, "move_space", None)
    if not isinstance(space, int) or space < 1:
        yield "has a prepare that sets no `move_space`, at least 1"
        return
    yield from faults_of_position(game, game.initial())


def faults_of_position(game: Game, position: Position) -> Iterator[str]:
    """Faults of a position, including those that prevent drawing it."""
    missing = [name for name in POSITION if not hasattr(position, name)]
    if missing:
        yield f"has a position that lacks {_listed(missing)}"
    elif position.player not in (0, 1):
        yield f"has a position whose player is not 0 or 1, but {_shown(position.player)}"
    else:
        try:
            game.scene(position)
        except OwnerError as failure:
            yield f"cannot be drawn: {failure}"


def _are_colours(colours: object) -> bool:
    """Tell if these are two different colour names, one for each player."""
    if not isinstance(colours, (tuple, list)) or len(colours) != 2:
        return False
    words = [colour.strip() for colour in colours if isinstance(colour, str)]
    return len(set(filter(None, words))) == 2


def _option_faults(options: object) -> Iterator[str]:
    """Faults of the options of a class."""
    if not isinstance(options, (tuple, list)):
        yield f"has options that are no tuple of Option: {_shown(options)}"
        return
    for option in options:
        if not isinstance(option, Option):
            yield f"has {_shown(option)} among its options, which is no Option"
    names = [option.name for option in options if isinstance(option, Option)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"declares its option {name} twice"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _shown(value: object) -> str:
    """A value in at most sixty characters."""
    return f"{value if isinstance(value, str) else repr(value):.60}"
