"""The form for a match: its fields, and the values filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import msgspec

from stackyard.descriptions import Start
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import Option, Span, show_value
from stackyard.plugins.registry import load_game, registry
from stackyard.position import ONGOING, Position
from stackyard.text import quoted
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import levels
from stackyard.turnloop.terms import read_terms
from stackyard_coach.lesson import lesson_of
from stackyard_coach.puzzles import puzzles_of
from stackyard_coach.strength import RECENT, level_for, level_strengths
from stackyard_web.tables.seats import HUMAN, opponents
from stackyard_web.tables.tokens import BOTH, HOSTS, WATCH, Role

CHOICES = 60  # a longer range gets an input field
POSITION = 20_000  # characters
ME, FRIEND = "me", "friend"
FITTING = "level:auto"  # the level that the person beats about half of the time
RESULT = re.compile("([0-9]{1,3}):(0|0[.]5|1)", re.ASCII)


@dataclass(frozen=True)
class Field:
    """The field of an option, for typed input if `choices` is empty."""

    name: str
    label: str
    help: str
    default: str
    choices: tuple[str, ...]
    low: str = ""
    high: str = ""
    step: str = ""


class GameFacts(NamedTuple):
    """The number of cells of a game's board, and whether it has a lesson and puzzles."""

    cells: int
    lesson: bool
    puzzles: bool


def facts(name: str) -> GameFacts:
    """The facts about a game for the start page; none if it fails, which its own page tells."""
    try:
        return _facts(registry().game(name))
    except Exception:
        return GameFacts(0, False, False)


@lru_cache(maxsize=256)
def _facts(kind: type[Game]) -> GameFacts:
    game = kind()
    return GameFacts(len(game.board), lesson_of(game) is not None, bool(puzzles_of(game)))


def settings_of(start: Start) -> str:
    """The options of a named start as a JSON object of texts."""
    settings = {name: show_value(value) for name, value in start.settings.items()}
    return msgspec.json.encode(settings).decode()


def field_of(option: Option) -> Field:
    """The field of an option."""
    label = option.name.replace("_", " ")
    values = option.values
    if isinstance(values, Span):
        low, high = show_value(values.low), show_value(values.high)
        return Field(
            option.name, label, option.help, option.default_words, (), low, high, step="any"
        )
    if isinstance(values, range) and len(values) > CHOICES:
        low, high, step = str(values[0]), str(values[-1]), str(values.step)
        return Field(option.name, label, option.help, option.default_words, (), low, high, step)
    shown = tuple(show_value(value) for value in values)
    return Field(option.name, label, option.help, option.default_words, shown)


@dataclass(frozen=True)
class MatchRequest:
    """A requested table, and the role of the client there."""

    game: Game
    specs: tuple[str, str]
    start: Position | None
    terms: dict[str, str]
    role: Role


def read_form(name: str, filled: Mapping[str, str]) -> MatchRequest:
    """Read a filled-in form; StackyardError if it is invalid."""
    game = game_of(name, filled)
    wanted = [filled.get(key, default) for key, default in (("first", ME), ("second", FRIEND))]
    if filled.get("against") == ME:  # both on one screen
        wanted = [ME, ME]
    elif filled.get("against") == FRIEND:
        wanted = [ME, FRIEND] if wanted[1] != ME or wanted[0] == ME else [FRIEND, ME]
    allowed = {opponent.spec for opponent in opponents(game.name)}
    for seat, spec in zip(game.colours, wanted, strict=True):
        if spec not in {ME, FRIEND, FITTING} | allowed:
            raise StackyardError(f"{seat}: {quoted(spec)} is none of the players offered")
    wanted = [_fitting(spec, game.name, filled) for spec in wanted]
    text = position_of(filled)
    start = game.parse_position(text) if text else None
    if start is not None and start.winner != ONGOING:
        raise StackyardError(f"in this position the game is over: {game.ending(start)}")
    first, second = [HUMAN if spec in {ME, FRIEND} else spec for spec in wanted]
    terms = read_terms(_given(filled, "term-"))
    return MatchRequest(game, (first, second), start, terms, _role(wanted))


def _fitting(spec: str, game: str, filled: Mapping[str, str]) -> str:
    """The description of a player; for FITTING that of the level that fits the person's results.

    The page keeps these in the browser, and sends them as `3:1 4:0`: levels and points.
    """
    if spec != FITTING:
        return spec
    strengths = level_strengths(game)
    if not strengths:
        raise StackyardError("no installed plugin says how strong the levels are; choose a level")
    results = []
    for each in filled.get("results", "").split()[-RECENT:]:
        found = RESULT.fullmatch(each)
        if found is None:
            raise StackyardError(
                f"results: {quoted(each)} is not a level and points, as in 3:1; choose a level"
            )
        if int(found[1]) in strengths:
            results.append((strengths[int(found[1])], float(found[2])))
    return f"level:{level_for(results, strengths)}"


def level_of_opponent(match: Match, role: Role) -> int | None:
    """The level of the computer that the person with this role plays; None for other opponents."""
    if len(role.seats) != 1:
        return None
    kind, _, text = match.specs[1 - role.seats[0]].partition(":")
    return int(text) if kind == "level" and text.isdecimal() else None


def stronger(match: Match, role: Role) -> dict[str, str] | None:
    """The filled-in form of a match of this one's kind against the next level; None without one.

    The colours are swapped, as in a rematch.
    """
    level = (level_of_opponent(match, role) or 0) + 1
    if level == 1 or level not in levels():
        return None
    seats = [f"level:{level}", f"level:{level}"]
    seats[1 - role.seats[0]] = ME
    return {
        **dict(zip(("first", "second"), seats, strict=True)),
        **{f"option-{name}": show_value(value) for name, value in match.game.settings.items()},
        **{f"term-{name}": text for name, text in match.terms.items()},
        "position": match.game.format_position(match.start),
    }


def game_of(name: str, filled: Mapping[str, str]) -> Game:
    """The game with the options filled in."""
    return load_game(name, **_given(filled, "option-"))


def position_of(filled: Mapping[str, str]) -> str:
    """The position filled in, as text; StackyardError if it is too long."""
    text = filled.get("position", "").strip()
    if len(text) > POSITION:
        raise StackyardError(f"the position is longer than {POSITION} characters")
    return text


def _given(filled: Mapping[str, str], prefix: str) -> dict[str, str]:
    """The non-empty values of the fields with a prefix."""
    return {
        key.removeprefix(prefix): value
        for key, value in filled.items()
        if key.startswith(prefix) and value != ""
    }


def _role(wanted: list[str]) -> Role:
    mine = [seat for seat, spec in enumerate(wanted) if spec == ME]
    if len(mine) == 2:
        return BOTH
    if mine:
        return HOSTS[mine[0]]
    if FRIEND in wanted:
        raise StackyardError("take a seat yourself; a friend gets the link to the other one")
    return WATCH
