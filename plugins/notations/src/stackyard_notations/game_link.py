"""Links: a whole game in a few characters, so that two people can play by any messenger.

`silo,size=4,BgdxCC` is the game, the options that differ from their defaults, and a code; a game
that did not begin at the start has `from=` and the position before the code. The code's digits, of
base 64, are the version of the rules, a check, the number of moves, and the moves: each is its
place among the legal moves in ascending order, and all places are the digits of one number in a
mixed radix (Knuth, The Art of Computer Programming 2, 4.1), so a forced move costs nothing. How a
match ended before its rules did, its players and its clock are not in a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote, unquote
from zlib import crc32

from stackyard.errors import RecordError
from stackyard.options import chosen, show_value
from stackyard.plugins.registry import load_game
from stackyard.position import LONGEST, Position
from stackyard.records.export import View
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.records.writer import record_from_moves, unrepeated
from stackyard.turnloop.history import Course

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BASE = len(DIGITS)
CHECK = 3  # digits: of 262,144 damaged links one passes
CONTINUED = BASE // 2  # a digit of the number of moves that has one more after it
LINK = re.compile(r"([A-Za-z0-9_-]+)((?:,[A-Za-z0-9_-]+=[^,/#]*)*),([A-Za-z0-9_-]+)")
START = "from"
DAMAGED = "this link is cut short or mistyped: copy it whole, or ask for it again"


def write(records: Sequence[Record], view: View) -> bytes:
    """A link a line; RecordError if the rules that are installed play a match otherwise."""
    lines = []
    for record in records:
        course, difference = readable_course(record)
        if difference is not None:
            raise difference
        lines.append(f"{link_of(course)}\n")
    return "".join(lines).encode()


def read(text: str) -> list[Record]:
    """The matches of links, one a line, between two people; raises as `course_of` does."""
    return [_record(line) for line in text.split()]


def show_link(prompt: Any, arguments: Sequence[str]) -> None:
    """Show the match at a `stackyard_cli.match_prompt.MatchPrompt` as a link."""
    prompt.screen.say(f"stackyard play {link_of(prompt.match.course)}")


def _record(link: str) -> Record:
    course = course_of(link)
    start = None if course.standard else course.game.format_position(course.start)
    moves = [ply.text for ply in course.plies()]
    return record_from_moves(course.game, moves, source=link, start=start)


def link_of(course: Course) -> str:
    """The link of a course; RecordError if it has more than LONGEST moves."""
    game = course.game
    if course.ply > LONGEST:
        raise RecordError(f"a link holds at most {LONGEST:,} moves, and the match has {course.ply}")
    number = 0
    for ply in reversed(list(course.plies())):
        moves = _choices(ply.before)
        number = number * len(moves) + moves.index(ply.move)
    fields = [game.name]
    for name, value in chosen(game.options, game.settings).items():
        fields.append(f"{name}={quote(show_value(value), safe='')}")
    if not course.standard:
        fields.append(f"{START}={quote(game.format_position(course.start), safe='')}")
    code = [game.rules_version % BASE, *_check(course), *_count(course.ply), *_digits(number)]
    return ",".join([*fields, "".join([DIGITS[digit] for digit in code])])


def course_of(link: str) -> Course:
    """The course of a link; what follows its last / or # counts, and no more.

    A messenger may have percent-encoded its commas, or all of it.

    Raises RecordError for a text that is no link, a link that is damaged, and one made by other
    rules; UnknownGameError, OptionError and PositionError for what its game does not have.
    """
    last = re.split("[/#]", link.strip().rstrip("."))[-1]  # a sentence may end with it
    written = (last, last.replace("%2C", ","), unquote(last))
    found = next(filter(None, map(LINK.fullmatch, written)), None)
    if found is None:
        raise RecordError("this is no link to a game; one reads GAME,CODE as in silo,B-FzCE")
    name, fields, code = found.groups()
    options = dict([unquote(field).split("=", 1) for field in fields.split(",")[1:]])
    start = options.pop(START, None)
    game = load_game(name, **options)
    version, *digits = [DIGITS.index(letter) for letter in code]
    if version != game.rules_version % BASE:
        raise RecordError(
            f"this link is mistyped, or made by version {version} of the rules of {game.title}, "
            f"and version {game.rules_version} is installed: both players need the same"
        )
    check, rest = digits[:CHECK], iter(digits[CHECK:])
    course = Course(game, None if start is None else game.parse_position(start))
    course = _played(course, _counted(rest), _numbered(rest))
    if check != _check(course):
        raise RecordError(DAMAGED)
    return course


def _played(course: Course, plies: int, number: int) -> Course:
    """The course after `plies` more moves; `number` holds the place of each."""
    for _ in range(plies):
        course = unrepeated(course)  # with `--repetition 0` a match goes on
        if course.result is not None:
            raise RecordError(DAMAGED)
        moves = _choices(course.position)
        number, place = divmod(number, len(moves))
        course = course.play(moves[place])
    if number:
        raise RecordError(DAMAGED)
    return course


def _choices(position: Position) -> list[int]:
    """The legal moves in the order that links count by."""
    return sorted([int(move) for move in position.legal_moves()])


def _check(course: Course) -> list[int]:
    """Digits made from the game, its options, its start, its moves and the last position."""
    game = course.game
    told = [game.name, *[f"{name}={show_value(value)}" for name, value in game.settings.items()]]
    told += [game.format_position(course.start), *[ply.text for ply in course.plies()]]
    told.append(game.format_position(course.position))
    number = crc32("\n".join(told).encode())
    return [number >> 6 * place & BASE - 1 for place in range(CHECK)]


def _count(plies: int) -> Iterator[int]:
    """The digits of the number of moves, the last ones first."""
    while plies >= CONTINUED:
        yield CONTINUED + plies % CONTINUED
        plies //= CONTINUED
    yield plies


def _counted(digits: Iterator[int]) -> int:
    """The number of moves; RecordError if there is none, or it is above LONGEST."""
    plies, weight = 0, 1
    for digit in digits:
        plies += digit % CONTINUED * weight
        weight *= CONTINUED
        if digit < CONTINUED and plies <= LONGEST:
            return plies
        if plies > LONGEST:
            break
    raise RecordError(DAMAGED)


def _digits(number: int) -> Iterator[int]:
    """The digits of a number, the last ones first."""
    while number:
        number, digit = divmod(number, BASE)
        yield digit


def _numbered(digits: Iterator[int]) -> int:
    """The number with these digits, the last ones first."""
    return sum([digit << 6 * place for place, digit in enumerate(digits)])
