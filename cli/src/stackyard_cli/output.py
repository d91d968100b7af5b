"""The output of our commands; anything that plugins print goes to standard error.

Control sequences are removed from text before it reaches a terminal: see `stackyard.text`.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from stackyard.plugins.isolation import redirect_stdout, standard_output
from stackyard.text import printable

__all__ = ["OurCommand", "echo", "standard_output"]


class OurCommand(click.Command):
    """A command of ours: while it runs, other prints go to standard error."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, which prints with `echo`."""
        with redirect_stdout():
            return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """The help, which may contain text of plugins, made safe to display."""
        return printable(super().get_help(ctx))


def echo(message: object = "", nl: bool = True, err: bool = False) -> None:
    """Print an answer, text or bytes, to standard output; `err` is for standard error.

    Bytes are the content of a file, such as a picture, and are unchanged except on a terminal.
    """
    stream = sys.stderr if err else standard_output()
    if isinstance(message, bytes) and stream.isatty():
        message = message.decode(errors="replace")
    click.echo(message if isinstance(message, bytes) else printable(str(message)), stream, nl)
