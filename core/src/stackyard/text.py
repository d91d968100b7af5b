"""Make text safe to display, and format times.

A record, a file name or a plugin may contain characters that control a terminal (clear the screen,
set its title, type an answer) or reverse the order of letters. They are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import ceil

# Control characters but tabs and ends of lines; what overrides the direction of writing; halves of
# characters, which cannot be encoded.
_COMMANDS = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
_ENDS = r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+"
MOST_QUOTED = 40  # characters of typed text quoted in a message
LIKENESS = 0.7  # of a typed name to the suggested one, by difflib


def printable(text: str) -> str:
    """The text, possibly of several lines, with ? for each control character."""
    if text.replace("\n", "").isprintable():  # the common case, which needs no compiled pattern
        return text
    return re.sub(_COMMANDS, "?", text)


def in_one_line(text: str) -> str:
    """Printable text on one line, with blanks for tabs and line ends."""
    return printable(re.sub(_ENDS, " ", text))


def quoted(thing: object, most: int = MOST_QUOTED) -> str:
    """A typed text in quotes, or the repr of a value, cut to `most` characters.

    Python refuses to write numbers of more than some 4,000 digits: then it is the type.
    """
    if not isinstance(thing, str):
        try:
            words = repr(thing)
        except Exception:
            words = f"a {type(thing).__name__}"
        return words if len(words) <= most else f"{words[: most - 1]}…"
    if len(thing) <= most:
        return repr(thing)
    cited = repr(thing[: most - 1])
    return f"{cited[:-1]}…{cited[-1]}"


def nearest(typed: str, known: Iterable[str]) -> str:
    """The known name that was probably meant, in any case and punctuation; empty if there is none.

    A name or a word of it that begins with `typed` comes before one that is spelt alike.
    """
    from difflib import get_close_matches  # takes long to import

    names, letters = list(known), "".join(filter(str.isalnum, typed.lower()))
    for name in names if letters else ():
        if any(part.replace("_", "").startswith(letters) for part in (name, *name.split("_"))):
            return name
    return "".join(get_close_matches(typed.lower(), names, 1, LIKENESS))


def time_words(seconds: float) -> str:
    """Remaining time as 4:59, 1:00:00 or 2 d 23 h; 0:00 only when none is left."""
    minutes, rest = divmod(max(0, ceil(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def normalize_name(name: str) -> str:
    """The canonical form of a name: lower case, with _ for -."""
    return name.strip().lower().replace("-", "_")


def capitalized(sentence: str) -> str:
    """The sentence with a capital letter first."""
    return sentence[:1].upper() + sentence[1:]


def shortened(words: Sequence[str], most: int) -> str:
    """The first words with blanks between; … stands for the others, if there are more."""
    return " ".join(words[:most]) + " …" * (len(words) > most)


def listed(words: Iterable[str], last: str = "and") -> str:
    """At least one word, listed in a sentence: `a, b and c`."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def plural(number: int, noun: str, nouns: str = "", one: str = "1") -> str:
    """A number of things: `1,200 men`, `1 man`, `no men`; without `nouns` an s makes the plural."""
    if number == 1:
        return f"{one} {noun}"
    return f"{number:,} {nouns or f'{noun}s'}" if number else f"no {nouns or f'{noun}s'}"
