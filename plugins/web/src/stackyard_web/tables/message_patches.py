"""The difference between a message and those that a page already has.

Messages with a picture are much alike, since a move changes few cells. The texts are cut before
each `<` and `{`. A patch consists of new texts and of runs of pieces of the earlier messages; the
page puts the text together again (`message_patches.js`).
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from stackyard_web.protocol import Patch

REMEMBERED = 2  # messages: the latest shows this player's moves, the one before the other's
LONG = 1000  # characters; a shorter message is sent whole
SHORT = 12  # characters; a run no longer than this is sent again rather than named
TRIED = 16  # places of a frequent piece that are compared
SHARED = 32  # patches kept for other pages that show the same


class PatchEncoder:
    """Makes the patches for one page."""

    def __init__(self) -> None:
        self._sent: deque[str] = deque(maxlen=REMEMBERED)

    def encode(self, message: str) -> Patch | None:
        """The patch that gives a message; None if the message is to be sent as it is."""
        if len(message) < LONG:
            return None
        made = Patch(_parts(tuple(self._sent), message))
        self._sent.append(message)
        return made


@lru_cache(SHARED)
def _parts(earlier: tuple[str, ...], message: str) -> list[str | int]:
    """New texts, and runs of pieces of the earlier messages by the first one and their number."""
    known = [piece for text in earlier for piece in _pieces(text)]
    indices = dict[str, list[int]]()
    for place, piece in enumerate(known):
        indices.setdefault(piece, []).append(place)
    pieces, at = _pieces(message), 0
    parts: list[str | int] = [""]
    while at < len(pieces):
        first, number = _longest_run(known, indices.get(pieces[at], []), pieces, at)
        text = "".join(pieces[at : at + max(number, 1)])
        if number and len(text) > SHORT:
            parts += [first, number]
        elif isinstance(parts[-1], str):
            parts[-1] += text
        else:
            parts.append(text)
        at += max(number, 1)
    return parts


def _longest_run(
    known: list[str], indices: list[int], pieces: list[str], at: int
) -> tuple[int, int]:
    """The place in `known` of the longest run that `pieces` has from `at` on, and its length."""
    first = most = 0
    for place in indices[:TRIED]:
        number = 1
        for piece, other in zip(known[place + 1 :], pieces[at + 1 :], strict=False):
            if piece != other:
                break
            number += 1
        if number > most:
            first, most = place, number
    return first, most


@lru_cache(SHARED)
def _pieces(text: str) -> list[str]:
    cut = text.replace("{", "\0{").replace("<", "\0<")  # a message has no control character
    return cut.split("\0")[1:]
