"""Moves and positions as the words of a protocol.

A token is a move in the game's own notation, with blanks, `%`, `#`, control characters and anything
beyond ASCII percent-encoded as in an address; none of our games needs that. GTP ignores the case of
letters, so there capitals are encoded too.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from stackyard.errors import NotationError
from stackyard.turnloop.history import Course

PLAIN = "".join([chr(code) for code in range(0x21, 0x7F) if chr(code) not in "%#"])
MOVES = "moves"  # the word at which a position ends in UGI


def token_of(text: str, *, small: bool = False) -> str:
    """The token of a move's text; with `small` it has no capitals."""
    return "".join([_small(one) for one in text]) if small else quote(text, safe=PLAIN)


def _small(character: str) -> str:
    if "A" <= character <= "Z":
        return f"%{ord(character):x}"
    return quote(character, safe=PLAIN).lower()


def tokens_of(course: Course, since: int = 0) -> list[str]:
    """The tokens of the plies of a course after the first `since`."""
    return [token_of(ply.text) for ply in course.plies(since)]


def read_token(course: Course, token: str) -> int:
    """The move that a token stands for; a token of capitals is read as one without, if need be.

    Raises NotationError or IllegalMoveError.
    """
    try:
        return course.read(unquote(token))
    except NotationError:
        if token == token.lower():
            raise
        return course.read(unquote(token.lower()))


def position_words(text: str) -> str:
    """The words of a position's text, none of which is `moves`; `unquote` reads them back."""
    words = quote(text, safe=f"{PLAIN} ").split(" ")
    return " ".join([f"%{ord('m'):x}oves" if word == MOVES else word for word in words])
