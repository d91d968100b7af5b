"""States of OpenSpiel: courses of play with the rules of one of our games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyspiel

from stackyard.errors import IllegalMoveError, PositionError, Refusal
from stackyard.options import Value
from stackyard.plugins.registry import load_game
from stackyard.position import Position
from stackyard.turnloop.history import Course

if TYPE_CHECKING:
    from stackyard.game import Game

OVER = "Terminal"  # as OpenSpiel's own games name the player to act when the game is over


class Line:
    """A course with the number of moves that makes a draw.

    It never changes, so copies of a state share it. A pickle holds the moves, not the positions.
    """

    __slots__ = ("course", "most_moves")

    def __init__(self, course: Course, most_moves: int) -> None:
        self.course = course
        self.most_moves = most_moves

    def __deepcopy__(self, memo: Mapping[int, object]) -> Line:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        course, settings = self.course, tuple(self.course.game.settings.items())
        start = None if course.standard else course.start
        return _line, (course.game.name, settings, start, course.moves, self.most_moves)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.course.result is not None or self.course.ply >= self.most_moves


@lru_cache(16)
def _game(name: str, settings: tuple[tuple[str, Value], ...]) -> Game:
    return load_game(name, **dict(settings))


def _line(
    name: str,
    settings: tuple[tuple[str, Value], ...],
    start: Position | None,
    moves: tuple[int, ...],
    most_moves: int,
) -> Line:
    """The line that a pickle describes."""
    course = Course(_game(name, settings), start)
    for move in moves:
        course = course.advance(move)
    return Line(course, most_moves)


class SpielState(pyspiel.State):
    """A state of one of our games.

    An action is a move: an int that stands for the same move in all states. A turn of several
    moves is as many actions of one player.
    """

    def __init__(self, game: pyspiel.Game, line: Line) -> None:
        super().__init__(game)
        self._line = line  # all that a copy or a pickle of the state needs

    @property
    def course(self) -> Course:
        """The course of play that led to the state."""
        return self._line.course

    def current_player(self) -> int:
        """The player to act, 0 or 1."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.course.player

    def is_terminal(self) -> bool:
        """Tell if the game has ended."""
        return self._line.is_over

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both in a draw and before the end."""
        result = self.course.result
        if result is None or result.winner not in (0, 1):
            return [0.0, 0.0]
        return [1.0, -1.0] if result.winner == 0 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return [int(move) for move in self.course.position.legal_moves()]

    def _apply_action(self, action: int) -> None:
        self._refuse_after_the_end()
        self._line = Line(self.course.play(action), self._line.most_moves)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.course.position
        if action not in position.legal_moves():
            return f"action {action}"  # the text of a move may depend on the position
        return self.course.game.format_move(action, position)

    def __str__(self) -> str:
        course = self.course
        return course.game.format_position(course.position)

    def history_str(self) -> str:
        """The actions, after the start if that is not the usual one."""
        course = self.course
        played = str(super().history_str())
        if course.standard:
            return played
        return f"{course.game.format_position(course.start)}: {played}"

    # Structs: dictionaries that OpenSpiel turns into JSON.

    def _to_struct(self) -> dict[str, Any]:
        """The position, and the start and the moves that led there, all in our notation."""
        course = self.course
        game = course.game
        return {
            "game": game.name,
            "options": dict(game.settings),
            "start": game.format_position(course.start),
            "moves": [ply.text for ply in course.plies()],
            "position": str(self),
            "current_player": _to_act(self),
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        course = self.course
        return {"move": course.game.format_move(course.read(action), course.position)}

    def _struct_to_actions(self, action_dict: Mapping[str, Any]) -> list[int]:
        self._refuse_after_the_end()
        move = action_dict.get("move")
        if not isinstance(move, str):
            raise ValueError('an action is written as {"move": TEXT}, such as {"move": "c"}')
        return [self.course.read(move)]

    def _refuse_after_the_end(self) -> None:
        if self.is_terminal():
            raise IllegalMoveError(Refusal("game-over", "the game is over: no action is legal"))


def state_of(game: Any, struct: Mapping[str, Any]) -> SpielState:
    """The state of a SpielGame that a struct describes: `position`, or `moves` from `start`.

    Raises PositionError if it contradicts itself or the game, and the game's own errors.
    """
    rules: Game = game.rules
    for key, own in (("game", rules.name), ("options", dict(rules.settings))):
        if struct.get(key, own) != own:
            raise PositionError(f"the state's {key} is {struct[key]}, this game's is {own}")
    moves, begin = struct.get("moves"), struct.get("start")
    if moves is None:
        begin = struct.get("position", begin)
    course = Course(rules, None if begin is None else rules.parse_position(begin))
    state = SpielState(game, Line(course, game.most_moves))
    for move in moves or ():
        state.apply_action(state.course.read(move))
    found = {"position": str(state), "current_player": _to_act(state)}
    for key, own in found.items():
        if struct.get(key, own) != own:
            raise PositionError(f"the state's {key} is {struct[key]}, its moves lead to {own}")
    return state


def _to_act(state: SpielState) -> str:
    """The colour to act, or OVER."""
    course = state.course
    return OVER if state.is_terminal() else course.game.colours[course.player]
