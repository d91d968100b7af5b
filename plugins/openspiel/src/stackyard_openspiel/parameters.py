"""The options of a game as parameters of OpenSpiel, each of which has one type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from stackyard.errors import OptionError
from stackyard.options import Option, Settings, Span, Value, show_value

Parameter = bool | int | float | str

MOST_MOVES = "max_game_length"  # the parameter that every game has beside its options
USUAL = "default"  # stands for a default that depends on other options
UNUSED = (-1, -(2**31))  # of these, the first that is no value of the option, if it is a number
# Texts that OpenSpiel reads as a number or a truth value in a game's name with its parameters.
MISREAD = re.compile(r"[-+0-9.]*|[Tt]rue|[Ff]alse")


def specification(options: Iterable[Option], most_moves: int) -> dict[str, Parameter]:
    """The parameters of a game with their defaults."""
    return {option.name: _default(option) for option in options} | {MOST_MOVES: most_moves}


def settings_of(options: Iterable[Option], parameters: Mapping[str, Parameter]) -> Settings:
    """The options that these parameters choose; the game checks their values."""
    return {
        option.name: value.strip("'") if isinstance(value, str) else value
        for option in options
        if (value := parameters.get(option.name, _default(option))) != _default(option)
    }


def most_moves_of(parameters: Mapping[str, Parameter]) -> int:
    """The number of moves that makes a draw; OptionError if it is below 1."""
    most = parameters[MOST_MOVES]
    if not isinstance(most, int) or most < 1:
        sentence = f"{MOST_MOVES} is the number of moves that makes a draw, 1 or more, not {most}"
        raise OptionError(MOST_MOVES, most, "1 or more", sentence)
    return most


def parameters_of(
    options: Iterable[Option], settings: Settings, most_moves: int
) -> dict[str, Parameter]:
    """The parameters that stand for the settings of a game."""
    chosen = {
        option.name: _default(option)
        if (value := settings[option.name]) is None
        else _written(option, value)
        for option in options
    }
    return chosen | {MOST_MOVES: most_moves}


def _type(option: Option) -> type[Parameter]:
    """The type of the parameter of an option."""
    depends = callable(option.default) or option.default is None
    if isinstance(option.values, Span):
        return str if depends else float
    kinds = {type(value) for value in option.values}
    if kinds == {int}:
        return int
    return bool if kinds == {bool} and not depends else str


def _default(option: Option) -> Parameter:
    """The default of an option, or a value that stands for one that depends on others."""
    default = option.default
    if callable(default) or default is None:
        free = [number for number in UNUSED if number not in _values(option)]
        return free[0] if _type(option) is int else USUAL
    return _written(option, default)


def _values(option: Option) -> tuple[Value, ...] | range:
    return () if isinstance(option.values, Span) else option.values


def _written(option: Option, value: Value) -> Parameter:
    """A value of an option as OpenSpiel holds it."""
    kind = _type(option)
    if kind is not str:
        return kind(value)  # type: ignore[arg-type]  # the option's values have this type
    text = show_value(value)
    return f"'{text}'" if MISREAD.fullmatch(text) else text
