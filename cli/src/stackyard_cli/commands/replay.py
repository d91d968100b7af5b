"""`stackyard replay MATCH`."""

from __future__ import annotations

import click

from stackyard.records.archive import Archive
from stackyard.records.move_tree import readable_tree, tree_of
from stackyard.text import plural
from stackyard_cli import completion
from stackyard_cli.common import Seconds, plain_option, screen_for, warn
from stackyard_cli.edited_record import EditedRecord
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.play_from import play_on
from stackyard_cli.record_sources import load
from stackyard_cli.replay import Replay
from stackyard_cli.resume_hint import latest_match
from stackyard_cli.session import play_matches


@click.command("replay", cls=OurCommand, example="replay 1")
@click.argument("source", metavar="[MATCH]", required=False, shell_complete=completion.sources)
@click.option("--ply", type=click.IntRange(0), default=0, metavar="N", help="Begin after N moves.")
@click.option(
    "--auto",
    type=Seconds(0, 60),
    metavar="SECONDS",
    help="Show the whole game, so long for each move.",
)
@click.option("--check", is_flag=True, help="Only check every move by the current rules.")
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    source: str | None,
    ply: int,
    auto: float | None,
    check: bool,
    plain: bool,
) -> None:
    """Step through a match and its variations, and add to them.

    MATCH is a number of the archive, a file with a record, or - for standard input; without it the
    latest match that a person played is shown. Type ? for the words; on a terminal the arrow keys
    do as well. A match by an earlier version of the rules is shown as far as those of today have
    it.
    """
    if source is None:
        latest = latest_match(Archive())
        if latest is None:
            raise click.UsageError("no match is kept yet; `stackyard play GAME` begins one")
        source = str(latest)
    record = load(source)
    if check:
        course = tree_of(record).course
        moves = plural(course.ply, "move")
        echo(f"{moves} replayed: as the rules of {course.game.title} have it")
        return
    tree, difference = readable_tree(record)
    if difference is not None:
        warn(str(difference))
    screen = screen_for(plain=plain)
    number = int(source) if source.isdecimal() else None
    edited = EditedRecord(record, tree, number, difference)
    chosen = Replay(edited, screen).run(min(ply, tree.course.ply), auto)
    if chosen is not None:
        code, _ = play_matches(play_on(record, chosen), screen, 0.0, Archive())
        ctx.exit(code)
