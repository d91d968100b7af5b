"""`stackyard stats`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard_cli import completion
from stackyard_cli.common import echo_json, echo_table, json_option
from stackyard_cli.output import OurCommand, echo, tell
from stackyard_coach.records.against_computers import Encounter, encounters, rated
from stackyard_coach.strength import level_strengths, strength_of

HEAD = ("game", "against", "help", "you are", "played", "won", "lost", "drawn")
NAMES = ("game", "against", "help", "seat", "played", "won", "lost", "drawn")
OUTCOMES = {1.0: "won", 0.0: "lost", 0.5: "drawn"}


@click.command("stats", cls=OurCommand)
@click.option("--game", metavar="GAME", shell_complete=completion.games, help="Only this game.")
@json_option
def command(game: str | None, as_json: bool) -> None:
    """Tell how many matches against the computer you won and lost, and how strong you are.

    These are the finished matches of the archive in which one player is a person. The strength is
    estimated from those against levels, without hints, takebacks, set positions or agreed draws; a
    95 % interval is shown.
    """
    matches = list(encounters(Archive(), game))
    counted: dict[tuple[str, ...], Counter[str]] = {}
    for match in matches:
        counted.setdefault(_sort(match), Counter())[OUTCOMES[match.points]] += 1
    rows = [
        (*sort, *[outcomes.total(), outcomes["won"], outcomes["lost"], outcomes["drawn"]])
        for sort, outcomes in sorted(counted.items())
    ]
    games = sorted({match.game for match in matches})
    ratings = [_rating(name, [match for match in matches if match.game == name]) for name in games]
    if as_json:
        counts = [dict(zip(NAMES, row, strict=True)) for row in rows]
        echo_json({"counts": counts, "ratings": [rating for rating in ratings if rating]})
    elif rows:
        echo_table(HEAD, [tuple(map(str, row)) for row in rows], plain_header=True)
        for rating in ratings:
            if rating:
                tell(_in_words(rating))
    else:
        if game:
            registry().game(game)  # which may be misspelt
        of_game = f" of {game}" if game else ""
        echo(f"no finished match against a computer{of_game} is kept here")


def _sort(match: Encounter) -> tuple[str, str, str, str]:
    """The game, the opponent, the help, and the seat of the person, by which matches count."""
    given = {"hints": match.help.hints, "takebacks": match.help.takebacks}
    words = " and ".join([name for name, number in given.items() if number]) or "none"
    seat = f"{match.colour} ({('first', 'second')[match.side]})"
    return match.game, match.spec, words, seat


def _rating(game: str, matches: list[Encounter]) -> dict[str, Any]:
    """The strength in a game as JSON; empty without a match that counts."""
    levels = level_strengths(game)
    results = rated(matches, levels)
    if not results:
        return {}
    found = strength_of(results)
    nearest = min(levels, key=lambda level: abs(levels[level] - found.value))
    return {
        "game": game,
        "rating": round(found.value),
        "low": round(found.low),
        "high": round(found.high),
        "matches": found.matches,
        "level": nearest,
        "level_rating": round(levels[nearest]),
    }


def _in_words(rating: dict[str, Any]) -> str:
    """A strength in a sentence, which fits a line."""
    counted = plural(rating["matches"], "match", "matches")
    return (
        f"{rating['game']}: rating {rating['rating']} ({rating['low']}-{rating['high']}) by "
        f"{counted} without help; level {rating['level']} has {rating['level_rating']}."
    )
