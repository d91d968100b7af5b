"""Matches with hours or days for a move end in time although nobody looks at them.

A table in memory has a clock of its own. One that is not, as after the server was ended, is taken
up again when its time is up, and so ends.
"""

from __future__ import annotations

import asyncio

from anyio import to_thread

from stackyard.records.archive import Archive
from stackyard_web.server.faults import report_failure
from stackyard_web.tables.actions import is_overdue
from stackyard_web.tables.tables import Tables

PAUSE = 60.0  # seconds between two looks into the archive


async def watch_timeouts(tables: Tables) -> None:
    """End the matches whose time is up, now and again and again."""
    while True:
        await end_timed_out_matches(tables)
        await asyncio.sleep(PAUSE)


async def end_timed_out_matches(tables: Tables) -> None:
    """Take up the tables whose time is up; their clocks end them."""
    try:
        numbers = await to_thread.run_sync(_timed_out, tables.archive)
    except Exception as failure:  # the next look may find an archive that can be read
        report_failure(failure, "the archive, matches whose time is up")
        return
    there = {table.number for table in tables}
    for number in numbers:
        if number not in there:
            try:
                await tables.get(number)
            except Exception as failure:
                report_failure(failure, f"table {number}, whose time is up")


def _timed_out(archive: Archive) -> list[int]:
    return [number for number, ply, memo in archive.memos('"turn":') if is_overdue(memo, ply)]
