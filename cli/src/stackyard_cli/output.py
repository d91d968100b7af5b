"""The output of our commands; anything that plugins print goes to standard error.

Control sequences are removed from text before it reaches a terminal: see `stackyard.text`.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Any, TextIO

import click

from stackyard.plugins.isolation import redirect_stdout
from stackyard.plugins.isolation import standard_output as standard_output
from stackyard.plugins.registry import registry
from stackyard.text import printable

NARROWEST = 20  # columns that text is wrapped to
USUAL = 80  # columns of a terminal that does not tell them

_kept = -1  # see keep_descriptor


class OurCommand(click.Command):
    """A command of ours: while it runs, other prints go to standard error.

    `example` is a whole command line, without `stackyard`, for people who leave out an argument.
    """

    def __init__(self, *args: Any, example: str = "", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; for one that is missing, say where to find its values."""
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as missing:
            if not isinstance(missing.param, click.Argument) or not self.example:
                raise
            name = missing.param.metavar or missing.param.human_readable_name
            raise click.UsageError(missing_words(name, self.example), ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, which prints with `echo`."""
        with redirect_stdout():
            return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """The help, which may contain text of plugins, made safe to display."""
        return printable(super().get_help(ctx))


def keep_descriptor() -> None:
    """Keep what plugins write past Python away from standard output, unless that is a terminal.

    Output of C libraries and of child processes goes to descriptor 1, which is standard error from
    now on. Our own stream goes on under another number.
    """
    global _kept
    stream = sys.stdout
    if not isinstance(stream, TextIOWrapper) or stream.fileno() != 1 or stream.isatty():
        return
    stream.flush()
    _kept = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stdout = TextIOWrapper(
        os.fdopen(_kept, "wb", 0 if stream.write_through else -1),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def share_descriptor() -> None:
    """Give descriptor 1 back, for the command of a plugin, whose output is its answer."""
    if _kept != -1:
        os.dup2(_kept, 1)


def can_draw(stream: TextIO) -> bool:
    """Tell if a stream is a terminal that can draw."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def terminal_columns() -> int:
    """The width of the terminal, or of the usual one.

    `shutil` tells it, too, but every help text would pay 2 ms for importing that.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(standard_output().fileno()).columns or USUAL
    except (AttributeError, ValueError, OSError):  # no stream, or no terminal
        return USUAL


def tell(message: str) -> None:
    """Print prose, wrapped between words on a terminal."""
    echo(wrapped(message, standard_output()))


def wrapped(text: str, stream: TextIO, keep_indented: bool = False) -> str:
    """The text wrapped between words if the stream is a terminal; lines keep their indent.

    With `keep_indented` indented lines stay whole, so that commands in them can be copied.
    """
    if not stream.isatty():
        return text
    from textwrap import fill  # takes long to import

    columns = max(NARROWEST, terminal_columns())
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip(" "))]
        filled = fill(
            line.lstrip(" "),
            columns,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines.append(line if keep_indented and indent else filled)
    return "\n".join(lines)


def missing_words(name: str, example: str) -> str:
    """The message for a missing argument, by its name in the help."""
    kinds = name.rstrip("…").split("|")
    games = f"the games are {', '.join(registry().games)}" if "GAME" in kinds else ""
    matches = "`stackyard matches` lists the matches" if "MATCH" in kinds else ""
    sources = f" ({'; '.join(filter(None, [games, matches]))})" if games or matches else ""
    return f"{' or '.join(kinds)} is missing{sources}, as in: stackyard {example}"


def echo(message: object = "", nl: bool = True, err: bool = False) -> None:
    """Print an answer, text or bytes, to standard output; `err` is for standard error.

    Bytes are the content of a file, such as a picture, and are unchanged except on a terminal.
    """
    stream = sys.stderr if err else standard_output()
    if isinstance(message, bytes) and stream.isatty():
        message = message.decode(errors="replace")
    click.echo(message if isinstance(message, bytes) else printable(str(message)), stream, nl)
