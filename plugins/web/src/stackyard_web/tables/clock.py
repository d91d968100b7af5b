"""The clock of a table, which ends the match when the side to act runs out of time."""

from __future__ import annotations

import asyncio

from stackyard_web.server.faults import report_failure
from stackyard_web.tables.interface import TableInterface

LATE = 0.01  # seconds of delay, so that the time is certainly up


class TableClock:
    """A timer for the side to act."""

    def __init__(self, table: TableInterface) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None

    def set(self) -> None:
        """Set the timer to the time left now."""
        self.stop()
        left = self._table.time_left
        if left is not None:
            self._task = asyncio.create_task(self._wait(left))

    def stop(self) -> None:
        """Stop the timer."""
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
