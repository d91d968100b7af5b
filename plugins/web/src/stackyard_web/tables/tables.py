"""All tables of a server, stored in the archive.

A table that is not in memory is loaded from the archive on request. So matches continue after the
server was killed, and unused tables can be dropped from memory.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from secrets import randbits

from anyio import to_thread

from stackyard.errors import StackyardError, UnknownGameError, UnknownMatchError
from stackyard.game import Game
from stackyard.position import Position
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard.turnloop.match import Match
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.faults import report_failure
from stackyard_web.server.limits import Limits
from stackyard_web.tables.batch_writer import SharedArchive
from stackyard_web.tables.player_names import PlayerNames
from stackyard_web.tables.table import MatchTable, Notices, TableServices
from stackyard_web.tables.tokens import Role, Tokens, number_of
from stackyard_web.tables.turn_notices import TurnNotices
from stackyard_web.workers.exports import ExportCache
from stackyard_web.workers.pool import WorkerPool
from stackyard_web.workers.queue import Priority

WORKERS = 3  # of each kind: two for any one client, and one that stays free for others


class TableRegistry:
    """The tables, by the numbers of their matches in the archive."""

    def __init__(self, archive: Archive, limits: Limits) -> None:
        self.archive = SharedArchive(archive)
        self.limits = limits
        self.tokens = Tokens.of(archive)
        self.engine_workers = WorkerPool(WORKERS, Priority.MOVE)
        self.export_workers = WorkerPool(WORKERS, Priority.PICTURE)
        self.exports = ExportCache(self.export_workers, limits)
        self.notices = TurnNotices()
        self.names = PlayerNames(self.archive, self.tokens, limits)
        self._services = TableServices(
            self.tokens,
            limits,
            self.engine_workers,
            self._rematch,
            self.notices,
            self.archive,
            self.names,
        )
        self._tables: dict[int, MatchTable] = {}
        self._loading: dict[int, asyncio.Task[MatchTable]] = {}
        self._begun = deque[tuple[float, str, int]]()  # time, client and number

    async def create(
        self,
        game: Game,
        specs: tuple[str, str],
        start: Position | None,
        terms: Mapping[str, str],
        client: str,
    ) -> MatchTable:
        """A new table; LimitExceededError if the client has too many matches."""
        counted = self._counted(client)
        if counted >= self.limits.matches:
            raise LimitExceededError(
                f"you have {plural(counted, 'match', 'matches')} unfinished or begun just now; "
                "finish one, or wait some minutes"
            )

        def begin() -> MatchTable:
            match = Match(game, specs, position=start, seed=randbits(62), terms=terms)
            notices = Notices(maxlen=1)
            kept = self.archive.begin(match, notices.append)
            assert kept.number is not None
            return MatchTable(self._services, kept.number, match, kept, notices, client)

        table = self._put(await to_thread.run_sync(begin))
        self._begun.append((time.monotonic(), client, table.number))
        return table

    def _counted(self, client: str) -> int:
        """The unfinished matches of a client, and those it began lately even if they are over.

        So nobody fills the archive with matches that are begun and resigned.
        """
        while self._begun and time.monotonic() - self._begun[0][0] > self.limits.begun:
            self._begun.popleft()
        lately = {number for _, owner, number in self._begun if owner == client}
        unfinished = {
            table.number
            for table in self._tables.values()
            if table.owner == client and not self._is_spent(table)
        }
        return len(lately | unfinished)

    async def get(self, number: int) -> MatchTable:
        """The table with a number, loaded if necessary; ArchiveError and the like if that fails."""
        table = self._tables.get(number)
        if table is not None:
            table.touch()
            return table
        loading = self._loading.get(number)
        if loading is None:
            loading = self._loading[number] = asyncio.create_task(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(loading)

    def __iter__(self) -> Iterator[MatchTable]:
        return iter(tuple(self._tables.values()))

    async def find(self, token: str) -> tuple[MatchTable, Role] | None:
        """The table and the role of a token; None if the token is invalid.

        StackyardError if the archive or the match cannot be read now.
        """
        number = number_of(token)
        if number is None:
            return None
        if number not in self._tables:  # checking the token is cheaper than loading the match
            try:
                match_id = await to_thread.run_sync(self.archive.id_of, number)
            except UnknownMatchError:
                return None
            if self.tokens.role(token, match_id) is None:
                return None
        try:
            table = await self.get(number)
        except UnknownGameError as error:  # no reason to forget the link
            raise StackyardError(error.sentence) from error
        role = self.tokens.role(token, table.match.id)
        return None if role is None else (table, role)

    async def _load(self, number: int) -> MatchTable:
        def reopen() -> MatchTable:
            notices = Notices(maxlen=1)
            match, kept = self.archive.reopen(number, notices.append)
            return MatchTable(self._services, number, match, kept, notices)

        table = self._put(await to_thread.run_sync(reopen))
        try:
            await table.resume_turn()
        except Exception as failure:  # of the game or a plugin; joining pages get it too
            report_failure(failure, f"table {number}, its clock", table.match.game)
        return table

    async def _rematch(self, table: MatchTable, client: str, begin: bool) -> MatchTable:
        """The table of the rematch, with colours swapped; the same until it is deleted.

        UnknownMatchError for one that was deleted, unless another one may `begin`.
        """
        known = table.actions.memo.rematch
        if known is not None:
            try:
                return await self.get(known)
            except UnknownMatchError:
                if not begin:
                    raise
        match = table.match
        first, second = match.specs
        start = match.start
        following = await self.create(match.game, (second, first), start, match.terms, client)
        if table.actions.memo.rated:
            await to_thread.run_sync(partial(following.actions.enter_lobby, listed=False))
        await to_thread.run_sync(table.actions.link_rematch, following.number)
        return following

    def _put(self, table: MatchTable) -> MatchTable:
        """Add a table, and drop unused ones from memory."""
        self._tables[table.number] = table
        for other in [other for other in self._tables.values() if self._is_unused(other)]:
            self._drop(other)
        spare = len(self._tables) - self.limits.tables
        if spare > 0:
            unused = [one for one in self._tables.values() if one.idle and one is not table]
            for other in sorted(unused, key=lambda one: one.idle, reverse=True)[:spare]:
                self._drop(other)
        return table

    def _drop(self, table: MatchTable) -> None:
        table.close()
        del self._tables[table.number]

    def _is_spent(self, table: MatchTable) -> bool:
        """Tell if a table no longer counts as unfinished."""
        return table.match.result is not None or table.idle > self.limits.idle

    def _is_unused(self, table: MatchTable) -> bool:
        return self._is_spent(table) and table.idle > self.limits.finished

    async def close(self) -> None:
        """End the worker processes."""
        await self.engine_workers.close()
        await self.export_workers.close()
        self.archive.close()
