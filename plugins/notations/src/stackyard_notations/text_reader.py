"""Reading the text that `stackyard_notations.text_writer` writes for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise

from msgspec.structs import replace

from stackyard.errors import RecordError, StackyardError
from stackyard.game import Game
from stackyard.notation import listed
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW
from stackyard.records.format import Record, decode, encode
from stackyard.records.move_tree import MoveTree
from stackyard.records.writer import record_of, unrepeated
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.wording import sentence_of

END = re.compile(r'(?ma)^[^\S\n]*[^\s\[].*\n\s*(?=\[[\w-]+ ")')  # moves before another's tags
TAG = re.compile(r'\[([\w-]+) "([^"]*)"\]')
SPEC = re.compile(r"[\w-]+(?::.*)?\)")  # the description of a player, and a bracket
STOOD = re.compile(r" has stood ([2-9]|[1-9]\d{1,3}) times")
NUMBERING = re.compile(r"\d+\.+|\d*…")
PART = re.compile(r"\{([^}]*)\}|(\(+(?=\{)|\S+)")
KNOWN = {"Game", "Options", "Date", "Start", "Repetition", "Result", "Ending", "Id"}


def from_text(text: str) -> Record:
    """The record of a text, its moves played by the current rules.

    The text has neither think times nor a seed. The same text is the same match: without an id
    among its tags, the id is that of its content. Raises RecordError with what cannot be read,
    and what `load_game` raises where there is no such game.
    """
    tags, moves = _parts(text)
    if "Game" not in tags:
        raise RecordError("this is no record of a match: it names no game")
    options = dict(pair.partition("=")[::2] for pair in tags.get("Options", "").split())
    game = load_game(tags["Game"], **options)
    told = [_named(tags.get(colour.capitalize(), "human")) for colour in game.colours]
    course, notes = _played(game, tags, moves)
    tree = MoveTree(course)
    for ply, words in notes.variations:
        tree = _with_variation(tree, ply, words)
    terms = {
        name.lower(): value
        for name, value in tags.items()
        if name not in KNOWN and name.lower() not in game.colours
    }
    match = Match(game, course=course, terms=terms, began=_date(tags.get("Date", "")))
    record = record_of(match)
    seats = [
        replace(seat, name=name, spec=spec)
        for seat, (name, spec) in zip(record.players, told, strict=True)
    ]
    turns = [
        replace(turn, comment=notes.comments.get(number, ""))
        for number, turn in enumerate(record.turns)
    ]
    named = tags.get("Id", "") or sha256(" ".join(text.split()).encode()).hexdigest()[:32]
    record = replace(
        record,
        id=named,
        players=(seats[0], seats[1]),
        turns=turns,
        comment=notes.comment,
        variations=tree.variations,
    )
    return decode(encode(record))


def read(text: str) -> list[Record]:
    """The records of a text of one match or several."""
    places = [0, *[end.end() for end in END.finditer(text)], len(text)]
    return [from_text(text[begin:end]) for begin, end in pairwise(places)]


def _parts(text: str) -> tuple[dict[str, str], str]:
    """The tags and what follows them."""
    tags: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        tag = line.strip()
        if not tag:
            continue
        if not tag.startswith("["):
            return tags, "\n".join(lines[number:])
        found = TAG.fullmatch(tag)
        if found is None:
            raise RecordError(f'{quoted(tag)} is no tag, as in [Game "silo"]')
        name, value = found.groups()
        if name in tags:
            raise RecordError(f"the tag {name} stands there twice; one match has one of each")
        tags[name] = value
    return tags, ""


def _named(told: str) -> tuple[str, str]:
    """The name of a player, and the description in brackets after it."""
    parts = told.split(" (")
    for number in range(1, len(parts)):
        name, spec = " (".join(parts[:-number]), " (".join(parts[-number:])
        if SPEC.fullmatch(spec) and spec.count("(") == spec.count(")") - 1:
            return name, spec[:-1]
    return told, told


def _date(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC)
    except ValueError:
        return None


@dataclass
class _Notes:
    """The facts that a text tells beside the moves of the match.

    A comment on the match, those on turns by their numbers, the outcome; and variations, as the
    words between their parentheses, with the number of moves before them. `course` is that of the
    moves read so far.
    """

    course: Course
    comment: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    outcome: str = "*"
    variations: list[tuple[int, list[str]]] = field(default_factory=list)


@dataclass
class _Line:
    """The moves of a variation from the place where the outermost one leaves the match.

    `last` is the number of those before its last word, where inner variations leave it. `comment`
    is one that belongs to its next move. `told` says that the tree has all of this.
    """

    moves: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    last: int = 0
    comment: str = ""
    told: bool = True


def _played(game: Game, tags: dict[str, str], text: str) -> tuple[Course, _Notes]:
    """The course of the moves, and what the text says beside them."""
    start = game.parse_position(tags["Start"]) if "Start" in tags else None
    repeated = STOOD.search(tags.get("Ending", ""))
    told = tags.get("Repetition", repeated[1] if repeated else str(game.repetition))
    if not re.fullmatch(r"0|[2-9]|[1-9]\d{1,17}", told):
        raise RecordError(f"the tag Repetition is 0 (never) or 2 and more, not {quoted(told)}")
    notes = _Notes(Course(game, start, int(told)))
    _play(notes, text, told=repeated is not None)
    if notes.outcome == "*":
        notes.outcome = tags.get("Result", "*")
        if notes.outcome not in _outcomes(game):
            allowed = listed(_outcomes(game), "or")
            raise RecordError(f"the tag Result is {allowed}, not {quoted(notes.outcome)}")
    course = notes.course if repeated else unrepeated(notes.course)
    if notes.outcome != "*" and course.result is None:
        course = course.end(_result(course, notes.outcome, tags.get("Ending", "")))
    return course, notes


def _outcomes(game: Game) -> list[str]:
    return [*game.colours, "draw", "*"]


def _words(text: str) -> Iterator[str]:
    """The words of the moves' part: comments with their first brace, parentheses by themselves.

    A move may contain parentheses if it has as many of both kinds, and other characters around.
    """
    for found in PART.finditer(text):
        if found[2] is None:
            yield "{" + " ".join(found[1].split())  # lines are broken anywhere
            continue
        word, more = found[2], found[2].count("(") - found[2].count(")")
        begin, end = 0, len(word)
        while begin < end and word[begin] == "(" and (more > 0 or word[end - 1] == ")"):
            yield "("
            begin += 1
            more -= 1
        while begin < end and word[end - 1] == ")" and more < 0:
            end -= 1
            more += 1
        if begin < end:
            yield word[begin:end]
        yield from word[end:]


def _play(notes: _Notes, text: str, *, told: bool) -> None:
    """Play the moves of a text, without its variations, and note what it says beside them.

    A repetition that is not `told` as the end did not count.
    """
    turns = last = depth = 0
    outcomes = _outcomes(notes.course.game)
    for word, following in pairwise([*_words(text), ""]):
        outside = not depth
        depth += (word == "(") - (word == ")")
        if depth < 0:
            raise RecordError(f"after move {notes.course.ply} a ) closes no variation")
        if depth and outside:
            notes.variations.append((last, []))
        elif depth:
            notes.variations[-1][1].append(word)
        elif word[0] == "{":
            if notes.course.ply:
                before = notes.comments.get(turns - 1, "")
                notes.comments[turns - 1] = f"{before} {word[1:]}".strip()
            else:
                notes.comment = f"{notes.comment} {word[1:]}".strip()
        elif word in outcomes and following in {"", "("}:
            notes.outcome, last = word, notes.course.ply
        elif word != ")" and not NUMBERING.fullmatch(word):
            last = notes.course.ply
            for move in word.split(","):
                turns += not notes.course.mid_turn
                course = notes.course if told else unrepeated(notes.course)
                try:
                    notes.course = course.play(move)
                except StackyardError as refused:
                    ply = notes.course.ply
                    raise RecordError(f"move {ply + 1}, {move:.40}: {refused}", ply) from None
    if depth:
        raise RecordError("the text ends within a variation: a ) is missing")


def _with_variation(tree: MoveTree, ply: int, words: list[str]) -> MoveTree:
    """The tree with a variation, and those within it, that leaves after the first `ply` moves."""

    def grown() -> MoveTree:
        line = lines[-1]
        if line.told:
            return tree
        line.told = True
        try:
            return tree.add(line.moves, ply, comments=line.comments)[0]
        except StackyardError as refused:
            raise RecordError(
                f"a variation after move {ply}, {','.join(line.moves):.40}: {refused}"
            ) from None

    lines = [_Line()]
    for word in [*words, ")"]:
        line = lines[-1]
        if word[0] == "{":
            if len(line.moves) > line.last:
                line.comments[-1] = word[1:]
                line.told = False
            else:
                line.comment = word[1:]
        elif word == "(":
            tree = grown()
            lines.append(_Line(line.moves[: line.last], [""] * line.last, line.last))
        elif word == ")":
            tree = grown()
            lines.pop()
        elif not NUMBERING.fullmatch(word):
            moves = [move for move in word.split(",") if move]
            line.last = len(line.moves)
            line.moves += moves
            line.comments += [line.comment, *[""] * len(moves)][: len(moves)]
            line.comment = ""
            line.told = False
    return tree


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
