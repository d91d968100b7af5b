"""The command that resumes a match after the person has left it."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.stored_match import StoredMatch
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import first_opponent, runs_program
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import changed_settings


def archive_number(match: Match) -> int | None:
    """The match's number in the archive; None if it is not stored there."""
    store = match.store
    return store.number if isinstance(store, StoredMatch) and not store.troubled else None


def resume_hint(match: Match, options: Sequence[str] = (), origin: str = "") -> str:
    """A sentence with the command, and its `options`, that resumes the match.

    `origin` is the MATCH:PLY that it continued, if it stands there.
    """
    words = command_line(*_resume_command(match, origin), *options)
    return f"To go on from here:\n  {words}"


def resume_words(number: int, specs: Sequence[str]) -> list[str]:
    """The command that resumes a match of the archive; it names the programs that play in it."""
    programs = [
        word
        for option, spec in zip(("--first", "--second"), specs, strict=True)
        if runs_program(spec)
        for word in (option, spec)
    ]
    return ["resume", str(number), *programs]


def latest_match(
    archive: Archive, game: str | None = None, *, finished: bool | None = None
) -> int | None:
    """The latest match of a person, of a game or of any; only a finished or unfinished one."""
    for entry in archive.entries(game, finished=finished):
        record = entry.record
        if not isinstance(record, RecordError) and any(s.spec == "human" for s in record.players):
            return entry.number
    return None


def _resume_command(match: Match, origin: str) -> list[str]:
    """The command that resumes the match, begins it anew, or begins with its position."""
    game, number = match.game, archive_number(match)
    if number:
        return resume_words(number, match.specs)
    if origin:
        return ["play", "--from", origin, *_seats(match)]
    words = ["play", game.name]
    for setting in changed_settings(game):
        words += ["-o", setting]
    words += _seats(match)
    if match.repetition != match.game.repetition:
        words += ["--repetition", str(match.repetition)]
    for name, text in match.terms.items():
        words += ["--term", f"{name}={text}"]
    if match.course.standard and not match.ply:
        return words
    return [*words, "--position", game.format_position(match.position)]


def _seats(match: Match) -> list[str]:
    """The players as options; none where a person begins against the computer of most matches."""
    first, second = match.specs
    usual = "human", first_opponent() or "human"
    return ["--first", first, "--second", second] if (first, second) != usual else []
