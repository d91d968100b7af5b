"""All tables of a server, each at home in the archive.

A table that is not in memory is taken up from the archive when somebody asks for it, so a server
that was killed goes on where it was, and one that nobody uses may be forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from secrets import randbits

from anyio import to_thread

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.position import Position
from stackyard.records.archive import Archive
from stackyard.turnloop.match import Match
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.faults import report_failure
from stackyard_web.server.limits import Limits
from stackyard_web.tables.batch_writer import SharedArchive
from stackyard_web.tables.table import House, Notice, Table
from stackyard_web.tables.tokens import Role, Tokens, number_of
from stackyard_web.workers.exports import ExportCache
from stackyard_web.workers.pool import WorkerPool
from stackyard_web.workers.queue import Priority

WORKERS = 3  # of a kind: one that is left free, and two that a client may use at once


class Tables:
    """The tables by their numbers, which are those of the matches in the archive."""

    def __init__(self, archive: Archive, limits: Limits) -> None:
        self.archive = SharedArchive(archive)
        self.limits = limits
        self.tokens = Tokens.of(archive)
        self.engine_workers = WorkerPool(WORKERS, Priority.MOVE, spare=True)
        self.export_workers = WorkerPool(WORKERS, Priority.PICTURE, spare=True)
        self.exports = ExportCache(self.export_workers, limits)
        self._house = House(
            self.tokens, limits, self.engine_workers, self.archive.reopen, self._rematch
        )
        self._tables: dict[int, Table] = {}
        self._loading: dict[int, asyncio.Task[Table]] = {}

    async def create(
        self,
        game: Game,
        specs: tuple[str, str],
        start: Position | None,
        terms: Mapping[str, str],
        client: str,
    ) -> Table:
        """A new table; LimitExceededError if the client has enough of them."""
        going_on = [
            table
            for table in self._tables.values()
            if table.owner == client and not self._is_spent(table)
        ]
        if len(going_on) >= self.limits.matches:
            raise LimitExceededError(f"you have {len(going_on)} matches going on; finish one first")

        def begin() -> Table:
            match = Match(game, specs, position=start, seed=randbits(62), terms=terms)
            notice = Notice()
            kept = self.archive.begin(match, notice.hear)
            assert kept.number is not None
            return Table(self._house, kept.number, match, kept, notice, client)

        return self._put(await to_thread.run_sync(begin))

    async def get(self, number: int) -> Table:
        """The table with a number; ArchiveError or another if it cannot be taken up."""
        table = self._tables.get(number)
        if table is not None:
            table.touch()
            return table
        loading = self._loading.get(number)
        if loading is None:
            loading = self._loading[number] = asyncio.create_task(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(loading)

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    async def find(self, token: str) -> tuple[Table, Role] | None:
        """The table and the role that a token stands for."""
        number = number_of(token)
        if number is None:
            return None
        if number not in self._tables:  # restoring costs more than reading who may ask for it
            try:
                match_id = await to_thread.run_sync(self.archive.id_of, number)
            except StackyardError:
                return None
            if self.tokens.role(token, match_id) is None:
                return None
        table = await self.get(number)
        role = self.tokens.role(token, table.match.id)
        return None if role is None else (table, role)

    async def _load(self, number: int) -> Table:
        def reopen() -> Table:
            notice = Notice()
            match, kept = self.archive.reopen(number, notice.hear)
            return Table(self._house, number, match, kept, notice)

        table = self._put(await to_thread.run_sync(reopen))
        try:
            await table.go_on()
        except Exception as failure:  # of the game or of a plugin; who joins is told
            report_failure(failure, f"table {number}, its clock", table.match.game)
        return table

    async def _rematch(self, table: Table, client: str) -> Table:
        """Where a match is played again, colours changed: the same table for all who ask."""
        known = table.playing.beside.rematch
        if known is not None:
            return await self.get(known)
        match = table.match
        first, second = match.specs
        start = match.start
        following = await self.create(match.game, (second, first), start, match.terms, client)
        await to_thread.run_sync(table.playing.lead_to, following.number)
        return following

    def _put(self, table: Table) -> Table:
        """Take a table up, and forget those that nobody uses any more."""
        self._tables[table.number] = table
        for other in [other for other in self._tables.values() if self._is_forgotten(other)]:
            self._forget(other)
        spare = len(self._tables) - self.limits.tables
        if spare > 0:
            unused = [one for one in self._tables.values() if one.idle and one is not table]
            for other in sorted(unused, key=lambda one: one.idle, reverse=True)[:spare]:
                self._forget(other)
        return table

    def _forget(self, table: Table) -> None:
        table.forget()
        del self._tables[table.number]

    def _is_spent(self, table: Table) -> bool:
        """Whether a table no longer counts as one where a match goes on."""
        return table.match.result is not None or table.idle > self.limits.idle

    def _is_forgotten(self, table: Table) -> bool:
        return self._is_spent(table) and table.idle > self.limits.over

    async def close(self) -> None:
        """End the worker processes."""
        await self.engine_workers.close()
        await self.export_workers.close()
        self.archive.close()
