"""Tells players who have no page open that it is their turn."""

from __future__ import annotations

import asyncio
from functools import partial

from anyio import CapacityLimiter, to_thread

from stackyard.errors import StackyardError
from stackyard.text import printable
from stackyard_web.server.faults import report_failure
from stackyard_web.server.push import PushSender, Subscription
from stackyard_web.server.root_path import root
from stackyard_web.tables.interface import TableInterface
from stackyard_web.tables.tokens import ROLES, WATCH

WAITING = 100  # notices on their way at once; further ones are left out
TOGETHER = 4  # calls of push services at once, in threads of their own


class TurnNotices:
    """The notices of one server, sent by `sender` if there is one."""

    def __init__(self) -> None:
        self.sender: PushSender | None = None
        self._tasks = set[asyncio.Task[None]]()
        self._threads = CapacityLimiter(TOGETHER)

    def require_sender(self) -> None:
        """Refuse a subscription to notices that nobody sends."""
        if self.sender is None:
            raise StackyardError(
                "this server tells nobody of turns while no page is open; its host can start it "
                "with --push"
            )

    def notify(self, table: TableInterface) -> None:
        """Tell the player to act, if they have no page open, by their browsers' push services."""
        course = table.match.course
        if self.sender is None or course.result is not None or len(self._tasks) >= WAITING:
            return
        told = table.actions.memo.push[course.player]
        if told and not any(course.player in page.role.seats for page in table.pages):
            task = asyncio.create_task(self._send(table, self.sender, told))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(
        self, table: TableInterface, sender: PushSender, told: tuple[Subscription, ...]
    ) -> None:
        for one in told:
            try:
                content = _content(table, one)
                if not await to_thread.run_sync(sender.send, one, content, limiter=self._threads):
                    await table.read(partial(table.actions.unsubscribe, one.endpoint))
            except Exception as failure:  # of the game, the library or the archive
                report_failure(failure, f"table {table.number}, its notice", table.match.game)


def _content(table: TableInterface, told: Subscription) -> dict[str, str]:
    """The title and text of a notification, and the address that a click on it opens."""
    game, course = table.match.game, table.match.course
    body = f"{game.colours[course.player].capitalize()}: {game.prompt(course.position)}"
    role = next((role for role in ROLES if role.name == told.role), WATCH)
    return {
        "title": f"Your turn – {game.title}",
        "body": printable(body),
        "path": f"{root()}/t/{table.token(role)}",
    }
