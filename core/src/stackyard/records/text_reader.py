"""Reading the text that `stackyard.records.format.as_text` writes for people, and other texts.

`from_text` reads core's own text; `record_from_moves` helps plugins that read other notations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

from msgspec.structs import replace

from stackyard.errors import RecordError, StackyardError
from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW
from stackyard.records.format import REPETITION, Record, decode, encode
from stackyard.records.reader import Load
from stackyard.records.writer import record_of
from stackyard.text import quoted
from stackyard.turnloop.history import Course, Replay
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.wording import sentence_of

TAG = re.compile(r'\[(\w+) "([^"]*)"\]')
NUMBERING = re.compile(r"\d+\.|…")
PART = re.compile(r"\{([^}]*)\}|(\S+)")
KNOWN = {"Game", "Options", "Date", "Start", "Result", "Ending", "Id"}


def from_text(text: str, load: Load = load_game) -> Record:
    """The record of a text, its moves played by the current rules; the game comes from `load`.

    The text has neither think times nor a seed. The same text is the same match: without an id
    among its tags, the id is that of its content. Raises RecordError with what cannot be read,
    and what `load` raises where there is no such game.
    """
    tags, moves = _parts(text)
    if "Game" not in tags:
        raise RecordError("this is no record of a match: it names no game")
    options = dict(pair.partition("=")[::2] for pair in tags.get("Options", "").split())
    game = load(tags["Game"], **options)
    told = [tags.get(colour.capitalize(), "human") for colour in game.colours]
    course, comment, comments = _played(game, tags, moves)
    terms = {
        name.lower(): value
        for name, value in tags.items()
        if name not in KNOWN and name.lower() not in game.colours
    }
    match = Match(game, course=course, terms=terms, began=_date(tags.get("Date", "")))
    record = record_of(match)
    seats = [
        replace(seat, name=words.partition(" (")[0], spec=_spec(words))
        for seat, words in zip(record.players, told, strict=True)
    ]
    turns = [
        replace(turn, comment=comments.get(number, "")) for number, turn in enumerate(record.turns)
    ]
    named = tags.get("Id", "") or sha256(" ".join(text.split()).encode()).hexdigest()[:32]
    record = replace(record, id=named, players=(seats[0], seats[1]), turns=turns, comment=comment)
    return decode(encode(record))


def record_from_moves(
    game: Game,
    moves: Iterable[str],
    *,
    source: str,
    start: str | None = None,
    names: tuple[str, str] = ("human", "human"),
    began: datetime | None = None,
    winner: int | None = None,
) -> Record:
    """The record of moves, played by the current rules, for a reader of another notation.

    `start` is a position text. `winner` (0, 1 or DRAW) counts if the game is not over after the
    moves: the other player resigned, or a draw was agreed. The match gets an id made from `source`,
    its text, so that it is added only once. Raises RecordError for a move that is refused.
    """
    course = Course(game, None if start is None else game.parse_position(start))
    for move in moves:
        try:
            course = course.play(game.parse_move(move, course.position))
        except StackyardError as refused:
            ply = course.ply
            raise RecordError(f"move {ply + 1}, {move:.40}: {refused}", ply) from None
    if winner is not None and course.result is None:
        reason = Reason.AGREEMENT if winner == DRAW else Reason.RESIGNATION
        course = course.end(Result(winner, reason))
    record = record_of(Match(game, course=course, began=began))
    seats = [
        replace(seat, name=name, spec="human")
        for seat, name in zip(record.players, names, strict=True)
    ]
    named = sha256(" ".join(source.split()).encode()).hexdigest()[:32]
    return decode(encode(replace(record, id=named, players=(seats[0], seats[1]))))


def _parts(text: str) -> tuple[dict[str, str], str]:
    """The tags and what follows them."""
    tags: dict[str, str] = {}
    lines = text.splitlines()
    while lines and (not lines[0].strip() or lines[0].startswith("[")):
        line = lines.pop(0).strip()
        found = TAG.fullmatch(line)
        if line and found is None:
            raise RecordError(f'{quoted(line)} is no tag, as in [Game "silo"]')
        if found is not None:
            tags[found[1]] = found[2]
    return tags, "\n".join(lines)


def _spec(told: str) -> str:
    """The description of a player, in brackets after a name."""
    bracketed = re.fullmatch(r".*\((.+)\)", told)
    return bracketed[1] if bracketed else told


def _date(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC)
    except ValueError:
        return None


def _played(game: Game, tags: dict[str, str], text: str) -> tuple[Course, str, dict[int, str]]:
    """The course of the moves, the comment on the match, and those on turns by their numbers."""
    start = game.parse_position(tags["Start"]) if "Start" in tags else None
    repeated = " has stood " in tags.get("Ending", "")
    replay = Replay(game, start, (game.repetition or REPETITION) if repeated else None)
    try:
        outcome, comment, comments = _play(replay, text)
    except RecordError:
        if repeated or not _is_repetition(replay):
            raise
    if not repeated and _is_repetition(replay):  # which did not count in this match
        replay = Replay(game, start, 0)
        outcome, comment, comments = _play(replay, text)
    course = replay.course
    if outcome != "*" and course.result is None:
        course = course.end(_result(course, outcome, tags.get("Ending", "")))
    return course, comment, comments


def _play(replay: Replay, text: str) -> tuple[str, str, dict[int, str]]:
    """Play the moves of a text; the outcome, the comment on the match, and those on its turns."""
    comment, comments, outcome, turns = "", dict[int, str](), "*", 0
    words = [*replay.game.colours, "draw", "*"]
    for found in PART.finditer(text):
        if found[2] is None:
            if replay.ply:
                comments[turns - 1] = found[1]
            else:
                comment = found[1]
        elif found[2] in words and not text[found.end() :].strip():
            outcome = found[2]
        elif not NUMBERING.fullmatch(found[2]):
            for move in found[2].split(","):
                turns += not replay.mid_turn
                try:
                    replay.play(move)
                except StackyardError as refused:
                    ply = replay.ply
                    raise RecordError(f"move {ply + 1}, {move:.40}: {refused}", ply) from None
    return outcome, comment, comments


def _is_repetition(replay: Replay) -> bool:
    return replay.result is not None and replay.result.reason is Reason.REPETITION


def _result(course: Course, outcome: str, sentence: str) -> Result:
    """The result that does not follow from the rules, by its sentence."""
    colours = course.game.colours
    winner = DRAW if outcome == "draw" else colours.index(outcome)
    for reason in Reason:
        if reason is not Reason.RULES:
            result = Result(winner, reason)
            if sentence_of(course, result) == sentence:
                return result
    return Result(winner, "unknown", sentence or "nothing is known of the end")
