"""The watches that look again and again: for time run out in matches, and for silent pages.

A table in memory has its own clock. Any other table, as after a restart of the server, is loaded
when its time has run out, and so ends.
"""

from __future__ import annotations

import asyncio
import time

from anyio import to_thread

from stackyard.records.archive import Archive
from stackyard_web.server.faults import report_failure
from stackyard_web.tables.actions import read_memo
from stackyard_web.tables.tables import TableRegistry

TIMEOUTS = 60.0  # seconds between two searches of the archive
SILENCE = 0.5  # seconds between two looks; with the silence of a page less than five


async def watch_silence(tables: TableRegistry) -> None:
    """Send the presence at each table whose pages have fallen silent, or speak again.

    The connection itself is closed much later: a phone in a tunnel comes back.
    """
    while True:
        await asyncio.sleep(SILENCE)
        for table in tables:
            if table.pages.silence_has_changed():
                table.send_presence()


async def watch_timeouts(tables: TableRegistry) -> None:
    """End timed-out matches now, and again and again."""
    while True:
        await end_timed_out_matches(tables)
        await asyncio.sleep(TIMEOUTS)


async def end_timed_out_matches(tables: TableRegistry) -> None:
    """Load the tables whose time has run out; their clocks end them."""
    try:
        numbers = await to_thread.run_sync(_timed_out, tables.archive)
    except Exception as failure:  # the archive may be readable the next time
        report_failure(failure, "the archive, timed-out matches")
        return
    there = {table.number for table in tables}
    for number in numbers:
        if number not in there:
            try:
                await tables.get(number)
            except Exception as failure:
                report_failure(failure, f"table {number}, timed out")


def _timed_out(archive: Archive) -> list[int]:
    found = []
    for match in archive.entries(label="", finished=False, memo='"turn":'):
        memo = read_memo(match.memo)
        if memo is not None and memo.turn is not None:
            ply, _, end = memo.turn
            if ply == match.plies and end <= time.time():
                found.append(match.number)
    return found
