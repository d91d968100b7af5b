"""Cheap checks of a game before the first move.

The conformance tests, stackyard_kit.testing, find far more and take longer.
"""

from __future__ import annotations

from stackyard.boards import Board
from stackyard.descriptions import GameInfo
from stackyard.game import Game
from stackyard.options import fault_of_options
from stackyard.scenes import OwnerError
from stackyard.text import quoted

POSITION = ("player", "winner", "mid_turn", "copy", "legal_moves", "random_move", "play", "key")
LONGEST = 60  # characters of a value


def fault_of_class(game_class: object) -> str:
    """The first fault of a class that a plugin registers as a game, to be read after its name.

    Like that of a game it is empty if there is none.
    """
    if not (isinstance(game_class, type) and issubclass(game_class, Game)):
        return f"is no subclass of stackyard.Game: {quoted(game_class, LONGEST)}"
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    if missing:
        return f"lacks {', '.join(missing)}"
    if not isinstance(getattr(game_class, "about", None), GameInfo):
        return "lacks `about`, a GameInfo"
    colours: object = game_class.colours
    several = colours if isinstance(colours, (tuple, list)) else []
    words = [colour.strip() for colour in several if isinstance(colour, str)]
    if len(several) != 2 or len({*words} - {""}) != 2:
        return f"has colours that are not two different words: {quoted(colours, LONGEST)}"
    return fault_of_options(game_class.options)


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
        return f"has a position that lacks {', '.join(missing)}"
    if position.player not in (0, 1):
        return f"has a position whose player is not 0 or 1, but {quoted(position.player, LONGEST)}"
    try:
        game.scene(position)
    except OwnerError as failure:
        return f"cannot be drawn: {failure}"
    return ""
