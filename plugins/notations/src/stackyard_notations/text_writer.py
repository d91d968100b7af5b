"""Matches as text for people, modelled on PGN."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from textwrap import fill

from stackyard.errors import StackyardError
from stackyard.options import show_value
from stackyard.plugins.registry import registry
from stackyard.records.export import View
from stackyard.records.format import REPETITION, Record, Seat, Variation
from stackyard.text import printable


def write(records: Sequence[Record], view: View) -> bytes:
    """The records as text, with an empty line between them."""
    return "\n".join([as_text(record) for record in records]).encode()


def as_text(record: Record) -> str:
    """The record as text modelled on PGN: tags, numbered turns, the result.

    Each turn of the first player is numbered; the moves of one turn are joined by commas, and
    comments are in braces. A variation is in parentheses after the turn, or the move of another
    variation, that it replaces; one that goes on after the end is after the result.
    """
    first, second = record.players
    result = record.result
    outcome = "*" if result is None else result.winner or "draw"
    chosen = [f"{k}={show_value(v)}" for k, v in record.options.items() if v is not None]
    tags = {
        "Game": record.game,
        "Options": " ".join(chosen),
        "Date": record.began.strftime("%Y.%m.%d") if record.began else "",
        first.colour.capitalize(): _player(first),
        second.colour.capitalize(): _player(second),
        **{name.capitalize(): text for name, text in record.terms.items()},
        "Start": record.start or "",
        "Repetition": _repetition(record),
        "Result": outcome,
        "Ending": "" if result is None else result.sentence,
        "Id": record.id,
    }
    lines = [f'[{name} "{_plain(value)}"]' for name, value in tags.items() if value]
    words = [f"{{{_plain(record.comment)}}}"] if record.comment else []
    number, last, ply = 0, second.colour, 0
    if record.turns and record.turns[0].colour == last:
        number = 1
        words.append("1.")
    for turn in record.turns:
        if turn.colour == last:  # the other had no move, or did not begin
            words.append("…")
        if turn.colour == first.colour:
            number += 1
            words.append(f"{number}.")
        words.append(",".join(turn.moves))
        if turn.comment:
            words.append(f"{{{_plain(turn.comment)}}}")
        last = turn.colour
        dots = f"{number}." if turn.colour == first.colour else f"{number}…"
        for variation in record.variations:
            common = variation.ply - ply
            if 0 <= common < len(turn.moves):
                words += _in_parentheses(variation, dots, turn.moves[:common])
        ply += len(turn.moves)
    words.append(outcome)
    for variation in record.variations:
        if variation.ply == ply:
            words += _in_parentheses(variation)
    moves = fill(" ".join(words), 80, break_long_words=False, break_on_hyphens=False)
    return printable("\n".join([*lines, "", moves, ""]))


def _repetition(record: Record) -> str:
    """The record's number of repetitions for a draw; empty if it is the game's."""
    usual = REPETITION
    with suppress(StackyardError):  # the game is not installed
        usual = registry().game(record.game).repetition
    return "" if record.repetition == usual else str(record.repetition)


def _player(seat: Seat) -> str:
    """A player's description, after the name where it does not say it: `Ada (human)`."""
    known = seat.name in {seat.spec, seat.spec.partition(":")[0]}
    return seat.spec if known else f"{seat.name} ({seat.spec})"


def _in_parentheses(
    variation: Variation, number: str = "", common: Sequence[str] = ()
) -> list[str]:
    """The words of a variation, after its number and the moves of its first turn before it."""
    words = [number] if number else []
    for at, move in enumerate(variation.moves):
        words.append(move if at else ",".join([*common, move]))
        if at < len(variation.comments) and variation.comments[at]:
            words.append(f"{{{_plain(variation.comments[at])}}}")
        for inner in variation.variations:
            if inner.ply == variation.ply + at:
                words += _in_parentheses(inner)
    return [f"({words[0]}", *words[1:-1], f"{words[-1]})"] if words[1:] else [f"({words[0]})"]


def _plain(text: str) -> str:
    """Text on one line, without characters that end a tag or a comment."""
    return " ".join(text.split()).replace('"', "'").replace("}", ")").replace("{", "(")
