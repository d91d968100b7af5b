"""`stackyard export MATCH`."""

from __future__ import annotations

from pathlib import Path

import click

from stackyard.errors import RecordError
from stackyard.records.format import Record, as_text, encode
from stackyard.records.replays import restore, scenes
from stackyard_cli import completing
from stackyard_cli.common import Seconds
from stackyard_cli.sources import load

FORMATS = {
    "json": ".json .jsonl",
    "text": ".txt .pgn",
    "svg": ".svg",
    "png": ".png",
    "gif": ".gif",
}


@click.command("export")
@click.argument(
    "sources", nargs=-1, required=True, metavar="MATCH…", shell_complete=completing.sources
)
@click.option("--to", "target", metavar="FILE", help="Write to FILE, not to standard output.")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), help="Without it FILE's ending decides."
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
def command(
    sources: tuple[str, ...],
    target: str | None,
    form: str | None,
    ply: int | None,
    flip: bool,
    seconds: float,
) -> None:
    """Write matches as JSON or text, or draw one.

    MATCH is a number of the archive, a file with a record, or - for standard input. Without --ply
    an SVG or GIF is the whole game, move by move, and a PNG its last position; with it they are one
    picture. Several matches make a file with a record a line.
    """
    form = form or _form_of(target)
    if ply is not None and form in {"json", "text"}:
        raise click.UsageError(f"--ply {ply} is for pictures; {form} is always the whole match")
    records = [load(source) for source in sources]
    if form == "json":
        one = len(records) == 1 and not (target or "").endswith(".jsonl")
        content = b"\n".join([encode(record, 2 if one else 0) for record in records]) + b"\n"
    elif form == "text":
        content = "\n".join([as_text(record) for record in records]).encode()
    elif len(records) > 1:
        raise click.UsageError(f"--format {form} draws one match, and {len(records)} are named")
    else:
        content = _picture(records[0], form, ply, flip, seconds)
    _write(target, content)


def _form_of(target: str | None) -> str:
    if target is None or target == "-":
        return "json"
    suffix = Path(target).suffix.lower()
    for form, suffixes in FORMATS.items():
        if suffix and suffix in suffixes.split():
            return form
    known = " ".join(FORMATS.values())
    raise click.UsageError(f"--to {target}: its ending is none of {known}; name a --format")


def _picture(record: Record, form: str, ply: int | None, flip: bool, seconds: float) -> bytes:
    """The film of a match, or one picture of it."""
    match = restore(record)
    frames, title = scenes(match), match.game.title
    if ply is not None and ply >= len(frames):
        raise RecordError(f"the match has no move {ply}; it has {len(frames) - 1}")
    one = frames[-1 if ply is None else ply]
    if form == "png":
        from stackyard.drawing import raster

        return raster.png(one, title, flip)
    if form == "gif":
        from stackyard.drawing import raster

        return raster.gif(frames if ply is None else [one], title, seconds, flip)
    if ply is not None:
        from stackyard.drawing import svg

        return svg.draw(one, title, flip).encode()
    from stackyard.drawing import film

    return film.animate(frames, title, seconds, flip).encode()


def _write(target: str | None, content: bytes) -> None:
    if target in {None, "-"}:
        click.echo(content, nl=False)
        return
    try:
        Path(target).write_bytes(content)
    except OSError as failure:
        raise click.UsageError(f"--to {target}: {failure.strerror}") from failure
