"""The public list of open tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stackyard_web.tables.table import MatchTable
from stackyard_web.tables.tokens import GUESTS, WATCH


@dataclass(frozen=True)
class OpenTable:
    """A table in the list: its game, the free colour, and links to join or watch."""

    title: str
    colour: str
    terms: str
    seat: str
    watch: str


def open_tables(tables: Iterable[MatchTable]) -> list[OpenTable]:
    """The listed tables at which a player waits for an opponent, the latest first."""
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


def _free_seat(table: MatchTable) -> int | None:
    """The free seat; None if there is none, or if nobody is waiting."""
    if not table.actions.memo.listed or table.match.result is not None or table.match.ply > 1:
        return None
    present = {seat for page in table.pages for seat in page.role.seats}
    people = {seat for seat in (0, 1) if table.actions.is_human(seat)}
    free = {seat for seat in people - table.seen if not table.holders.is_held(seat)}
    return free.pop() if present and len(free) == 1 else None
