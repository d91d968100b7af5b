"""The computer players of a table, which think in worker processes."""

from __future__ import annotations

import asyncio
import time

from stackyard.errors import IllegalMoveError, NotationError, StackyardError
from stackyard.plugins.registry import registry
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.player_specs import runs_program
from stackyard_web.server.faults import log_warning, plugin_label, report_failure
from stackyard_web.tables.interface import TableInterface
from stackyard_web.workers import calls
from stackyard_web.workers.player_cache import PlayerChoice
from stackyard_web.workers.queue import Priority


class ComputerPlayer:
    """Requests moves and answers to draw offers from the computer players of a table."""

    def __init__(self, table: TableInterface) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._answering: asyncio.Task[None] | None = None  # a draw offer
        self._stuck: Course | None = None  # the course for which no move came
        self._why = ""

    @property
    def is_thinking(self) -> bool:
        """True if a computer player is thinking."""
        return self._task is not None or self._answering is not None

    @property
    def problem(self) -> str:
        """A sentence about the reason why the computer player does not move; empty if it does."""
        return self._why if self._stuck is self._table.match.course else ""

    def wake(self) -> None:
        """Start thinking if it is a computer's turn and a page is open or the clock runs."""
        table, course = self._table, self._table.match.course
        wanted = table.turn_has_begun and (table.pages or table.time_left is not None)
        its_turn = wanted and not table.actions.is_human(course.player)
        if its_turn and self._task is None and course is not self._stuck:
            self._task = asyncio.create_task(self._think(course))
        side = table.actions.offered_computer
        if side is None:
            _cancel(self._answering)
            self._answering = None
        elif self._answering is None:
            self._answering = asyncio.create_task(self._answer_draw(course, side))

    def stop(self) -> None:
        """Cancel all thinking."""
        for task in (self._task, self._answering):
            _cancel(task)
        self._task = self._answering = None

    async def _think(self, course: Course) -> None:
        table, move = self._table, None
        try:
            chosen = await self._chosen(course)
            move = chosen.move
            await table.change(lambda: self._play(chosen))
        except Exception as failure:
            if table.match.course is not course:  # its time has run out
                return
            if isinstance(failure, IllegalMoveError | NotationError):
                sentence = f"it chose {quoted(move)}, and {failure}"
            else:
                sentence = report_failure(failure, f"table {table.number}", table.match.game)
            self._stuck = course
            self._why = f"{self._name(course)} does not move: {sentence}. You may take back a turn."
            await table.change(lambda: None)
        finally:
            if self._task is asyncio.current_task():
                self._task = None

    async def _answer_draw(self, course: Course, side: int) -> None:
        """Let the computer player of a side accept or decline a draw offer."""
        table, accepts = self._table, False
        services = table.services
        try:
            accepts = await services.engine_workers.call(
                calls.accepts_draw,
                services.limits.thinking,
                priority=Priority.MOVE,
                client=table.client,
                key=table.match.id,
                header=await table.read(lambda: table.header),
                moves=course.moves,
                seconds=course.seconds,
                side=side,
            )
        except Exception as failure:  # a player that cannot answer declines
            report_failure(failure, f"table {table.number}, draw offer", table.match.game)
        try:
            await table.change(lambda: self._follow_answer(course, side, accepts))
        except Exception as failure:  # the pages have the new state
            report_failure(failure, f"table {table.number}, draw offer", table.match.game)
        finally:
            if self._answering is asyncio.current_task():
                self._answering = None

    def _follow_answer(self, course: Course, side: int, accepts: bool) -> None:
        """Answer for the computer player, unless the offer has lapsed or been withdrawn."""
        match, actions = self._table.match, self._table.actions
        if match.course is course and actions.offered_computer == side:
            actions.answer_draw((side,), accepts)

    def _name(self, course: Course) -> str:
        """The computer player to act, with its plugin."""
        spec = self._table.match.specs[course.player]
        provider = registry().player(spec.partition(":")[0]).provider
        return f"The computer player {spec} of plugin {plugin_label(provider)}"

    def _play(self, chosen: PlayerChoice) -> None:
        """Pass on the player's messages, and play its move, or end the match as it did."""
        match = self._table.match
        for sentence in chosen.said:
            match.say(sentence)
        if chosen.move is not None:
            match.play(chosen.move)
        elif chosen.result is not None:
            match.end(chosen.result)

    async def _chosen(self, course: Course) -> PlayerChoice:
        services, left = self._table.services, self._table.time_left
        if runs_program(self._table.match.specs[course.player]):  # begun in a terminal
            raise StackyardError("programs play in a terminal only")
        chosen: PlayerChoice = await services.engine_workers.call(
            calls.choose,
            services.limits.thinking,
            priority=Priority.MOVE,
            client=self._table.client,
            key=self._table.match.id,
            until=None if left is None else time.time() + left - services.limits.move_margin,
            header=await self._table.read(lambda: self._table.header),
            moves=course.moves,
            seconds=course.seconds,
        )
        log_warning(chosen.warning)
        return chosen


def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None and task is not asyncio.current_task():
        task.cancel()
