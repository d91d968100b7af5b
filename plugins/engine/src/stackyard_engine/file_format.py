"""The file format of tables, checkpoints and weights: a magic line, a line of JSON, and data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol, TypeVar

from stackyard.errors import StackyardError
from stackyard.files import replacing
from stackyard.game import Game


class Heading(Protocol):
    """The fields that the headings of all kinds of files share; each is a dataclass."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game."""

    @property
    def rules_version(self) -> int:
        """The version of the game's rules."""


H = TypeVar("H")


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its magic line, its name in messages, and the error raised for it.

    `remedy` is the advice for an unusable file; `foreign` the advice for a file of another kind in
    its place, which may belong to someone else.
    """

    magic: bytes
    name: str
    remedy: str
    error: type[StackyardError]
    foreign: str = ""


def checksum(pieces: Iterable[Any]) -> str:
    """The checksum of data in pieces."""
    digest = blake2b(digest_size=16)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def write_file(path: Path, kind: FileKind, heading: Any, pieces: Iterable[Any]) -> None:
    """Write a file atomically; raises the error of its kind if that fails."""
    line = json.dumps(asdict(heading), ensure_ascii=False).encode()
    with writing(path, kind), replacing(path) as file:
        file.write(kind.magic + line + b"\n")
        for piece in pieces:
            file.write(piece)


@contextmanager
def writing(path: Path, kind: FileKind) -> Iterator[None]:
    """Make the folder of a file that is written; a failure raises the error of its kind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as failure:
        raise kind.error(f"{path} cannot be written: {failure.strerror}") from failure


def read_heading(line: bytes, heading: type[H], kind: FileKind, name: str) -> H:
    """The heading in the second line of a file; `name` is the file in messages."""
    try:
        return heading(**json.loads(line))
    except (TypeError, ValueError) as failure:
        words = f"{name} is damaged: its heading cannot be read; {kind.remedy}"
        raise kind.error(words) from failure


def check_game(heading: Heading, game: Game[Any], kind: FileKind, name: str) -> None:
    """Raise the error of a kind of file for another game, other options or other rules."""
    if heading.game != game.name:
        raise kind.error(f"{name} is a {kind.name} of {heading.game}, not of {game.name}")
    if heading.options != game.settings:
        given = ", ".join(f"{option}={value}" for option, value in heading.options.items())
        raise kind.error(f"{name} was made for other options of {game.name}: {given}")
    if heading.rules_version != game.rules_version:
        raise kind.error(
            f"{name} was made for version {heading.rules_version} of the rules of {game.name},"
            f" which are now at version {game.rules_version}; {kind.remedy}"
        )
