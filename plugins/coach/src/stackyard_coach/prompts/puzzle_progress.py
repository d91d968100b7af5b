"""The puzzles that a person has solved and failed, in a file beside the archive.

Failed ones come back on request, at the times that the library fsrs finds. It is optional.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from stackyard.files import replacing
from stackyard.plugins.discovery import install_command
from stackyard.records.archive import archive_path
from stackyard_coach.errors import PuzzleError

if TYPE_CHECKING:
    from fsrs import Card


class Attempted(Struct, omit_defaults=True):
    """An attempted puzzle: whether the last attempt solved it unaided, and its card of fsrs."""

    solved: bool
    failures: int = 0
    card: dict[str, Any] | None = None


def progress_path() -> Path:
    """The path of the file."""
    return archive_path().with_name("puzzles.json")


class PuzzleProgress:
    """A person's progress in the puzzles of one game; PuzzleError if the file cannot be used."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._path = progress_path()

    def read(self) -> dict[str, Attempted]:
        """The attempted puzzles, by name."""
        return self._all().get(self._game, {})

    def add(self, name: str, *, solved: bool) -> None:
        """Record an attempt at a puzzle."""
        everything = self._all()
        mine = everything.setdefault(self._game, {})
        known = mine.setdefault(name, Attempted(solved))
        known.solved = solved
        known.failures += not solved
        if known.card is not None:
            known.card = _reviewed(known.card, solved)
        self._write(everything)

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
        self._write(everything)

    def _write(self, everything: dict[str, dict[str, Attempted]]) -> None:
        """Write the progress in all games."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self._path) as file:
                file.write(msgspec.json.format(msgspec.json.encode(everything)))
        except OSError as failure:
            raise PuzzleError(
                f"the progress cannot be written to {self._path}: {failure.strerror}"
            ) from failure

    def _all(self) -> dict[str, dict[str, Attempted]]:
        """The progress in all games."""
        try:
            content = self._path.read_bytes()
            return msgspec.json.decode(content, type=dict[str, dict[str, Attempted]])
        except FileNotFoundError:
            return {}
        except OSError as failure:
            raise PuzzleError(f"{self._path} cannot be read: {failure.strerror}") from failure
        except msgspec.MsgspecError as error:
            raise PuzzleError(
                f"{self._path} holds no progress in puzzles ({error}); rename or delete it"
            ) from error


def _card(stored: dict[str, Any] | None) -> Card:
    """A card of fsrs; a new one is due at once."""
    try:
        from fsrs import Card  # optional, and takes long to import
    except ImportError as missing:
        raise PuzzleError(
            "the library fsrs, which finds when a failed puzzle comes back, is not installed: "
            f"{install_command('puzzles')}"
        ) from missing
    try:
        return Card() if stored is None else Card.from_dict(stored)  # type: ignore[arg-type]
    except (LookupError, TypeError, ValueError) as error:
        raise PuzzleError(
            f"{progress_path()} holds a card that fsrs cannot read; rename or delete it"
        ) from error


def _reviewed(stored: dict[str, Any], solved: bool) -> dict[str, Any]:
    """A stored card after an attempt; unchanged where fsrs is not installed."""
    try:
        from fsrs import Rating, Scheduler
    except ImportError:
        return stored
    rating = Rating.Good if solved else Rating.Again
    return dict(Scheduler().review_card(_card(stored), rating)[0].to_dict())
