"""The list of open tables, where the server's owner wants one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stackyard_web.tables.table import Table
from stackyard_web.tables.tokens import GUESTS, WATCH


@dataclass(frozen=True)
class OpenTable:
    """A table as the list shows it: who is wanted, and where to sit down or to watch."""

    title: str
    colour: str
    terms: str
    seat: str
    watch: str


def open_tables(tables: Iterable[Table]) -> list[OpenTable]:
    """Those that were to be listed, where somebody waits for another player, the latest first."""
    waiting = [(table, seat) for table in tables if (seat := _free_seat(table)) is not None]
    waiting.sort(key=lambda one: one[0].number, reverse=True)
    return [
        OpenTable(
            table.match.game.title,
            table.match.game.colours[seat],
            ", ".join([f"{name} {text}" for name, text in table.match.terms.items()]),
            f"/t/{table.token(GUESTS[seat])}",
            f"/t/{table.token(WATCH)}",
        )
        for table, seat in waiting
    ]


def _free_seat(table: Table) -> int | None:
    """The seat that another may take; None if there is none, or nobody who waits."""
    if not table.playing.beside.listed or table.match.result is not None or table.match.ply > 1:
        return None
    present = {seat for page in table.pages for seat in page.role.seats}
    free = {seat for seat in (0, 1) if table.playing.is_human(seat)} - table.seen
    return free.pop() if present and len(free) == 1 else None
