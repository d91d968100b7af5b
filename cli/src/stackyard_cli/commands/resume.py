"""`stackyard resume MATCH`."""

from __future__ import annotations

import click

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard_cli import completion
from stackyard_cli.absent import AUTO, fitting_level
from stackyard_cli.common import delay_option, plain_option, screen_for
from stackyard_cli.output import OurCommand
from stackyard_cli.session import play_matches


@click.command("resume", cls=OurCommand)
@click.argument("match", type=int, required=False, shell_complete=completion.unfinished)
@click.option(
    "--first",
    metavar="SPEC",
    shell_complete=completion.players,
    help="Who plays first from now on, instead of the player there was.",
)
@click.option("--second", metavar="SPEC", shell_complete=completion.players, help="And second.")
@click.option(
    "--level",
    metavar="N",
    help="How strong the computer plays from now on; auto fits your results.",
)
@delay_option
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    match: int | None,
    first: str | None,
    second: str | None,
    level: str | None,
    delay: float,
    plain: bool,
) -> None:
    """Play an unfinished match of the archive on, from where it was left.

    Without MATCH it is the latest one that a person plays.
    """
    screen = screen_for(plain=plain)
    archive = Archive()
    number = _latest(archive) if match is None else match
    if level is not None:
        first, second = _at_level(archive.record(number), first, second, level)
    resumed = archive.resume(number, screen.complain, first, second)
    code, _ = play_matches(resumed, screen, delay, archive)
    ctx.exit(code)


def _at_level(
    record: Record, first: str | None, second: str | None, level: str
) -> tuple[str | None, str | None]:
    """The players, with the computer at a level."""
    named = [first, second]
    free = [
        side
        for side, seat in enumerate(record.players)
        if named[side] is None and seat.spec != "human"
    ]
    if len(free) != 1:
        raise click.UsageError(
            f"--level {level}: say whose level it is, as in --second level:{level}"
        )
    auto = level.strip().lower() == AUTO
    named[free[0]] = f"level:{fitting_level(record.game).level if auto else level}"
    return named[0], named[1]


def _latest(archive: Archive) -> int:
    """The number of the latest unfinished match in which a person plays."""
    for entry in archive.entries(finished=False):
        record = entry.record
        if not isinstance(record, RecordError) and any(s.spec == "human" for s in record.players):
            return entry.number
    raise click.UsageError("no match is unfinished; `stackyard play` begins one")
