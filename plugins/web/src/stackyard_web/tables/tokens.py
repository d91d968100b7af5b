"""Unguessable links that grant roles at a table, and the keys of seats.

A token is the table's number and a keyed hash of match and role. The server need not store it: only
the server's secret can make one, and one token reveals nothing about the others. The same secret
makes the hashes under which the secrets of browsers are stored, and the recovery codes of seats.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

from stackyard.records.archive import Archive

BYTES = 18  # 144 bits
TOKEN = re.compile(r"([1-9][0-9]{0,17})\.[A-Za-z0-9_-]{24}")
CODE = 10  # letters of a recovery code, 50 bits
MISREAD = str.maketrans("018", "OIB")  # digits that no code contains


@dataclass(frozen=True)
class Role:
    """The rights of a link: the seats to play, and whether to invite the other player."""

    name: str
    seats: tuple[int, ...] = ()
    invites: bool = False


FIRST, SECOND = Role("first", (0,)), Role("second", (1,))
HOSTS = (Role("host-first", (0,), True), Role("host-second", (1,), True))
BOTH = Role("both", (0, 1))
WATCH = Role("watch")
GUESTS = (FIRST, SECOND)
ROLES = (FIRST, SECOND, *HOSTS, BOTH, WATCH)


def rematch_role(role: Role) -> Role:
    """The role in the rematch, in which the colours are swapped."""
    if len(role.seats) != 1:
        return role
    return (HOSTS if role.invites else GUESTS)[1 - role.seats[0]]


class Tokens:
    """Makes and reads the tokens of the tables in one archive."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    @classmethod
    def of(cls, archive: Archive) -> Tokens:
        """The tokens of an archive, which stores their secret, so that links outlive the server."""
        return cls(archive.setting("web-secret", lambda: token_hex(32)))

    def make(self, number: int, match_id: str, role: Role) -> str:
        """The token of a role at a table, for URLs."""
        digest = self._digest(f"{number} {match_id} {role.name}")
        return f"{number}.{urlsafe_b64encode(digest).decode()}"

    def role(self, token: str, match_id: str) -> Role | None:
        """The role that a token gives at the table with its number, whose match is `match_id`."""
        number = number_of(token)
        if number is None:
            return None
        found = None
        for role in ROLES:  # all of them, in constant time
            if hmac.compare_digest(self.make(number, match_id, role), token):
                found = role
        return found

    def seal(self, match_id: str, secret: str) -> str:
        """The hash under which a browser's secret is stored; another one for each match."""
        return urlsafe_b64encode(self._digest(f"browser {match_id} {secret}")).decode()

    def code(self, match_id: str, seats: tuple[int, ...], holder: str) -> str:
        """The recovery code of seats, which changes when they go to another holder."""
        letters = b32encode(self._digest(f"code {match_id} {seats} {holder}"))[:CODE].decode()
        return f"{letters[: CODE // 2]}-{letters[CODE // 2 :]}"

    def _digest(self, message: str) -> bytes:
        return hmac.digest(self._secret, message.encode(), sha256)[:BYTES]


def same_code(typed: str, code: str) -> bool:
    """Tell if a typed recovery code is this one, whatever its case, blanks and hyphens."""
    letters = "".join(filter(str.isalnum, typed.upper())).translate(MISREAD)
    return hmac.compare_digest(letters.encode(), code.replace("-", "").encode())


def number_of(token: str) -> int | None:
    """The table number in a token; None if the token is malformed."""
    fit = re.fullmatch(TOKEN, token)
    return int(fit[1]) if fit else None
