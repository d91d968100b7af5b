"""Conditional moves: a player's answers to moves that the other player has not made yet.

A line is a series of plies from the present on, beginning with the other player's; its player's
own plies are played as soon as the ones before them have been. The memo stores the lines, so they
are played when no page is open, and after a restart of the server.
"""

from __future__ import annotations

from stackyard.errors import StackyardError
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard_web import protocol
from stackyard_web.tables.actions import Line, Lines, with_seats
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.interface import TableInterface

MOST_LINES = 20  # of one player
MOST_PLIES = 40  # of a line


class Plans:
    """The conditional moves of both players at one table."""

    def __init__(self, table: TableInterface) -> None:
        self._table = table
        self._told: tuple[Lines, Lines] = ((), ())

    def add(self, page: PageConnection, ply: int, moves: list[str]) -> None:
        """Add a line after `ply` plies; lines of the player that answer otherwise are dropped."""
        seat, course = self._seat(page), self._table.match.course
        if course.result is not None:
            raise StackyardError("the match is over")
        if ply != course.ply:
            raise StackyardError("a move has been played meanwhile; begin the line after it")
        if course.player == seat:
            raise StackyardError("it is your turn: play a move, and plan your answer to the next")
        line, players = _read(course, moves)
        while players and players[-1] != seat:
            line, players = line[:-1], players[:-1]
        if not line:
            raise StackyardError("end the line with a move of your own")
        if len(line) > MOST_PLIES:
            raise StackyardError(f"a line has at most {MOST_PLIES} moves")
        kept = tuple([one for one in self._all[seat] if not _replaces(line, one, players, seat)])
        if len(kept) >= MOST_LINES:
            raise StackyardError(f"you have {plural(MOST_LINES, 'line')}; drop one first")
        self._set(seat, (*kept, line))

    def drop(self, page: PageConnection, moves: list[str]) -> None:
        """Drop a line of a page's player."""
        seat = self._seat(page)
        self._set(seat, tuple([line for line in self._all[seat] if line != tuple(moves)]))

    def play(self) -> None:
        """Play the answer that the player to act has planned, and the answers after it."""
        for _ in range(2 * MOST_PLIES):
            course = self._table.match.course
            own = [] if course.result is not None else self._all[course.player]
            if not own:
                return
            try:
                self._table.begin_turn_early(own[0][0])
                self._table.actions.play(own[0][0])
            except StackyardError:  # as when a plugin forbids the move
                self._set(course.player, ())
                return

    def tell(self) -> None:
        """Send the pages of each player the lines, if they have changed."""
        now, before = self._all, self._told
        if now == before:
            return
        self._told = now
        for page in self._table.pages:
            for seat in page.role.seats:
                if len(page.role.seats) == 1 and now[seat] != before[seat]:
                    self._send(page, seat)

    def greet(self, page: PageConnection) -> None:
        """Send a page that joins the lines of its player."""
        if len(page.role.seats) == 1 and self._all[page.role.seats[0]]:
            self._send(page, page.role.seats[0])

    def _send(self, page: PageConnection, seat: int) -> None:
        page.tell(protocol.Plans(self._table.match.ply, [list(line) for line in self._all[seat]]))

    @property
    def _all(self) -> tuple[Lines, Lines]:
        plans = self._table.actions.plans
        return plans[1:]

    def _set(self, seat: int, lines: Lines) -> None:
        self._table.actions.set_plans(with_seats(self._all, (seat,), lines))

    def _seat(self, page: PageConnection) -> int:
        """The seat of a player who plays another person."""
        actions, seats = self._table.actions, page.role.seats
        actions.require_seat(seats)
        if len(seats) != 1 or not actions.is_between_people:
            raise StackyardError("conditional moves are for matches with another person")
        return seats[0]


def _read(course: Course, moves: list[str]) -> tuple[Line, list[int]]:
    """The texts of the plies of a line, and their players."""
    start = course.ply
    for move in moves:
        course = course.play(move)
    plies = list(course.plies(start))
    return tuple([ply.text for ply in plies]), [ply.player for ply in plies]


def _replaces(line: Line, other: Line, players: list[int], seat: int) -> bool:
    """Tell if a new line takes the place of another: it continues it, or answers otherwise."""
    for mine, theirs, player in zip(line, other, players, strict=False):
        if mine != theirs:
            return player == seat
    return len(other) <= len(line)
