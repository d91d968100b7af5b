"""Standard output for what our commands say, and nothing else: what plugins print is no answer."""

from __future__ import annotations

from typing import Any

import click

from stackyard.plugins.loading import aside, standard_output

__all__ = ["OurCommand", "echo", "standard_output"]


class OurCommand(click.Command):
    """A command of ours: while it runs, what anybody prints goes to standard error."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, which prints by `echo`."""
        with aside():
            return super().invoke(ctx)


def echo(message: object = "", nl: bool = True) -> None:
    """Print an answer, text or bytes, to standard output."""
    click.echo(message, file=standard_output(), nl=nl)
