"""The help that people had in a match, counted in its memo: hints, and turns taken back."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Help(Struct, frozen=True, omit_defaults=True):
    """The number of hints that people asked for in a match, and of turns that they took back."""

    hints: int = 0
    takebacks: int = 0

    def __bool__(self) -> bool:
        return bool(self.hints or self.takebacks)

    def plus(self, hints: int = 0, takebacks: int = 0) -> Help:
        """The help with some more."""
        return Help(self.hints + hints, self.takebacks + takebacks)

    def memo(self) -> str:
        """The memo of a match that holds nothing else; empty without help."""
        return msgspec.json.encode(self).decode() if self else ""


_decoder: msgspec.json.Decoder[Help] = msgspec.json.Decoder(Help)


def read_help(memo: str) -> Help:
    """The help noted in a memo, whichever program wrote it."""
    try:
        return _decoder.decode(memo)
    except msgspec.DecodeError:
        return Help()
