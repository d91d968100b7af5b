"""The clock of a table: it ends the match when the time of the side to act is up."""

from __future__ import annotations

import asyncio

from stackyard_web.server.faults import report_failure
from stackyard_web.tables.protocols import Table

LATE = 0.01  # seconds after which the time is up for certain


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
        self.stop()
        left = self._table.time_left
        if left is not None:
            self._task = asyncio.create_task(self._wait(left))

    def stop(self) -> None:
        """Do not wake up any more."""
        task, self._task = self._task, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _wait(self, left: float) -> None:
        await asyncio.sleep(left + LATE)
        try:
            await self._table.change(self._table.match.check_flag)
        except Exception as failure:
            report_failure(
                failure, f"table {self._table.number}, its clock", self._table.match.game
            )
