"""The lobby: open tables, the results of its finished matches, and the ratings of names."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from anyio import to_thread

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.text import normalize_name
from stackyard_web.errors import CallError
from stackyard_web.server.faults import log_warning
from stackyard_web.tables.actions import TableMemo, read_memo
from stackyard_web.tables.player_names import name_key
from stackyard_web.tables.table import MatchTable
from stackyard_web.tables.tables import TableRegistry
from stackyard_web.tables.tokens import GUESTS, WATCH, Tokens
from stackyard_web.term_words import term_words
from stackyard_web.workers import calls
from stackyard_web.workers.queue import Priority

AGE = 5.0  # seconds for which results are shown before they are read again
READ = 5000  # latest matches of the lobby that are read
SHOWN = 30  # results on the page
COUNTED = 1000  # latest matches of a game by which names are rated
NAMES = 200  # most active names of a game, which are rated
RATING = 30.0  # seconds for the ratings of one game
FEWEST = 2  # moves of a match that counts


@dataclass(frozen=True)
class OpenTable:
    """A table that waits for a player: its game, the free colour, and links to join or watch."""

    title: str
    colour: str
    terms: str
    name: str
    seat: str
    watch: str


@dataclass(frozen=True)
class LobbyResult:
    """A finished match; `winner` is a seat, None in a draw; a `rated` one counts for its names."""

    game: str
    title: str
    colours: tuple[str, str]
    names: tuple[str, str]
    winner: int | None
    sentence: str
    finished: str
    watch: str
    rated: bool


@dataclass(frozen=True)
class NameRating:
    """The rating of a name: Elo with its 95 % interval, and the number of its matches."""

    name: str
    matches: int
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class GameRatings:
    """The ratings of names in one game, the best first."""

    title: str
    names: list[NameRating]


@dataclass(frozen=True)
class History:
    """The finished matches of a lobby, the latest first; `ratings` are None if nothing rates."""

    results: list[LobbyResult]
    ratings: list[GameRatings] | None


class Lobby:
    """The lobby of a server. Its history is read at most every AGE seconds, on request."""

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._history = History([], [])
        self._read_at = -AGE
        self._unrated = False  # the last ratings failed
        self._reading: asyncio.Task[None] | None = None

    def open_tables(self) -> list[OpenTable]:
        """The listed tables at which a player waits for an opponent, the latest first."""
        waiting = [(each, seat) for each in self._tables if (seat := _free_seat(each)) is not None]
        waiting.sort(key=lambda one: one[0].number, reverse=True)
        return [
            OpenTable(
                table.match.game.title,
                table.match.game.colours[seat],
                term_words(table.match.terms),
                table.actions.memo.names[1 - seat],
                f"/t/{table.token(GUESTS[seat])}",
                f"/t/{table.token(WATCH)}",
            )
            for table, seat in waiting
        ]

    async def history(self) -> History:
        """The results and ratings; requests at the same time share one reading of the archive."""
        if self._reading is None and time.monotonic() - self._read_at > AGE:
            self._reading = asyncio.create_task(self._read())
        if self._reading is not None:
            await asyncio.shield(self._reading)
        return self._history

    async def _read(self) -> None:
        try:
            archive, tokens = self._tables.archive, self._tables.tokens
            results = await to_thread.run_sync(finished_matches, archive, tokens)
            if self._unrated or results != self._history.results:
                try:
                    ratings, self._unrated = await self._rate(results), False
                except CallError as failure:  # the earlier ones stay until the next reading
                    log_warning(f"Names are not rated yet: {failure}.")
                    ratings, self._unrated = self._history.ratings, True
                self._history = History(results, ratings)
            self._read_at = time.monotonic()
        finally:
            self._reading = None

    async def _rate(self, results: Sequence[LobbyResult]) -> list[GameRatings] | None:
        by_game = defaultdict[str, list[LobbyResult]](list)
        for one in results:
            if one.rated:
                by_game[one.game].append(one)
        found = []
        for _, matches in sorted(by_game.items()):
            counted = _most_active(matches[:COUNTED])
            names = {name_key(name): name for one in reversed(counted) for name in one.names}
            numbers = {key: number for number, key in enumerate(names)}
            points = {0: 1.0, 1: 0.0, None: 0.5}
            played = [
                (*[numbers[name_key(name)] for name in one.names], points[one.winner])
                for one in counted
            ]
            rated = await self._tables.export_workers.call(
                calls.rate, RATING, priority=Priority.PICTURE, players=len(names), results=played
            )
            if rated is None:
                return None
            count = Counter(number for first, second, _ in played for number in (first, second))
            ratings = [
                NameRating(name, count[number], *estimate)
                for (number, name), estimate in zip(enumerate(names.values()), rated, strict=True)
            ]
            ratings.sort(key=lambda one: -one.elo)
            found.append(GameRatings(matches[0].title, ratings))
        return found


def _most_active(matches: Sequence[LobbyResult]) -> list[LobbyResult]:
    """The matches between the NAMES names that have most of them."""
    count = Counter(name_key(name) for one in matches for name in one.names)
    kept = {key for key, _ in count.most_common(NAMES)}
    return [one for one in matches if kept.issuperset(map(name_key, one.names))]


def _free_seat(table: MatchTable) -> int | None:
    """The free seat; None if there is none, or if nobody is waiting."""
    if not table.actions.memo.listed or table.match.result is not None or table.match.ply > 1:
        return None
    present = {seat for page in table.pages for seat in page.role.seats}
    people = {seat for seat in (0, 1) if table.actions.is_human(seat)}
    free = {seat for seat in people - table.seen if not table.holders.is_held(seat)}
    return free.pop() if present and len(free) == 1 else None


def finished_matches(archive: Archive, tokens: Tokens) -> list[LobbyResult]:
    """The finished matches of the lobby in an archive, the latest begun first."""
    titles = {normalize_name(name): known.about.title for name, known in registry().games.items()}
    found: list[LobbyResult] = []
    if not archive.path.exists():
        return found
    for entry in archive.entries(finished=True, memo='"rated":true'):
        if len(found) == READ:
            break
        record, memo = entry.record, read_memo(entry.memo)
        if not isinstance(record, Record) or record.result is None or memo is None:
            continue
        first, second = [seat.colour for seat in record.players]
        winner = record.result.winner
        usual = record.start is None  # a chosen position may be won before the first move
        found.append(
            LobbyResult(
                record.game,
                titles.get(normalize_name(record.game), record.game),
                (first, second),
                memo.names,
                None if winner is None else (first, second).index(winner),
                record.result.sentence,
                "" if record.changed is None else record.changed.isoformat(),
                f"/t/{tokens.make(entry.number, record.id, WATCH)}",
                usual and _counts(memo, entry.plies),
            )
        )
    return found


def _counts(memo: TableMemo, plies: int) -> bool:
    """Tell if a finished match counts: two names of two browsers, and a move of each."""
    first, second = memo.names
    held, also_held = memo.holders
    return (
        plies >= FEWEST
        and bool(first and second and held and also_held)
        and name_key(first) != name_key(second)
        and not {*held} & {*also_held}
    )
