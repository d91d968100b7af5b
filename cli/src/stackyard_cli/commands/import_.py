"""`stackyard import FILE…`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import inf
from time import monotonic

import click

from stackyard.errors import ArchiveError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.move_tree import tree_of
from stackyard.records.reader import GameCache
from stackyard.text import plural
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.record_sources import documents, entry_words, is_text, read

TOGETHER = 200  # records in a transaction
TOGETHER_SECONDS = 0.5  # or as many as come in that time


@click.command("import", cls=OurCommand, example="import match.json")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, allow_dash=True),
)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Add records from files to the archive; a folder stands for the .json and .jsonl files in it.

    A file holds a record, a record a line, or records in the text format; its ending may also name
    the notation of a game, if a plugin reads it. A record that cannot be added is named, and the
    others are added. The import ends if the archive cannot be written.
    """
    batch = _Batch(Archive())
    try:
        for place, record in _checked(files):
            batch.add(place, record)
        batch.write()
    except (KeyboardInterrupt, ArchiveError) as end:
        added = plural(batch.added, "match", "matches")
        if batch.added or isinstance(end, KeyboardInterrupt):
            echo(f"stopped: {added} added; the same command adds the others", err=True)
        raise
    ctx.exit(1 if batch.failed else 0)


def _checked(files: tuple[str, ...]) -> Iterator[tuple[str, Record | StackyardError]]:
    """The records of files with their places; the error where one is refused."""
    games = GameCache()
    for place, document in chain.from_iterable(map(documents, files)):
        record = read(document)
        try:  # text is read by playing it
            if isinstance(record, Record) and not is_text(document):
                tree_of(record, games.load)
        except StackyardError as error:
            record = error
        yield place, record


class _Batch:
    """Records that are added in one transaction, and are told after it."""

    def __init__(self, archive: Archive) -> None:
        self.added = 0
        self.failed = False
        self._archive = archive
        self._found: list[tuple[str, Record | StackyardError]] = []
        self._due = inf  # when they are written at the latest, if further records come

    def add(self, place: str, record: Record | StackyardError) -> None:
        """Add a record, or the reason for which it is refused."""
        if not self._found:
            self._due = monotonic() + TOGETHER_SECONDS
        self._found.append((place, record))
        if len(self._found) >= TOGETHER or monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        """Write the records, and tell what became of each; ArchiveError if none can be."""
        records = [record for _, record in self._found if isinstance(record, Record)]
        added = iter(self._archive.add_all(records) if records else [])
        for place, record in self._found:
            outcome = next(added) if isinstance(record, Record) else record
            if isinstance(record, Record) and isinstance(outcome, int):
                self.added += 1
                echo(f"match {outcome}: {entry_words(record)}")
            else:
                self.failed = True
                echo(f"{place}: not added: {outcome}", err=True)
        self._found.clear()
