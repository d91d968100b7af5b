"""A table: a match, the pages that show it, and the computer players that play at it.

What happens at one table happens one after the other; what may take long runs in threads or in
worker processes meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from anyio import to_thread

from stackyard.errors import IllegalMoveError, StackyardError
from stackyard.match import Match
from stackyard.position import ONGOING, Position
from stackyard.records.format import encode
from stackyard.records.replays import record_of
from stackyard_web import choosing, protocol, views
from stackyard_web.audience import Audience, Page
from stackyard_web.crew import Crew, JobError
from stackyard_web.limits import Limits, TooManyError
from stackyard_web.playing import Playing
from stackyard_web.protocol import Line, Request, Told
from stackyard_web.tokens import Role, Tokens, in_the_rematch

Answer = TypeVar("Answer")

log = logging.getLogger("stackyard.web")


class Notice:
    """What the keeper of a match says to whoever looks on; it may speak before there is a table."""

    def __init__(self) -> None:
        self.text = ""

    def hear(self, words: str) -> None:
        """Show a sentence until the trouble is over."""
        self.text = "" if words.startswith("Kept again") else words


@dataclass(frozen=True)
class House:
    """What a table needs of the server: `rematch` gives the table where a match is played again."""

    tokens: Tokens
    limits: Limits
    thinkers: Crew
    rematch: Callable[[Table, str], Awaitable[Table]]


class Table:
    """One match and the pages that show it; `owner` is the client that began it here."""

    def __init__(
        self, house: House, number: int, match: Match, notice: Notice, owner: str = ""
    ) -> None:
        self.number = number
        self.match = match
        self.owner = owner
        self.playing = Playing(match)
        self.pages = Audience()
        self.version = 0
        self._touched = time.monotonic()
        self._house = house
        self._notice = notice
        self._trouble = ""  # of the computer player
        self._stuck = -1  # the version in which he could not move
        self._lock = asyncio.Lock()
        self._thinker: asyncio.Task[None] | None = None

    def token(self, role: Role) -> str:
        """The link's last part for a role at this table."""
        return self._house.tokens.make(self.number, self.match.id, role)

    def touch(self) -> None:
        """Somebody wants something here."""
        self._touched = time.monotonic()

    @property
    def idle(self) -> float:
        """For how many seconds nobody has looked or thought here."""
        used = self.pages or self._thinker is not None or self._lock.locked()
        return 0.0 if used else time.monotonic() - self._touched

    # Showing

    async def join(self, page: Page) -> None:
        """Show the table on a page."""
        async with self._lock:
            self.pages.add(page)
            page.tell(protocol.Hello(page.role.seats))
            page.send(await to_thread.run_sync(self._state, page.flipped))
            self.pages.tell_who_is_there()
        self._wake()

    def leave(self, page: Page) -> None:
        """A page was closed, or its connection lost."""
        self.pages.discard(page)
        self.touch()
        self.pages.tell_who_is_there()

    def _state(self, flip: bool, since: int = 0) -> str:
        notice = self._trouble or self._notice.text
        return protocol.encode(views.state(self.playing, self.version, notice, flip, since))

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """Look at the match in a thread, while nobody changes it."""
        async with self._lock:
            return await to_thread.run_sync(look)

    async def _change(self, change: Callable[[], None]) -> None:
        """Change the match in a thread and show all pages what came of it."""
        async with self._lock:
            messages = await to_thread.run_sync(self._changed, change, self.pages.sides)
            self._stop_thinking()
            for page in self.pages:
                if page.flipped not in messages:  # turned meanwhile
                    messages[page.flipped] = await to_thread.run_sync(self._state, page.flipped)
                page.send(messages[page.flipped])
            self._wake()

    def _changed(self, change: Callable[[], None], sides: set[bool]) -> dict[bool, str]:
        before = self.match.ply
        change()
        self.version += 1
        since = min(before, self.match.ply)
        return {flip: self._state(flip, since) for flip in sides}

    # What pages ask for

    async def hear(self, request: Request, page: Page) -> None:
        """Do what a page asks for; it is told if that cannot be."""
        self.touch()
        try:
            await self._obey(request, page)
        except IllegalMoveError as error:
            page.tell(protocol.Refused(*choosing.refused(error)))
        except (StackyardError, JobError, TooManyError) as error:
            page.tell(protocol.Failed(str(error)))
        except Exception:  # a game's, from a plugin
            log.exception("table %s: %s failed", self.number, type(request).__name__)
            page.tell(protocol.Failed("something went wrong there; the match is as it was"))

    async def _obey(self, request: Request, page: Page) -> None:
        seats, playing = page.role.seats, self.playing
        match request:
            case protocol.Ping():
                page.tell(protocol.Pong())
            case protocol.Play(move, version):
                await self._change(lambda: self._play(move, version, seats))
            case protocol.Undo():
                await self._change(lambda: playing.undo(seats))
            case protocol.Redo():
                await self._change(lambda: playing.redo(seats))
            case protocol.Resign():
                await self._change(lambda: playing.resign(seats))
            case protocol.OfferDraw():
                await self._change(lambda: playing.offer_draw(seats))
            case protocol.AnswerDraw(accept):
                await self._change(lambda: playing.answer_draw(seats, accept))
            case protocol.Flip(flipped):
                page.flipped = flipped
                page.send(await self.read(lambda: self._state(flipped)))
            case protocol.Look(ply):
                page.tell(await self.read(lambda: self._look(ply, page.flipped)))
            case protocol.Preview(move):
                page.tell(await self.read(lambda: self._preview(move, page.flipped)))
            case protocol.Why(cells):
                page.tell(await self.read(lambda: self._why(cells)))
            case protocol.Hint():
                await self._hint(page)
            case protocol.Analyse(ply):
                page.tell(await self._analyse(page, ply))
            case protocol.Rematch():
                await self._rematch(page)

    def _play(self, move: str, version: int, seats: tuple[int, ...]) -> None:
        if version != self.version:
            raise StackyardError("the board has changed meanwhile; look again")
        self.playing.play(move, seats)

    def _look(self, ply: int, flip: bool) -> Told:
        ply = min(ply, self.match.ply)
        shown = views.picture(self.match.game, *views.stands(self.match, ply), flip)
        return protocol.View(ply, shown)

    def _preview(self, move: str, flip: bool) -> Told:
        game, before = self.match.game, self.match.position
        after = before.copy()
        after.play(game.parse_move(move, before))
        return protocol.Previewed(move, views.picture(game, after, before, flip))

    def _why(self, cells: list[int]) -> Told:
        if self.match.result is not None:
            return protocol.Refused(
                "match-over", f"the match is over: {self.match.result.sentence}", []
            )
        refusal = choosing.why(self.match.game, self.match.position, tuple(cells))
        return protocol.Refused(refusal.rule, refusal.sentence, list(refusal.cells))

    async def _rematch(self, page: Page) -> None:
        self.playing.must_sit(page.role.seats)
        self.playing.must_be_over()
        async with self._lock:
            following = await self._house.rematch(self, page.client)
        seat = None if len(page.role.seats) == 2 else page.role.seats[0]
        for other in self.pages:
            url = f"/t/{following.token(in_the_rematch(other.role))}"
            other.tell(protocol.Again(url, seat))

    # Advice

    async def _hint(self, page: Page) -> None:
        self.playing.must_sit(page.role.seats, True)
        self.playing.must_go_on()
        best = (await self._analyse(page, self.match.ply)).lines[0]
        page.tell(protocol.Hinted(best.move, best.words, best.cells))

    async def _analyse(self, page: Page, ply: int) -> protocol.Analysis:
        if not self.playing.advises(page.role):
            raise StackyardError(
                "there is no advice in a match between two people until it is over"
            )
        if page.busy:
            raise StackyardError("the last question is still being thought about")
        page.busy = True
        try:
            at, position = await self.read(lambda: self._stands(ply))
            game, player = self.match.game, int(position.player)
            if position.winner != ONGOING:
                share = {0: 1.0, 1: 0.0}.get(int(position.winner), 0.5)
                return protocol.Analysis(at, player, share, [])
            limits = self._house.limits
            answer = await self._house.thinkers.ask(
                "analyse",
                limits.thinking,
                game=game.name,
                options=game.settings,
                position=game.format_position(position),
                seconds=limits.analysis,
            )
            lines = [Line(**line) for line in answer["lines"]]
            value = answer["value"]
            return protocol.Analysis(at, player, value if player == 0 else 1 - value, lines)
        finally:
            page.busy = False

    def _stands(self, ply: int) -> tuple[int, Position]:
        ply = min(ply, self.match.ply)
        return ply, views.stands(self.match, ply)[0].copy()

    # The computer players

    def _wake(self) -> None:
        """Have a computer player think, if it is his turn and somebody is looking."""
        match = self.match
        if match.result is None and self.pages and self._thinker is None:
            his_turn = not self.playing.is_human(int(match.position.player))
            if his_turn and self._stuck != self.version:
                self._thinker = asyncio.create_task(self._think(self.version))

    def _stop_thinking(self) -> None:
        thinker, self._thinker = self._thinker, None
        if thinker is not None and thinker is not asyncio.current_task():
            thinker.cancel()

    async def _think(self, version: int) -> None:
        match = self.match
        spec = match.specs[int(match.position.player)]
        try:
            record = await self.read(lambda: encode(record_of(match)).decode())
            seconds = self._house.limits.thinking
            move = await self._house.thinkers.ask("choose", seconds, record=record, spec=spec)
            await self._change(lambda: self._computed(move, version))
        except (JobError, StackyardError) as error:
            sentence = f"The computer player does not move: {error}. You may take back a turn."
            await self._change(lambda: self._cannot_move(sentence))

    def _cannot_move(self, sentence: str) -> None:
        self._trouble = sentence
        self._stuck = self.version + 1  # and is not asked again before something changes

    def _computed(self, move: str, version: int) -> None:
        if version != self.version:
            raise StackyardError("the board has changed meanwhile")
        self._trouble = ""
        self.match.play(move)
