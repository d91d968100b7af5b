"""Shared parts of commands: the game argument, its options, JSON output, tables, screens."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from math import isnan
from typing import Any

import click
from click.core import ParameterSource

from stackyard.game import Game
from stackyard.options import chosen, show_value, typed
from stackyard.plugins.registry import load_game, registry
from stackyard.text import in_one_line, normalize_name, quoted
from stackyard_cli import completion
from stackyard_cli.command_lines import command_line
from stackyard_cli.output import OurCommand, can_draw, echo, standard_output
from stackyard_cli.screen import Screen

Command = Callable[..., Any]


options_option = click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completion.settings,
    help="Choose an option of the game; see `stackyard info GAME`.",
)


def player_option(name: str, sentence: str) -> Callable[[Command], Command]:
    """An option that describes a player."""
    return click.option(name, metavar="SPEC", help=sentence, shell_complete=completion.players)


def game_argument(function: Command) -> Command:
    """Add GAME and -o NAME=VALUE to a command, which receives the loaded game as `game`."""

    @click.argument("game", shell_complete=completion.games)
    @options_option
    @wraps(function)
    def command(game: str, options: tuple[str, ...], **arguments: Any) -> Any:
        return function(game=game_of(game, options), **arguments)

    return command


def game_of(name: str, options: tuple[str, ...]) -> Game:
    """The game with this name, loaded with the typed options."""
    return load_game(game_name(name), **read_options(options))


def game_name(typed: str) -> str:
    """The name of the only game that begins with the typed text; else the text itself."""
    begun = normalize_name(typed)
    known = registry().games
    fitting = [name for name in known if name.startswith(begun)]
    return fitting[0] if begun and begun not in known and len(fitting) == 1 else typed


def read_options(options: tuple[str, ...]) -> dict[str, str]:
    """The typed options of a game by name; refuses one that is malformed or given twice."""
    return named_values("-o", options, "size=8")


def named_values(option: str, texts: Iterable[str], example: str) -> dict[str, str]:
    """The values by name of an option that is typed as NAME=VALUE, several times perhaps."""
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        plain = normalize_name(name)
        if not equals or not plain:
            raise click.UsageError(f"{option} {text}: write NAME=VALUE, as in {option} {example}")
        if plain in given:
            raise click.UsageError(f"{option} {text}: {plain} is given twice")
        given[plain] = value
    return given


class PositionCommand(OurCommand):
    """Accepts a position with an empty first column, such as -/rb, as an argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put a blank before such a position, because click reads a leading - as an option."""
        return super().parse_args(ctx, [f" {arg}" if arg.startswith("-/") else arg for arg in args])


class Seconds(click.FloatRange):
    """A number of seconds; NaN is refused."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, if it lies in the range."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return number


class MatchNumber(click.types.IntParamType):
    """The number of a match of the archive."""

    name = "match"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; the refusal tells where it is found."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            raise click.UsageError(
                f"{quoted(value)} is no number of a match; `stackyard matches` lists them", ctx
            ) from None


position_option = click.option(
    "--position", metavar="TEXT", help="Begin with this position instead of the game's start."
)
delay_option = click.option(
    "--delay",
    type=Seconds(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Show the board for so long before each move of a computer.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of processes that share the work.",
)
plain_option = click.option(
    "--plain",
    is_flag=True,
    envvar="STACKYARD_PLAIN",
    help="Say the board in words, line by line, as screen readers need it "
    "(also: STACKYARD_PLAIN=1).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def echo_json(value: Any) -> None:
    """Print a value as JSON."""
    echo(json.dumps(value, indent=2))


def warn(sentence: str) -> None:
    """Print a warning, given without the full stop, to standard error."""
    echo(f"Warning: {sentence}.", err=True)


def echo_table(
    header: tuple[str, ...], rows: Sequence[tuple[str, ...]], plain_header: bool = False
) -> None:
    """Print a table: by rich on a terminal, else as columns, headed only if `plain_header`."""
    lines = [tuple(map(in_one_line, row)) for row in rows]
    if draws_on_terminal():
        from stackyard_cli.terminal import print_table

        print_table(header, lines)
        return
    lines = [header, *lines] if plain_header else lines
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        cells = [f"{text:{width}}" for text, width in zip(line, widths, strict=True)]
        echo("  ".join(cells).rstrip())


def refuse_typed(ctx: click.Context, names: Collection[str], reason: str) -> None:
    """Refuse the options of these names: `reason` goes on after the first that was typed."""
    for option in ctx.command.params:
        name = str(option.name)
        if name in names and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} {reason}")


def changed_settings(game: Game) -> list[str]:
    """The options that differ from their defaults, as they are typed: `size=8`."""
    changed = chosen(game.options, game.settings)
    return [f"{name}={show_value(value)}" for name, value in changed.items()]


def settings_words(game: Game) -> str:
    """The chosen options as `size=6, height=3`."""
    words = [f"{name}={show_value(value)}" for name, value in game.settings.items()]
    return ", ".join(words) or "no options"


def first_game_words(game: Game) -> str:
    """The command that begins a game with the options that suit a beginner."""
    return f"{command_line('play', game.name)}{typed(game.first_game)}"


def build_words(game: Game) -> str:
    """The build of a game, and for a pure build the command that tells how to compile it."""
    if game.build == "compiled":
        return compiled_words(game.build, game.processor)
    if registry().games[game.name].provider.folder:
        return "pure Python, a hundred times slower: `stackyard plugins` tells how to compile it"
    return "pure Python"


def compiled_words(build: str, processor: str) -> str:
    """The build, and its processors if it does not run on all."""
    return f"{build} for {processor}" if processor == "x86-64-v3" else build


def screen_for(silent: bool = False, plain: bool = False) -> Screen:
    """The screen of a session: a terminal if there is one, else plain text.

    With `plain` it is always text, and the board is described in words.
    """
    if not silent and not plain and sys.stdin.isatty() and draws_on_terminal():
        from stackyard_cli.terminal import TerminalScreen

        return TerminalScreen()
    return Screen(talks=not silent, spoken=plain)


def draws_on_terminal() -> bool:
    """Tell if standard output is a terminal that can draw."""
    return can_draw(standard_output())
