"""`stackyard annotate MATCH COMMENT`."""

from __future__ import annotations

import click

from stackyard.records.archive import Archive
from stackyard_cli import completion
from stackyard_cli.common import MatchNumber
from stackyard_cli.output import OurCommand


@click.command("annotate", cls=OurCommand, example='annotate 1 "a close game"')
@click.argument("match", type=MatchNumber(), shell_complete=completion.matches)
@click.argument("comment")
@click.option("--ply", type=click.IntRange(1), metavar="N", help="Comment on the turn of move N.")
def command(match: int, comment: str, ply: int | None) -> None:
    """Write a comment on a match of the archive, or on one of its turns.

    A new comment replaces the old one; an empty COMMENT removes it.
    """
    Archive().annotate(match, comment.strip(), ply)
