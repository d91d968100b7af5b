"""`stackyard play GAME`."""

from __future__ import annotations

import secrets
from contextlib import suppress

import click

from stackyard.errors import StackyardError
from stackyard.notation import listed
from stackyard.plugins.discovery import OUR_GAMES, install_command
from stackyard.plugins.registry import registry
from stackyard.position import Position
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import FIRST_LEVEL, first_opponent, levels
from stackyard.turnloop.players import HumanPlayer
from stackyard.turnloop.terms import read_terms
from stackyard.turnloop.wording import outcome
from stackyard_cli import completion
from stackyard_cli.absent import AUTO, fitting_level, player_spec
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import (
    delay_option,
    game_name,
    game_of,
    json_option,
    named_values,
    options_option,
    plain_option,
    player_option,
    position_option,
    screen_for,
)
from stackyard_cli.named_starts import position_of, start_of, with_settings
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.play_from import course_at, play_on
from stackyard_cli.record_sources import is_link
from stackyard_cli.resume_hint import latest_match, resume_words
from stackyard_cli.session import play_matches


@click.command("play", cls=OurCommand)
@click.argument("game", required=False, shell_complete=completion.games)
@options_option
@player_option("--first", "Who moves first; you, unless somebody else is named.")
@player_option("--second", "Who moves second; the computer, unless somebody else is named.")
@click.option(
    "--level",
    metavar="N",
    shell_complete=completion.levels,
    help="How strong the computer plays: 1 is for beginners, 8 the strongest; auto fits your "
    f"results, so that you win about half.  [default: {FIRST_LEVEL}]",
)
@position_option
@click.option(
    "--start",
    metavar="NAME",
    shell_complete=completion.starts,
    help="Begin with a start that has a name, with its options; see `stackyard info GAME`.",
)
@click.option(
    "--from",
    "begun",
    metavar="MATCH[:PLY]",
    shell_complete=completion.sources,
    help="Play on from a match in the archive or a file, from the position after that move.",
)
@click.option("--seed", type=int, help="Makes computer players repeat their choices.")
@click.option(
    "--repetition",
    type=click.IntRange(0),
    show_default="what the game says, 3 as a rule",
    help="Draw when a position occurs this many times; 0: never.",
)
@click.option(
    "--clock",
    metavar="SPEC",
    help="Play with a clock, such as 5min+3s; stackyard-clock reads it.",
)
@click.option(
    "--term",
    "terms",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a term that a plugin reads, such as clock=5min+3s.",
)
@delay_option
@click.option(
    "--keep/--no-keep",
    default=None,
    help="Write the match to the archive, which is done where a person plays.",
)
@plain_option
@click.option("--quiet", is_flag=True, help="Print the result only.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    options: tuple[str, ...],
    first: str | None,
    second: str | None,
    level: str | None,
    position: str | None,
    start: str | None,
    begun: str | None,
    seed: int | None,
    repetition: int | None,
    clock: str | None,
    terms: tuple[str, ...],
    delay: float,
    keep: bool | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game against the computer or a friend, or on from a link.

    A player is NAME[:KEY=VALUE,…]: human, level:3 (or 3 alone), mcts:seconds=1, random.
    Type ? in the game for what else can be typed there.
    """
    if repetition == 1:
        raise click.UsageError("--repetition 1: every position stands once; use 0 or 2 and more")
    seed = secrets.randbits(32) if seed is None else seed
    if game is not None and begun is None and is_link(game):
        game, begun = None, game
    game = None if game is None else game_name(game)
    if level is not None and begun is not None:
        number = level if level.strip().isdecimal() else "3"
        raise click.UsageError(
            f"--level {level}: say whose level it is, as in --second level:{number}"
        )
    if level is not None and None not in (first, second):
        raise click.UsageError(f"--level {level}: both players are named; leave it out")
    if level is not None and level.strip().lower() == AUTO:
        if game is None:
            raise click.UsageError(f"--level {AUTO}: {_which_game()}")
        player_spec("level")
        fitting = fitting_level(registry().game(game).about.name)
        level = str(fitting.level)
        if not (quiet or as_json):
            echo(f"{fitting.reason}.")
    first, second = _specs(first, second, level)
    typed = terms if clock is None else (f"clock={clock}", *terms)
    agreed, origin = read_terms(named_values("--term", typed, "clock=300+5")), ""
    if begun is not None:
        if game or options or position or start or agreed or repetition is not None:
            sentence = "the match says the game, its options, start, repetition and terms"
            raise click.UsageError(f"--from {begun}: {sentence}; leave them out")
        match, origin = _played_on(begun, first, second, seed)
    else:
        if game is None:
            raise click.UsageError(_which_game())
        if start is not None:
            if position is not None:
                raise click.UsageError("--start and --position: name one of them")
            named = start_of(game, start)
            chosen = game_of(game, with_settings(named, options))
            begin: Position | None = position_of(named, chosen)
        else:
            chosen = game_of(game, options)
            begin = None if position is None else chosen.parse_position(position)
        opponent = first_opponent()
        if first in (None, "human") and second is None and not (opponent or quiet or as_json):
            echo(f"Two people play. A computer to play against: {install_command('engine')}")
        match = Match(
            chosen,
            (
                "human" if first is None else first,
                (opponent or "human") if second is None else second,
            ),
            position=begin,
            repetition=repetition,
            seed=seed,
            terms=agreed,
        )
    if keep is None:
        keep = any(isinstance(player, HumanPlayer) for player in match.players)
    screen = screen_for(silent=quiet or as_json, plain=plain)
    archive = Archive() if keep else None
    if archive is not None and screen.interactive and not begun:
        with suppress(StackyardError):  # what cannot be read does not wait
            waiting = latest_match(archive, match.game.name, finished=False)
            if waiting is not None:
                specs = [seat.spec for seat in archive.record(waiting).players]
                words = command_line(*resume_words(waiting, specs))
                screen.say(f"Your match {waiting} waits: {words} goes on with it.")
    code, match = play_matches(match, screen, delay, archive, origin)
    if as_json:
        echo(encode(record_of(match), indent=2))
    elif quiet and match.result is not None:
        echo(outcome(match.course))
    ctx.exit(code)


def _which_game() -> str:
    """The usage when no game is named."""
    names = list(registry().games)
    if not names:
        return "no game is installed; `stackyard list` tells how to install one"
    example = OUR_GAMES[0] if OUR_GAMES[0] in names else names[0]
    return f"name a game: {listed(names, 'or')}, as in {command_line('play', example)}"


def _specs(
    first: str | None, second: str | None, level: str | None
) -> tuple[str | None, str | None]:
    """The full descriptions of the players; a number alone is a level."""
    specs = [player_spec(first), player_spec(second)]
    if level is not None:
        known = [str(number) for number in levels()]
        if known and level.strip() not in known:
            raise click.UsageError(
                f"--level {level}: choose {known[0]} to {known[-1]}, or {AUTO} for the one that "
                "fits you"
            )
        specs[0 if specs[1] else 1] = player_spec(f"level:{level}")
    return specs[0], specs[1]


def _played_on(begun: str, first: str | None, second: str | None, seed: int) -> tuple[Match, str]:
    """A match that continues MATCH or MATCH:PLY, and the latter."""
    source, colon, ply = begun.rpartition(":")
    if not colon or not ply.isdecimal() or not ply.isascii():
        source, ply = begun, ""
    record, course = course_at(source, int(ply[:18]) if ply else None)
    if course.result is not None:
        earlier = f", and --from {source}:{max(0, course.ply - 2)} goes on earlier"
        shown = command_line("replay", source)
        raise click.UsageError(
            f"--from {begun}: that is the end of the match; `{shown}` shows it"
            f"{earlier if course.ply else ''}"
        )
    origin = "" if source == "-" else f"{source}:{course.ply}"
    return play_on(record, course, first, second, seed), origin
