"""Checks of the arguments of public functions: a wrong one is refused in a sentence.

Without them Python would name an attribute or an operator of the code behind the function.
"""

from __future__ import annotations

from operator import index

from stackyard.text import quoted


def check_kind(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raise TypeError for a value of another type; `what` says which it is: `a name is a text`."""
    if not isinstance(value, kind):
        raise TypeError(f"{what}, not {quoted(value)}")


def check_position(value: object) -> None:
    """Raise TypeError for an object without the methods of a position."""
    if not hasattr(value, "legal_moves"):
        raise TypeError(f"a position is needed, such as game.initial(), not {quoted(value)}")


def whole_number(value: object, what: str, low: int, high: int) -> int:
    """The whole number `value`; TypeError for another type, ValueError outside `low` to `high`."""
    if not is_whole(value):
        raise TypeError(f"{what} is a whole number, not {quoted(value)}")
    number = index(value)  # type: ignore[arg-type]
    if not low <= number <= high:
        raise ValueError(f"{what} is {low:,} to {high:,}, not {quoted(number)}")
    return number


def is_whole(value: object) -> bool:
    """Tell if a value counts something: an int or the like, such as numpy's, but no bool."""
    return hasattr(value, "__index__") and not isinstance(value, bool)
