"""Records: a match as one JSON document, to be kept, sent, looked at and played on.

The typed structures below are the format; msgspec validates what is read against them. What a
record tells is compared with the rules in `stackyard.records.reader`, not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from inspect import cleandoc
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from stackyard.errors import RecordError
from stackyard.text import in_one_line, quoted

VERSION = 1  # of the format; raise it, and that in the type of `Record.version`, with a change
YEAR = 366 * 86_400.0  # seconds; no longer time to think is kept
MOST_VARIATIONS = 1_000  # of a record
MOST_VARIED_MOVES = 20_000  # in all of its variations
DEEPEST = 20  # variations within one another
REPETITION = 3  # of a record without the field

# Bounds far above those of real records: a record may come from anywhere, and its text is shown
# in terminals, where control characters would be executed.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
LINES = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$"
CHECK = "^([0-9a-f]{8})?$"
IN_WORDS = {
    ONE_LINE: "without control characters",
    LINES: "without control characters but tabs and line breaks",
    CHECK: "of eight hexadecimal digits",
}
Word = Annotated[str, Meta(max_length=200, pattern=ONE_LINE)]
Phrase = Annotated[str, Meta(max_length=20_000, pattern=ONE_LINE)]
Text = Annotated[str, Meta(max_length=20_000, pattern=LINES)]
Setting = bool | int | float | Word | None  # the types of `stackyard.options.Value`
Seconds = Annotated[float, Meta(ge=0, le=YEAR)]
Moment = Annotated[datetime, Meta(tz=True)]
Moves = Annotated[list[Word], Meta(min_length=1, max_length=10_000)]


class Plugin(Struct, frozen=True, forbid_unknown_fields=True):
    """The plugin that brought the game; no version if it was not installed."""

    name: Word
    version: Word = ""


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a colour, and the description that recreates it."""

    colour: Word
    name: Phrase
    spec: Phrase


class PlayedTurn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A turn: the colour that moved and its moves, as they are typed.

    `seconds` are how long each was thought about. `check` is the CRC-32 of the position string
    after the turn, eight hexadecimal digits: replaying finds the first turn that came out
    differently. Both may be missing.
    """

    colour: Word
    moves: Moves
    seconds: Annotated[list[Seconds], Meta(max_length=10_000)] = []
    check: Annotated[str, Meta(pattern=CHECK)] = ""
    comment: Text = ""


class Variation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Moves that could have been played instead of a line's, or after its end.

    They leave the line after its first `ply` moves, counted from the start of the match.
    `comments` are those on the moves, in the same order; there may be fewer. The `variations`
    leave this one's moves, after its first and before its last.
    """

    ply: Annotated[int, Meta(ge=0)]
    moves: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=MOST_VARIED_MOVES)]
    comments: Annotated[tuple[Text, ...], Meta(max_length=MOST_VARIED_MOVES)] = ()
    variations: Annotated[tuple[Variation, ...], Meta(max_length=MOST_VARIATIONS)] = ()

    @property
    def end(self) -> int:
        """The number of moves of its line, counted from the start of the match."""
        return self.ply + len(self.moves)


Variations = Annotated[tuple[Variation, ...], Meta(max_length=MOST_VARIATIONS)]


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The result: the colour that won, none in a draw; see stackyard.Result."""

    winner: Word | None
    reason: Word
    sentence: Phrase


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, finished or not.

    `players` are in the order of play; `start` is a position string where the match did not begin
    at the game's start; `position` is the one after the last move, for readers without the rules.
    `terms` are what was agreed beside the rules, such as the clock. `id` is the same for every
    copy of one match.
    """

    format: Literal["stackyard record"] = "stackyard record"
    version: Literal[1] = 1
    id: Word = ""
    game: Word
    options: Annotated[dict[Word, Setting], Meta(max_length=100)]
    plugin: Plugin
    rules_version: int
    players: tuple[Seat, Seat]
    seed: int | None = None
    repetition: Annotated[int, Meta(ge=0)] = REPETITION
    terms: Annotated[dict[Word, Word], Meta(max_length=100)] = {}
    start: Phrase | None = None
    began: Moment | None = None
    changed: Moment | None = None
    comment: Text = ""
    turns: Annotated[list[PlayedTurn], Meta(max_length=100_000)]
    position: Phrase | None = None
    result: Ending | None = None
    variations: Variations = ()

    @property
    def plies(self) -> int:
        """The number of moves."""
        return sum([len(turn.moves) for turn in self.turns])


