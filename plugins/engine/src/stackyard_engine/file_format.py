"""The file format of tables, checkpoints and weights.

A magic line, the checksum of the heading, the heading as a line of JSON, and the data, whose
checksum is in the heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from stackyard.errors import StackyardError
from stackyard.files import make_private, replacing
from stackyard.game import Game
from stackyard.options import Settings, Value

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAGIC: Final = 64  # maximum bytes of a magic line
HEAD: Final = 65_536  # and of a heading


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields that the headings of all kinds of files share."""

    game: str
    options: dict[str, Value]
    rules_version: int


H = TypeVar("H", bound=Heading)


@dataclass(frozen=True)
class FileKind(Generic[H]):
    """A kind of file: its magic line, its name in messages, and the error raised for it.

    The magic line ends with the number of the format. `decoder` reads the heading; it is made at
    import, since msgspec must not build one in two threads at once. `remedy` is the advice for an
    unusable file; `foreign` the advice for a file of another kind or format in its place, which may
    belong to someone else.
    """

    magic: bytes
    name: str
    decoder: msgspec.json.Decoder[H]
    remedy: str
    error: type[StackyardError]
    foreign: str = ""

    def damaged(self, name: str, reason: str) -> StackyardError:
        """The error for a damaged file."""
        return self.error(f"{name} is damaged: {reason}; {self.remedy}")


def checksum(pieces: Iterable[Any]) -> str:
    """The checksum of data in pieces."""
    digest = blake2b(digest_size=16)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def write_file(
    path: Path, kind: FileKind[H], heading: H, pieces: Iterable[bytes | memoryview]
) -> None:
    """Write a file atomically; raises the error of its kind if that fails."""
    line = msgspec.json.encode(heading) + b"\n"
    with writing(path, kind), replacing(path) as file:
        file.write(kind.magic + _sum_line(line) + line)
        for piece in pieces:
            file.write(piece)


@contextmanager
def writing(path: Path, kind: FileKind[H]) -> Iterator[None]:
    """Make the folder of a file that is written; a failure raises the error of its kind."""
    try:
        make_private(path.parent)
        yield
    except OSError as failure:
        raise kind.error(f"{path} cannot be written: {failure.strerror}") from failure


def check_writable(path: Path, kind: FileKind[H]) -> None:
    """Raise the error of its kind if a file cannot be written; called before long work."""
    with writing(path, kind), TemporaryFile(dir=path.parent):
        pass


@contextmanager
def open_file(path: Path | Traversable, kind: FileKind[H]) -> Iterator[IO[bytes]]:
    """A file opened for reading; raises the error of its kind if it cannot be read.

    A folder, pipe or device in its place is refused without waiting for it.
    """
    try:
        if isinstance(path, Path) and not S_ISREG(path.stat().st_mode):
            raise kind.error(f"{path} is a folder or device, and so no {kind.name}; move it away")
        with path.open("rb") as file:
            yield file
    except OSError as failure:
        words = f"{path} cannot be read: {failure.strerror or failure}"
        raise kind.error(f"{words}; {kind.remedy}") from failure


def read_heading(file: IO[bytes], kind: FileKind[H], name: str) -> H:
    """The heading of an open file, which is left at its data; `name` is the file in messages."""
    if file.readline(MAGIC) != kind.magic:
        raise kind.error(f"{name} is no {kind.name} of this version of Stackyard{kind.foreign}")
    stored_sum = file.readline(MAGIC)
    line = file.readline(HEAD)
    if stored_sum != _sum_line(line):
        raise kind.damaged(name, "the checksum of its heading is wrong")
    try:
        return kind.decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as failure:
        raise kind.damaged(name, "its heading cannot be read") from failure


def _sum_line(line: bytes) -> bytes:
    """The line before a heading: its checksum."""
    return checksum([line]).encode() + b"\n"


def check_game(
    heading: Heading,
    game: Game[Any],
    kind: FileKind[H],
    name: str,
    options: Settings | None = None,
) -> None:
    """Raise the error of a kind of file for another game, other options or other rules.

    `options` are those expected, if not all of the game's.
    """
    if heading.game != game.name:
        raise kind.error(f"{name} is a {kind.name} of {heading.game}, not of {game.name}")
    if heading.options != (game.settings if options is None else options):
        given = ", ".join(f"{option}={value}" for option, value in heading.options.items())
        raise kind.error(f"{name} was made for other options of {game.name}: {given}")
    if heading.rules_version != game.rules_version:
        raise kind.error(
            f"{name} was made for version {heading.rules_version} of the rules of {game.name},"
            f" which are now at version {game.rules_version}; {kind.remedy}"
        )
