"""The puzzles that a person has solved and failed, in a file beside the archive.

Failed ones come back on request, at the times that the library fsrs finds. It is optional.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from stackyard.files import make_private, replacing
from stackyard.plugins.discovery import install_command
from stackyard.records.archive import archive_path
from stackyard_coach.errors import PuzzleError

if TYPE_CHECKING:
    from fsrs import Card


class Attempted(Struct, omit_defaults=True):
    """An attempted puzzle: how often it was not solved unaided, and its card of fsrs."""

    failures: int = 0
    card: dict[str, Any] | None = None


# fsrs raises one of these for a damaged card.
_DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_decoder = msgspec.json.Decoder(dict[str, dict[str, Attempted]])


def progress_path() -> Path:
    """The path of the file."""
    return archive_path().with_name("puzzles.json")


class PuzzleProgress:
    """A person's progress in the puzzles of one game, which goes on where it cannot be kept.

    `tell` is called with a sentence, once, where it cannot. A damaged file is renamed.
    """

    def __init__(self, game: str, tell: Callable[[str], None]) -> None:
        self._game = game
        self._tell = tell
        self._warned = False
        self._path = progress_path()
        self._unwritten: dict[str, Attempted] = {}
        self._unread = False  # the file is there, and could not be read

    def read(self) -> dict[str, Attempted]:
        """The attempted puzzles, by name."""
        return self._all()[self._game]

    def add(self, name: str, *, solved: bool) -> None:
        """Record an attempt at a puzzle."""
        everything = self._all()
        known = everything[self._game].setdefault(name, Attempted())
        known.failures += not solved
        if known.card is not None:
            known.card = _reviewed(known.card, solved)
        self._write(everything, name)

    def due(self) -> list[str]:
        """The failed puzzles whose time has come, the longest due first.

        PuzzleError if fsrs is not installed.
        """
        cards = {name: _card(known.card) for name, known in self.read().items() if known.failures}
        now = datetime.now(UTC)
        return sorted(
            [name for name, card in cards.items() if card.due <= now],
            key=lambda name: cards[name].due,
        )

    def follow(self, name: str) -> None:
        """Give a puzzle a card, by which its next time is found."""
        everything = self._all()
        known = everything[self._game][name]
        known.card = known.card or dict(_card(None).to_dict())
        self._write(everything, name)

    def _write(self, everything: dict[str, dict[str, Attempted]], name: str) -> None:
        """Write the progress in all games; that in the puzzle `name` has changed."""
        self._unwritten[name] = everything[self._game][name]
        if self._unread:  # all that it holds would be lost
            return
        try:
            make_private(self._path.parent)
            with replacing(self._path) as file:
                Path(file.name).chmod(0o600)
                file.write(msgspec.json.format(msgspec.json.encode(everything)))
            self._unwritten.clear()
        except OSError as failure:
            self._warn(f"{self._path} cannot be written: {failure.strerror}")

    def _all(self) -> dict[str, dict[str, Attempted]]:
        """The progress in all games, with what could not be written."""
        everything: dict[str, dict[str, Attempted]] = {}
        self._unread = False
        try:
            everything = _decoder.decode(self._path.read_bytes())
        except FileNotFoundError:
            pass
        except OSError as failure:
            self._unread = True
            self._warn(f"{self._path} cannot be read: {failure.strerror}")
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self._set_aside()
        everything.setdefault(self._game, {}).update(self._unwritten)
        return everything

    def _set_aside(self) -> None:
        """Rename a damaged file, so that a new one can be written."""
        names = (Path(f"{self._path}.damaged{number or ''}") for number in count())
        aside = next(name for name in names if not name.exists())
        try:
            self._path.replace(aside)
        except OSError as failure:
            self._warn(f"{self._path} is damaged, and not renamed: {failure.strerror}")
        else:
            self._tell(
                f"Your progress in puzzles begins anew: {self._path} is damaged, and is now "
                f"{aside.name}."
            )

    def _warn(self, trouble: str) -> None:
        if not self._warned:
            self._tell(f"Your progress is not kept: {trouble}.")
        self._warned = True


def _card(stored: dict[str, Any] | None) -> Card:
    """A card of fsrs; a new one, which is due at once, in place of a damaged one."""
    try:
        from fsrs import Card  # optional, and takes long to import
    except ImportError as missing:
        raise PuzzleError(
            "the library fsrs, which finds when a failed puzzle comes back, is not installed: "
            f"{install_command('puzzles')}"
        ) from missing
    if stored is not None:
        with suppress(*_DAMAGED):
            card = Card.from_dict(stored)  # type: ignore[arg-type]
            card.due - datetime.now(UTC)  # impossible without a time zone
            return card
    return Card()


def _reviewed(stored: dict[str, Any], solved: bool) -> dict[str, Any]:
    """A stored card after an attempt; unchanged where fsrs is not installed."""
    try:
        from fsrs import Rating, Scheduler
    except ImportError:
        return stored
    rating = Rating.Good if solved else Rating.Again
    with suppress(*_DAMAGED):
        return dict(Scheduler().review_card(_card(stored), rating)[0].to_dict())
    return dict(Scheduler().review_card(_card(None), rating)[0].to_dict())