# msgspec builds its description of a type at the first decoding, and the process crashes if two
# threads do so at once. Decoding at import builds it before there are threads.
_BUILT: Final = msgspec.json.Decoder(Record)
_VARIATIONS: Final = msgspec.json.Decoder(Variations)


def encode(record: Record, indent: int = 0) -> bytes:
    """The record as JSON, on one line unless indented."""
    document = msgspec.json.encode(record)
    return msgspec.json.format(document, indent=indent) if indent else document


def decode(document: bytes | str) -> Record:
    """The record in a JSON document.

    Raises RecordError for invalid JSON, another version of the format, or a fault with its place.
    """
    try:
        content = msgspec.json.decode(document)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(f"this is no JSON: {error}") from error
    if not isinstance(content, dict) or "game" not in content:
        raise RecordError("this is no record of a match: it names no game")
    version = content.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise RecordError(
            f"the record has version {quoted(version)}, and this program reads version {VERSION}"
        )
    try:
        record = msgspec.convert(content, Record)
        check_variations(record.variations, record.plies)
        return record
    except RecursionError:
        raise RecordError(_too_deep()) from None
    except msgspec.ValidationError as error:
        words = fault_in_words(error)
        raise RecordError(f"the record is not as it should be: {words}") from error


def write_variations(variations: Sequence[Variation]) -> str:
    """Variations as a JSON list."""
    return msgspec.json.encode(variations).decode()


def read_variations(document: Any, plies: int) -> tuple[Variation, ...]:
    """The variations in a JSON list of them, of a match of `plies` moves.

    Raises RecordError as `decode` does.
    """
    try:
        variations = _VARIATIONS.decode(document)
    except RecursionError:
        raise RecordError(_too_deep()) from None
    except (msgspec.DecodeError, TypeError, UnicodeError) as error:
        raise RecordError(f"the variations cannot be read: {fault_in_words(error)}") from error
    check_variations(variations, plies)
    return variations


def check_variations(variations: Sequence[Variation], plies: int) -> None:
    """Raise RecordError if variations leave lines where these have no move, or are too many.

    `plies` is the length of the match, after the end of which they may go on.
    """
    waiting = [(variations, 0, plies, 1)]  # the variations of a line, where they may leave it
    count = moves = 0
    while waiting:
        siblings, first, last, depth = waiting.pop()
        before = 0
        for variation in siblings:
            count += 1
            moves += len(variation.moves)
            if not first <= variation.ply <= last:
                raise RecordError(
                    f"a variation leaves its line after move {variation.ply}, and can only after "
                    f"moves {first} to {last}"
                )
            if variation.ply < before:
                raise RecordError(
                    f"a variation that leaves after move {variation.ply} stands behind one that "
                    f"leaves after move {before}"
                )
            if len(variation.comments) > len(variation.moves):
                raise RecordError(
                    f"a variation after move {variation.ply} has more comments than moves"
                )
            before = variation.ply
            inner = variation.ply + 1, variation.end - 1, depth + 1
            if variation.variations:
                waiting.append((variation.variations, *inner))
        if siblings and depth > DEEPEST:
            raise RecordError(_too_deep())
        if count > MOST_VARIATIONS or moves > MOST_VARIED_MOVES:
            raise RecordError(
                f"a record holds at most {MOST_VARIATIONS:,} variations, and {MOST_VARIED_MOVES:,} "
                "moves in them"
            )


def comment_text(comment: str) -> str:
    """A text that can be a comment; RecordError if it cannot."""
    try:
        msgspec.convert(comment, Text).encode()
    except (msgspec.ValidationError, UnicodeError) as error:
        raise RecordError(f"this cannot be a comment: {fault_in_words(error)}") from error
    return comment


def _too_deep() -> str:
    return f"variations lie within one another at most {DEEPEST} deep"


def fault_in_words(error: Exception) -> str:
    """The fault that msgspec found, in one line and without regular expressions."""
    words = str(error)
    for pattern, meaning in IN_WORDS.items():
        words = words.replace(f"matching regex {pattern!r}", meaning)
    return in_one_line(words)


def schema() -> dict[str, Any]:
    """The JSON Schema of the current version."""
    # As JSON has it: a default that is a tuple is a list.
    generated = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Record)))
    for part in generated["$defs"].values():
        # A docstring, which keeps the indentation of its source before Python 3.13.
        part["description"] = cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A match of Stackyard",
        **generated,
    }


def who(seat: Seat) -> str:
    """The player in lists: its description, after its own name if any, as in `Ada (human)`."""
    known = seat.name in seat.spec.replace(":", " ")  # level:8 is named level 8
    return seat.spec if known else f"{seat.name} ({seat.spec})"
