"""Checks of the examples that an author declares in the test class: each comes out as written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from stackyard.errors import (
    IllegalMoveError,
    NotationError,
    OptionError,
    PositionError,
    StackyardError,
)
from stackyard.game import Game
from stackyard.notation import cell_names
from stackyard.position import DRAW, ONGOING, Position
from stackyard_kit.testing.samples import ConformanceError, at

Examples = Iterable[tuple[Any, ...]]
E = TypeVar("E", bound=StackyardError)
T = TypeVar("T")
DEFAULT: Final[Mapping[str, Any]] = MappingProxyType({})  # no options but the default ones


class Begun(NamedTuple):
    """A position from which random games begin."""

    position: str
    options: Mapping[str, Any] = DEFAULT


class BadOption(NamedTuple):
    """A value that an option may not have, and the words of the error for what is allowed."""

    option: str
    value: Any
    allowed: str


class BadText(NamedTuple):
    """A text that is no position, or no move, and a pattern that the error's sentence holds."""

    text: str
    pattern: str
    options: Mapping[str, Any] = DEFAULT


class Refused(NamedTuple):
    """An illegal move: the rule's code, the sentence, the names of the cells shown."""

    position: str
    move: str
    rule: str
    sentence: str
    cells: str | None = None  # not compared if None
    options: Mapping[str, Any] = DEFAULT


class Described(NamedTuple):
    """A legal move, its description, and the names of its cells."""

    position: str
    move: str
    words: str
    cells: str | None = None
    options: Mapping[str, Any] = DEFAULT


class Ended(NamedTuple):
    """A position in which the game is over: the winner's colour, or draw; words; deciding cells."""

    position: str
    winner: str
    words: str
    cells: str | None = None
    options: Mapping[str, Any] = DEFAULT


def read(kind: Callable[..., T], name: str, examples: Iterable[Any]) -> list[T]:
    """The examples that an attribute of the test class lists, each a tuple of one kind's fields."""
    fields = signature(kind).parameters
    least = len([field for field in fields.values() if field.default is field.empty])
    for given in examples:
        if isinstance(given, str) or not least <= len(given) <= len(fields):
            raise ConformanceError(f"{name} lists {given!r:.60}, not a tuple ({', '.join(fields)})")
    return [kind(*given) for given in examples]


def check_begun(kind: type[Game], examples: Examples, *, whole_turns: bool) -> None:
    """Each position can be read, and the game is not over there, nor a turn begun if so wanted."""
    for example in read(Begun, "positions", examples):
        with at(f"the position {example.position}"):
            _, position = _position(kind, example.position, example.options)
            if position.winner != ONGOING:
                raise ConformanceError("the game is over; name a position that can be played")
            if whole_turns and position.mid_turn:
                raise ConformanceError("it is the middle of a turn; name a position before one")


def check_bad_options(kind: type[Game], examples: Examples) -> None:
    """Each value is refused by an OptionError that names the option and what is allowed."""
    for option, value, allowed in read(BadOption, "bad_options", examples):
        with at(f"bad_options, {option} = {value!r}"):
            error = _error(OptionError, kind, **{option: value})
            _compare("option", error.option, option)
            _compare("value", error.value, value)
            _compare("allowed values", error.allowed, allowed)
            if not str(error).startswith(kind.about.name):
                raise ConformanceError(f"the error does not begin with the game's name: {error}")


def check_bad_positions(kind: type[Game], examples: Examples) -> None:
    """Each text is refused by a PositionError whose sentence holds the pattern."""
    for text, pattern, options in read(BadText, "bad_positions", examples):
        with at(f"bad_positions, {text!r:.60}"):
            _find(pattern, _error(PositionError, kind(**options).parse_position, text))


def check_bad_moves(kind: type[Game], examples: Examples) -> None:
    """Each text is refused at the start by a NotationError whose sentence holds the pattern."""
    for text, pattern, options in read(BadText, "bad_moves", examples):
        with at(f"bad_moves, {text!r:.60}"):
            game = kind(**options)
            _find(pattern, _error(NotationError, game.parse_move, text, game.initial()))


def check_refused(kind: type[Game], examples: Examples) -> None:
    """Each move is refused by this rule, sentence and cells, and the position stays as it is."""
    for example in read(Refused, "refusals", examples):
        with at(f"refusals, {example.move!r} at {example.position}"):
            game, position = _position(kind, example.position, example.options)
            refusal = _error(IllegalMoveError, game.parse_move, example.move, position).refusal
            _compare("rule", refusal.rule, example.rule)
            _compare("sentence", refusal.sentence, example.sentence)
            _compare_cells(game, refusal.cells, example.cells)
            _compare("position after that", game.format_position(position), example.position)


def check_described(kind: type[Game], examples: Examples) -> None:
    """Each move is described by these words and cells, and the position stays as it is."""
    for example in read(Described, "descriptions", examples):
        with at(f"descriptions, {example.move!r} at {example.position}"):
            game, position = _position(kind, example.position, example.options)
            move = game.parse_move(example.move, position)
            _compare("words", game.describe(move, position), example.words)
            _compare_cells(game, game.move_cells(move, position), example.cells)
            _compare("position after that", game.format_position(position), example.position)


def check_ended(kind: type[Game], examples: Examples) -> None:
    """Each position is over, and scene and game give these words and cells."""
    for example in read(Ended, "endings", examples):
        with at(f"endings, {example.position}"):
            game, position = _position(kind, example.position, example.options)
            if position.winner == ONGOING:
                raise ConformanceError("the game is not over")
            won = position.winner != DRAW
            _compare("winner", game.colours[position.winner] if won else "draw", example.winner)
            _compare("words", game.ending(position), example.words)
            scene = game.scene(position)
            _compare("words of the scene", scene.prompt, example.words)
            _compare("choices", set(scene.choices), set())
            _compare_cells(game, sorted(scene.decisive), example.cells)


def _position(kind: type[Game], text: str, options: Mapping[str, Any]) -> tuple[Game, Position]:
    game = kind(**options)
    try:
        return game, game.parse_position(text)
    except PositionError as error:
        raise ConformanceError(f"the position is refused: {error}") from error


def _error(kind: type[E], call: Callable[..., object], *given: object, **named: object) -> E:
    """The error of this kind that a call raises."""
    try:
        found = call(*given, **named)
    except kind as error:
        return error
    except Exception as error:
        raise ConformanceError(f"{error!r} is raised instead of {kind.__name__}") from error
    raise ConformanceError(f"no {kind.__name__} is raised; the answer is {found!r:.60}")


def _find(pattern: str, error: StackyardError) -> None:
    if not re.search(pattern, str(error)):
        raise ConformanceError(f"the sentence is {str(error)!r}, which does not match {pattern!r}")


def _compare(what: str, found: object, declared: object) -> None:
    if found != declared:
        raise ConformanceError(f"{what}: {found!r}, declared as {declared!r}")


def _compare_cells(game: Game, cells: Iterable[int], declared: str | None) -> None:
    """Compare cells with their names, which are written in order with blanks between."""
    if declared is not None:
        _compare("cells", " ".join(cell_names(game.board, cells)), declared)
