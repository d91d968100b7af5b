"""The clock of a table: it ends the match when the time of the side to act is up."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stackyard_web.table import Table

LATE = 0.01  # seconds after which the time is up for certain

log = logging.getLogger("stackyard.web")


class Clock:
    """Wakes up when the time is up, whatever the players do."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether the match will end by itself."""
        return self._table.time_left is not None

    def set(self) -> None:
        """Set it to the time that is left now."""
        task, self._task = self._task, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()
        left = self._table.time_left
        if left is not None:
            self._task = asyncio.create_task(self._wait(left))

    async def _wait(self, left: float) -> None:
        await asyncio.sleep(left + LATE)
        try:
            await self._table.change(self._table.match.call_time)
        except Exception:  # of a game or a plugin; the match has ended all the same
            log.exception("table %s: the end by the clock cannot be shown", self._table.number)
