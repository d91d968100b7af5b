"""`stackyard resume MATCH`."""

from __future__ import annotations

import click

from stackyard.records.archive import Archive
from stackyard_cli import completion
from stackyard_cli.absent import player_spec
from stackyard_cli.common import MatchNumber, delay_option, plain_option, player_option, screen_for
from stackyard_cli.output import OurCommand
from stackyard_cli.resume_hint import latest_match
from stackyard_cli.session import play_matches


@click.command("resume", cls=OurCommand)
@click.argument("match", type=MatchNumber(), required=False, shell_complete=completion.unfinished)
@player_option("--first", "Who plays first from now on, instead of the player there was.")
@player_option("--second", "And second.")
@delay_option
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    match: int | None,
    first: str | None,
    second: str | None,
    delay: float,
    plain: bool,
) -> None:
    """Play an unfinished match of the archive on, from where it was left.

    Without MATCH it is the latest one that a person plays.
    """
    screen = screen_for(plain=plain)
    archive = Archive()
    number = latest_match(archive, finished=False) if match is None else match
    if number is None:
        raise click.UsageError("no match is unfinished; `stackyard play GAME` begins one")
    for seat, typed in zip(archive.record(number).players, (first, second), strict=True):
        player_spec(seat.spec if typed is None else typed)
    resumed = archive.resume(number, screen.complain, player_spec(first), player_spec(second))
    code, _ = play_matches(resumed, screen, delay, archive)
    ctx.exit(code)
