"""The names of players in the lobby, each of which belongs to one browser.

A name belongs to the browser that first plays under it in a match of the lobby. The archive has a
keyed hash of the browser's secret for each name.
"""

from __future__ import annotations

import hmac
import time
import unicodedata
from collections import deque

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.limits import Limits
from stackyard_web.tables.tokens import Tokens

# Characters without a shape that Unicode counts as letters, marks or signs: fillers of Hangul, a
# joiner, vowels of Khmer, variation selectors, the empty pattern of Braille.
SHAPELESS = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164} | {
    *range(0xFE00, 0xFE10),
    0xFFA0,
    *range(0xE0100, 0xE01F0),
}


def name_key(name: str) -> str:
    """The same text for names that look alike in case, blanks or invisible characters."""
    shown = [
        sign for sign in name if unicodedata.category(sign) != "Cf" and ord(sign) not in SHAPELESS
    ]
    return " ".join(unicodedata.normalize("NFKC", "".join(shown)).casefold().split())


class PlayerNames:
    """The names taken on one server."""

    def __init__(self, archive: Archive, tokens: Tokens, limits: Limits) -> None:
        self._archive = archive
        self._tokens = tokens
        self._limits = limits
        self._taken = deque[tuple[float, str]]()  # time and client

    def claim(self, name: str, secret: str, client: str) -> None:
        """Take a name for a browser; StackyardError if it belongs to another.

        Raises LimitExceededError if the client has just taken many.
        """
        key = name_key(name)
        if not any(map(str.isalnum, key)):
            raise StackyardError("a name in the lobby needs a letter or a digit")
        if not secret:
            raise StackyardError(
                "this browser stores nothing, so it keeps no name in the lobby; let it store data"
            )
        mine = self._tokens.seal("lobby", secret)

        def take() -> str:
            now, kept = time.monotonic(), self._limits.names_period
            while self._taken and now - self._taken[0][0] > kept:
                self._taken.popleft()
            if sum([owner == client for _, owner in self._taken]) >= self._limits.names:
                raise LimitExceededError(
                    f"{plural(self._limits.names, 'new name')} were taken at your address within "
                    "the hour; use one of them, or wait"
                )
            self._taken.append((now, client))
            return mine

        owner = self._archive.setting(f"web-name {key}", take)
        if not hmac.compare_digest(owner.encode(), mine.encode()):
            raise StackyardError(
                f"the name {' '.join(name.split())} belongs to another browser; choose another name"
            )
