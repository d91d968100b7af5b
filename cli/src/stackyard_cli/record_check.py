"""Replaying many records, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from stackyard.errors import RecordError, StackyardError
from stackyard.processes import WorkerProcesses
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.move_tree import tree_of
from stackyard.records.reader import GameCache
from stackyard.workforce import Workforce
from stackyard_cli.record_sources import Document, read


class Matches(NamedTuple):
    """Some matches of an archive."""

    path: Path
    numbers: list[int]


Documents = list[tuple[str, Document]]  # with their places


class Refusal(NamedTuple):
    """A record that the rules refuse: its place, the moves before, the reason."""

    place: str
    ply: int | None
    sentence: str


class Checked(NamedTuple):
    """The number of records that were replayed, and those refused."""

    records: int
    refusals: list[Refusal]


def check(task: Matches | Documents) -> Checked:
    """Replay some records."""
    count, refusals, games = 0, [], GameCache()
    for place, record in _records(task):
        count += 1
        try:
            if isinstance(record, StackyardError):
                raise record
            tree_of(record, games.load)
        except StackyardError as error:
            ply = error.ply if isinstance(error, RecordError) else None
            refusals.append(Refusal(place, ply, str(error).removeprefix(f"{place}: ")))
    return Checked(count, refusals)


def _records(task: Matches | Documents) -> Iterator[tuple[str, Record | StackyardError]]:
    if isinstance(task, Matches):
        for number, record in Archive(task.path).records(task.numbers):
            yield f"match {number}", record
    else:
        for place, document in task:
            yield place, read(document)


def check_all(tasks: Iterable[Matches | Documents], workers: int) -> Iterator[Checked]:
    """The results of `check` for each task, in their order, computed by `workers` processes."""
    if workers == 1:
        yield from map(check, tasks)
        return
    with Workforce(partial(WorkerProcesses, workers)) as workforce:
        yield from workforce.run_in_order(check, tasks)
