"""Cheap checks of a game before the first move.

The conformance tests, stackyard_kit.testing, find far more and take longer.
"""

from __future__ import annotations

from stackyard.boards import Board
from stackyard.game import Game
from stackyard.options import Option
from stackyard.scenes import OwnerError

POSITION = ("player", "winner", "mid_turn", "copy", "legal_moves", "random_move", "play", "key")


def fault_of_class(game_class: object) -> str:
    """The first fault of a class that a plugin registers as a game, to be read after its name.

    Like that of a game it is empty if there is none.
    """
    if not (isinstance(game_class, type) and issubclass(game_class, Game)):
        shown = _shown(getattr(game_class, "__qualname__", game_class))
        return f"is no subclass of stackyard.Game: {shown}"
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    if missing:
        return f"lacks {_listed(missing)}"
    if not _are_colours(game_class.colours):
        return f"has colours that are not two different words: {_shown(game_class.colours)}"
    return _fault_of_options(game_class.options)


def fault_of_game(game: Game) -> str:
    """The first fault of a game object and its start position, which is drawn."""
    if not isinstance(getattr(game, "board", None), Board):
        return "has a prepare that sets no `board`, a Board"
    space = getattr(game, "move_space", None)
    if not isinstance(space, int) or space < 1:
        return "has a prepare that sets no `move_space`, at least 1"
    position = game.initial()
    missing = [name for name in POSITION if not hasattr(position, name)]
    if missing:
        return f"has a position that lacks {_listed(missing)}"
    if position.player not in (0, 1):
        return f"has a position whose player is not 0 or 1, but {_shown(position.player)}"
    try:
        game.scene(position)
    except OwnerError as failure:
        return f"cannot be drawn: {failure}"
    return ""


def _are_colours(colours: object) -> bool:
    """Tell if these are two different colour names, one for each player."""
    if not isinstance(colours, (tuple, list)) or len(colours) != 2:
        return False
    words = [colour.strip() for colour in colours if isinstance(colour, str)]
    return len(set(filter(None, words))) == 2


def _fault_of_options(options: object) -> str:
    """The first fault of the options of a class."""
    if not isinstance(options, (tuple, list)):
        return f"has options that are no tuple of Option: {_shown(options)}"
    names: set[str] = set()
    for option in options:
        if not isinstance(option, Option):
            return f"has {_shown(option)} among its options, which is no Option"
        if option.name in names:
            return f"declares its option {option.name} twice"
        names.add(option.name)
    return ""


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _shown(value: object) -> str:
    """A value in at most sixty characters."""
    return f"{value if isinstance(value, str) else repr(value):.60}"
