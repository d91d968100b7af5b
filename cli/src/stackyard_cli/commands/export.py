"""`stackyard export MATCH`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from stackyard.plugins.discovery import normalize_name
from stackyard.plugins.registry import Registered, registry
from stackyard.records.export import View, export
from stackyard_cli import completion, files
from stackyard_cli.common import Seconds, warn
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress
from stackyard_cli.record_sources import load

USUAL = "json"  # without the name of a format or a file


class Format(click.ParamType[Registered]):
    """The name of an export format."""

    name = "format"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """All names."""
        return f"[{'|'.join(registry().exporters)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The format registered under a name."""
        known = registry().exporters
        if normalize_name(value) not in known:
            names = ", ".join([repr(name) for name in known])
            self.fail(f"{value!r} is not one of {names}.", param, ctx)
        return known[normalize_name(value)]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin with the typed text."""
        return completion.forms(incomplete)


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
@click.argument(
    "sources", nargs=-1, required=True, metavar="MATCH…", shell_complete=completion.sources
)
@click.option("--to", "target", metavar="FILE", help="Write to FILE, not to standard output.")
@click.option("--format", "form", type=Format(), help="Without it FILE's ending decides.")
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
def command(
    sources: tuple[str, ...],
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
    picture. Several matches make a file with a record a line.
    """
    form = form or _form_of(target)
    files.refuse_existing("--to", target, force)
    about = form.about
    if ply is not None and not about.picture:
        raise click.UsageError(
            f"--ply {ply} is for pictures; {about.name} is always the whole match"
        )
    if len(sources) > 1 and not about.many:
        does = "draws" if about.picture else "writes"
        raise click.UsageError(
            f"--format {about.name} {does} one match, and {len(sources)} are named"
        )
    records = [load(source) for source in sources]
    with progress("pictures") as tell:
        content = export(form, records, View(ply, flip, seconds, warn=warn, tell=tell))
    _write(target, content)


def _form_of(target: str | None) -> Registered:
    """The format that belongs to the ending of a file name."""
    known = registry().exporters
    if target is None or target == "-":
        return known[USUAL]
    suffix = Path(target).suffix.lower()
    for form in known.values():
        if suffix in form.about.suffixes:
            return form
    endings = " ".join([suffix for form in known.values() for suffix in form.about.suffixes])
    raise click.UsageError(f"--to {target}: its ending is none of {endings}; name a --format")


def _write(target: str | None, content: bytes) -> None:
    if target is None or target == "-":
        echo(content, nl=False)
    else:
        files.write("--to", target, content)
