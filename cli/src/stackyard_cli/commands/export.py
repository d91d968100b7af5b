"""`stackyard export MATCH`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path

import click

from stackyard.errors import ArchiveError, RecordError, StackyardError, UnknownGameError
from stackyard.plugins.registry import Registered, registry
from stackyard.records.archive import Archive
from stackyard.records.export import View, export
from stackyard.records.format import Record
from stackyard_cli import completion, files
from stackyard_cli.absent import ENDINGS, form_named
from stackyard_cli.common import Seconds, refuse_typed, warn
from stackyard_cli.output import OurCommand, echo, missing_words
from stackyard_cli.progress import progress
from stackyard_cli.record_sources import load

USUAL = "json"  # without the name of a format or a file
TOGETHER = 50  # matches in a piece of a file


def _form(ctx: click.Context, parameter: click.Parameter, name: str | None) -> Registered | None:
    """The format registered under a name."""
    try:
        return None if name is None else form_named(name)
    except click.UsageError as unknown:
        raise click.BadParameter(unknown.message) from None


class ExportCommand(OurCommand):
    """A command whose help lists the installed formats."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The formats, including those of plugins."""
        abouts = [registered.about for registered in registry().exporters.values()]
        with formatter.section("Formats"):
            formatter.write_dl(
                [(about.name, f"{about.summary} ({' '.join(about.suffixes)})") for about in abouts]
            )


@click.command("export", cls=ExportCommand, example="export 1")
@click.argument("sources", nargs=-1, metavar="MATCH…", shell_complete=completion.sources)
@click.option("--all", "every", is_flag=True, help="All matches, those with a label included.")
@click.option("--game", metavar="GAME", shell_complete=completion.games, help="All of this game.")
@click.option("--label", metavar="TEXT", help="All whose label begins with TEXT.")
@click.option("--to", "target", metavar="FILE", help="Write to FILE, not to standard output.")
@click.option(
    "--format",
    "form",
    metavar="NAME",
    callback=_form,
    shell_complete=completion.forms,
    help="Without it FILE's ending decides.",
)
@click.option("--ply", type=click.IntRange(0), metavar="N", help="Draw the game after N moves.")
@click.option("--flip", is_flag=True, help="Show the board from the other side.")
@click.option(
    "--seconds",
    type=Seconds(0.05, 60),
    default=1.0,
    show_default=True,
    help="How long a picture that moves shows each move.",
)
@files.force_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[str, ...],
    every: bool,
    game: str | None,
    label: str | None,
    target: str | None,
    form: Registered | None,
    ply: int | None,
    flip: bool,
    seconds: float,
    force: bool,
) -> None:
    """Write matches as records or text, or draw one.

    MATCH is a number of the archive, a file with a record, or - for standard input. Without --ply
    an SVG or GIF is the whole game, move by move, and a PNG its last position; with it they are one
    picture. Several matches make a file with a record a line. --all, --game and --label select
    matches of the archive instead, together or alone; `import` reads it back.
    """
    selecting = every or game is not None or label is not None
    if selecting and sources:
        raise click.UsageError(
            f"name matches, such as {sources[0]}, or select them by --all, --game and --label, "
            "not both"
        )
    if not selecting and not sources:
        raise click.UsageError(missing_words("MATCH", "export 1"))
    form = form or _form_of(target)
    files.check_output("--to", target, force)
    about = form.about
    if ply is not None and not about.picture:
        raise click.UsageError(
            f"--ply {ply} is for pictures; {about.name} is always the whole match"
        )
    if not about.picture:
        refuse_typed(ctx, ("flip", "seconds"), f"is for pictures, and {about.name} is none")
    if not about.many and (selecting or len(sources) > 1):
        does = "draws" if about.picture else "writes"
        named = "several may be selected" if selecting else f"{len(sources)} are named"
        raise click.UsageError(f"--format {about.name} {does} one match, and {named}")
    if selecting:
        form = registry().exporters["jsonl"] if about.name == USUAL else form
        numbers = Archive().numbers(game, "" if every and label is None else label)
        if not numbers:
            raise ArchiveError(
                "no match of the archive fits; `stackyard matches` lists those there are"
            )
        ctx.exit(_write_many(target, form, numbers))
    records = [load(source) for source in sources]
    with progress("pictures") as tell:
        content = export(form, records, View(ply, flip, seconds, warn=warn, tell=tell))
    _write(target, [content])


def _write_many(target: str | None, form: Registered, numbers: list[int]) -> int:
    """Write matches of the archive, without all of them in memory; return the exit code."""
    left_out: list[str] = []
    places: dict[str, int] = {}  # in the archive, by the identity of a record

    def readable(tell: Callable[[int, int], None]) -> Iterator[Record]:
        for done, (number, record) in enumerate(Archive().records(numbers), 1):
            if isinstance(record, Record):
                places[record.id] = number
                yield record
            else:
                left_out.append(str(record))
            tell(done, len(numbers))

    def refuse(record: Record, error: StackyardError) -> None:
        left_out.append(f"match {places[record.id]}: {error}")

    with progress("matches") as tell:
        _write(target, in_pieces(form, readable(tell), View(warn=warn), refuse))
    for reason in left_out:
        echo(f"not exported: {reason}", err=True)
    return 1 if left_out else 0


def in_pieces(
    form: Registered,
    records: Iterator[Record],
    view: View,
    refuse: Callable[[Record, StackyardError], None],
) -> Iterator[bytes]:
    """The records in a format for several matches, in pieces if it allows that.

    In pieces, `refuse` is called with each record that cannot be written, which is left out.
    """
    between = form.about.between
    if between is None:
        yield export(form, list(records), view)
        return
    joint = b""
    while some := list(islice(records, TOGETHER)):
        for piece in _piece(form, some, view, refuse):
            yield joint + piece
            joint = between.encode()


def _piece(
    form: Registered,
    records: Sequence[Record],
    view: View,
    refuse: Callable[[Record, StackyardError], None],
) -> Iterator[bytes]:
    """The records in one piece, or one by one if any of them cannot be written."""
    try:
        yield export(form, records, view)
    except (RecordError, UnknownGameError) as error:
        if len(records) == 1:
            refuse(records[0], error)
            return
        for record in records:
            yield from _piece(form, [record], view, refuse)


def _form_of(target: str | None) -> Registered:
    """The format that belongs to the ending of a file name."""
    known = registry().exporters
    if target is None or files.is_standard_output(target):
        return known[USUAL]
    name = Path(target).name.lower()
    for ending, format_name in ENDINGS.items():
        if name.endswith(f".{ending}") and format_name not in known:
            return form_named(format_name)
    fitting = [
        (len(suffix), form)
        for form in known.values()
        for suffix in form.about.suffixes
        if name.endswith(suffix)
    ]
    if fitting:
        return max(fitting, key=itemgetter(0))[1]  # .ap.json rather than .json
    endings = " ".join([suffix for form in known.values() for suffix in form.about.suffixes])
    raise click.UsageError(f"--to {target}: its ending is none of {endings}; name a --format")


def _write(target: str | None, content: Iterable[bytes]) -> None:
    files.write("--to", target or "-", content)
