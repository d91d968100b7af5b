"""Cheap checks of a game before the first move.

The conformance tests, stackyard_kit.testing, find far more and take longer.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec

from stackyard.boards import Board
from stackyard.descriptions import GameInfo
from stackyard.game import Game
from stackyard.options import fault_of_options
from stackyard.scenes import OwnerError, Scene
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


def fault_of_game(game: Any) -> str:
    """The first fault of a Game and its start position, which is drawn."""
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
    if fault := _fault_of_position(game, position) or _fault_of_texts(game, position):
        return fault
    try:
        scene = game.scene(position)
    except OwnerError as failure:
        return f"cannot be drawn: {failure}"
    if not isinstance(scene, Scene):
        return f"returns no Scene from scene, but {quoted(scene, LONGEST)}"
    return ""


def _fault_of_position(game: Game, position: Any) -> str:
    """The first fault of the start position that a search would stumble over."""
    moves, key = position.legal_moves(), position.key()
    if not isinstance(moves, vec):
        return f"returns no vec[i64] from legal_moves, but {quoted(moves, LONGEST)}"
    for move in (*moves, *([position.random_move(0)] if moves else [])):
        if not (isinstance(move, int) and 0 <= move < game.move_space):
            words = f"has a move {quoted(move, LONGEST)} outside its move_space"
            return f"{words}, 0 to {game.move_space - 1}"
    try:
        hash(key)
    except TypeError:
        return f"returns a key that cannot be hashed, as a list cannot: {quoted(key, LONGEST)}"
    copy = position.copy()
    if copy is position or type(copy) is not type(position) or copy.key() != key:
        return "has a copy that is not another position with the same key"
    if moves:
        copy.play(moves[0])
        if position.key() != key:
            return "has positions that change with a move in their copy: copy the lists, too"
    for name in ("evaluate", "code"):
        if hasattr(position, name) and not isinstance(number := getattr(position, name)(), int):
            return f"returns no whole number from {name}, but {quoted(number, LONGEST)}"
    return ""


def _fault_of_texts(game: Any, position: Any) -> str:
    """The first fault in the texts of the start position and of its first move."""
    texts = {"format_position": game.format_position(position)}
    for move in position.legal_moves()[:1]:
        texts["format_move"] = game.format_move(int(move), position)
    for name, text in texts.items():
        if not isinstance(text, str):
            return f"returns no text from {name}, but {quoted(text, LONGEST)}"
    return ""
