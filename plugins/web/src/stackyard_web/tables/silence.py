"""Tells the pages of a table when one of them falls silent, as when its connection is lost.

The connection itself is closed much later: a phone in a tunnel comes back.
"""

from __future__ import annotations

import asyncio

from stackyard_web.tables.tables import TableRegistry

PAUSE = 0.5  # seconds; with the silence of a page less than five


async def watch_silence(tables: TableRegistry) -> None:
    """Send the presence at each table whose pages have fallen silent, or speak again."""
    while True:
        await asyncio.sleep(PAUSE)
        for table in tables:
            if table.pages.silence_has_changed():
                table.send_presence()
