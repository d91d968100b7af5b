"""`stackyard mcp`."""

from __future__ import annotations

from contextlib import redirect_stdout

import click

from stackyard.plugins.discovery import install_command
from stackyard.plugins.isolation import standard_output
from stackyard_cli.output import OurCommand


@click.command("mcp", cls=OurCommand)
def command() -> None:
    """Serve the games to a language model on standard input and output.

    A program that speaks the Model Context Protocol starts it. Its tools begin a match, show it,
    play a move, list the legal moves, analyse a position and tell the rules. Matches are kept in
    the archive, so `stackyard replay` shows them and `stackyard regret` measures them.
    """
    try:
        from stackyard_language_models.server import make_server
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "mcp":
            raise
        raise click.ClickException(
            f"the library mcp is missing; to install it: {install_command('mcp')}"
        ) from None
    with redirect_stdout(standard_output()):  # else it would answer on standard error
        make_server().run("stdio")
