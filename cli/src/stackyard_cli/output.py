"""The output of our commands; anything that plugins print goes to standard error.

Control sequences are removed from text before it reaches a terminal: see `stackyard.text`.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from stackyard.plugins.isolation import redirect_stdout, standard_output
from stackyard.plugins.registry import registry
from stackyard.text import printable

__all__ = ["OurCommand", "echo", "standard_output"]


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
