"""Options: one declaration serves the command line, forms, tables, conversion and validation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stackyard.arguments import check_kind
from stackyard.errors import OptionError
from stackyard.text import listed, normalize_name, quoted

Value = int | float | str | bool | None
Settings = dict[str, Any]  # chosen values by option name


class Fields:
    """The base of small classes whose objects are equal if their attributes are.

    Each start of the program makes these classes. A named tuple takes 15 times as long, a
    dataclass 60 times.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, vars(self).values()))})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((*vars(self).values(),))


class Span(Fields):
    """Any real number from `low` to `high`, both included."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high


class Option(Fields):
    """One option of a game or a player.

    A user types its `name`: lower-case letters, digits and underscores.
    `values` are the allowed values: a tuple, a range or a Span; `(False, True)` is a switch,
    written off and on. `default` is a value or, if it depends on options declared before, a
    function of their settings that `default_text` describes; None stands for no choice.
    `help` is one sentence.

    Raises ValueError if there are no values, or if the default is not one of them.
    """

    def __init__(
        self,
        name: str,
        default: Value | Callable[[Settings], Value],
        values: tuple[Value, ...] | range | Span,
        help: str,
        default_text: str = "",
    ) -> None:
        kinds = (tuple, list, range, Span)
        check_kind(values, kinds, f"the values of option {name} are a tuple or a range")
        self.name = name
        self.default = default
        self.values = values
        self.help = help
        self.default_text = default_text
        if not isinstance(values, Span) and not values:
            raise ValueError(f"option {name} has no values; name at least one")
        if isinstance(values, (tuple, list)) and None in values:
            raise ValueError(f"option {name}: None is no value; it may be the default")
        if not callable(default) and default is not None and self._convert(default) is None:
            raise ValueError(
                f"option {name}: its default, {show_value(default):.40}, is not among its values; "
                f"choose {self.allowed}"
            )

    @property
    def allowed(self) -> str:
        """The allowed values in words, such as `4, 6, 8, … 26` or `any, end or home`."""
        if isinstance(self.values, Span):
            low, high = show_value(self.values.low), show_value(self.values.high)
            return f"a number from {low} to {high}"
        if isinstance(self.values, range):
            first, last = self.values[0], self.values[-1]
            if self.values.step == 1:
                return f"{first} to {last}"
            if len(self.values) > 4:
                return f"{first}, {self.values[1]}, {self.values[2]}, … {last}"
        return listed(map(show_value, self.values), "or")

    @property
    def default_words(self) -> str:
        """The default as shown in tables."""
        return self.default_text if callable(self.default) else show_value(self.default)

    def default_for(self, settings: Settings) -> Value:
        """The default, given the settings of the options declared before."""
        return self.default(settings) if callable(self.default) else self.default

    def read(self, given: object, owner: str = "") -> Value:
        """The value for `given`, a value or its text; OptionError if it is not allowed.

        `owner` names the game or player in the error.
        """
        value = self._convert(given)
        if value is None:
            of = f"{owner}, " if owner else ""
            raise OptionError(
                self.name,
                given,
                self.allowed,
                f"{of}option {self.name}: {_as_text(given):.40} is not allowed; "
                f"choose {self.allowed}",
            )
        return value

    def _convert(self, given: object) -> Value:
        """The allowed value that `given` stands for, or None."""
        text = _as_text(given).strip().lower() if not isinstance(given, bool) else show_value(given)
        if isinstance(self.values, Span):
            try:
                number = float(text)
            except ValueError:
                return None
            return number if self.values.low <= number <= self.values.high else None
        if isinstance(self.values, range):
            whole = int(text) if re.fullmatch("[+-]?[0-9]{1,40}", text) else self.values.stop
            return whole if whole in self.values else None
        if isinstance(given, float):
            text = show_value(given)
        words = {show_value(value).lower(): value for value in self.values}
        if all(isinstance(value, bool) for value in self.values):
            also = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
            words |= {word: value for word, value in also.items() if value in self.values}
        return words.get(text)


def show_value(value: Value) -> str:
    """The text of a value as typed by a person, all digits of a number; switches are on and off."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def typed(options: Mapping[str, Value]) -> str:
    """Options as they are typed behind a command: ` -o size=8 -o pie=on`."""
    return "".join([f" -o {name}={show_value(v)}" for name, v in options.items() if v is not None])


def _as_text(given: object) -> str:
    """A given value as text; Python refuses to write numbers of more than some 4,000 digits."""
    try:
        return str(given)
    except ValueError:
        return "a number of thousands of digits"


def resolve(options: Iterable[Option], given: Mapping[str, object], owner: str = "") -> Settings:
    """All settings: those `given` (values or texts, names with - and _ alike), else the defaults.

    Settings can be given back, also as they are shown: a given None counts as not given, and so
    does the word `none` for an option whose default is None.
    Raises OptionError for an unknown name or a value that is not allowed.
    """
    declared = {option.name: option for option in options}
    named: dict[str, object] = {}
    for given_name, value in given.items():
        name = normalize_name(given_name)
        if name in named:
            sentence = f"{owner or 'this'}, option {name} is given twice"
            raise OptionError(name, value, "one value", sentence)
        named[name] = value
    for name in named:
        if name not in declared:
            allowed = ", ".join(declared) or "none"
            sentence = f"{owner or 'this'} has no option {quoted(name)}; its options: {allowed}"
            raise OptionError(name, named[name], allowed, sentence)
    settings: Settings = {}
    for name, option in declared.items():
        value = named.get(name)
        absent = value is None or (option.default is None and value == show_value(None))
        settings[name] = option.default_for(settings) if absent else option.read(value, owner)
    return settings


def fault_of_options(options: object) -> str:
    """The fault of the options that a game or a player declares, after its name; or empty."""
    if not isinstance(options, (tuple, list)) or not all(isinstance(o, Option) for o in options):
        return f"has options that are no tuple of Option: {quoted(options, 60)}"
    names = [option.name for option in options]
    for name in names:
        if not re.fullmatch("[a-z0-9_]+", name):
            return f"has an option {quoted(name)}: write lower-case letters, digits and _"
        if names.count(name) > 1:
            return f"declares its option {name} twice"
    return ""


def chosen(options: Iterable[Option], settings: Settings) -> Settings:
    """The settings that differ from their defaults, which may follow from other settings."""
    return {
        option.name: settings[option.name]
        for option in options
        if settings[option.name] != option.default_for(settings)
    }
