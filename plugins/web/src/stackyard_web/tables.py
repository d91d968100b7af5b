"""Tables: the matches that are being played, each at home in the archive.

A table that is not in memory is taken up from the archive when somebody asks for it, so a server
that was killed goes on where it was. All that may take long runs in threads, or in worker
processes; what happens at one table happens one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from anyio import to_thread

from stackyard.archive import Archive
from stackyard.errors import IllegalMoveError, StackyardError
from stackyard.game import Game
from stackyard.match import Match, Result
from stackyard.position import DRAW, ONGOING, Position
from stackyard.records import encode
from stackyard.replays import record_of
from stackyard_web import choosing, protocol, views
from stackyard_web.crew import Crew, JobError
from stackyard_web.limits import Limits, TooManyError
from stackyard_web.protocol import Line, Request, Told
from stackyard_web.seats import HUMAN, name_of
from stackyard_web.tokens import BOTH, GUESTS, HOSTS, WATCH, Role, Tokens, number_of
from stackyard_web.writing import SharedArchive

IDLE = 600.0  # seconds after which a match that nobody looks at no longer counts as going on
Answer = TypeVar("Answer")


log = logging.getLogger("stackyard.web")


class Notice:
    """What the keeper of a match says to whoever looks on; it may speak before there is a table."""

    def __init__(self) -> None:
        self.text = ""

    def hear(self, words: str) -> None:
        """Show a sentence until the trouble is over."""
        self.text = "" if words.startswith("Kept again") else words


class Connection:
    """One page that shows a table; `unsent` holds what its writer has still to send."""

    def __init__(self, role: Role, client: str, unsent: int) -> None:
        self.role = role
        self.client = client
        self.flipped = False
        self.unsent: asyncio.Queue[str] = asyncio.Queue(unsent)
        self.lost = asyncio.Event()  # it cannot keep up; it may come back and see all
        self.busy = False  # an analysis is under way

    def send(self, message: str) -> None:
        """Have a message sent; never waits."""
        try:
            self.unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.lost.set()

    def tell(self, told: Told) -> None:
        """Have a message sent to this page alone."""
        self.send(protocol.encode(told))


class Table:
    """One match and the pages that show it."""

    def __init__(
        self, tables: Tables, number: int, match: Match, notice: Notice, owner: str = ""
    ) -> None:
        self.number = number
        self.match = match
        self.owner = owner
        self.version = 0
        self.offer: int | None = None  # who offers a draw
        self.touched = time.monotonic()
        self.pages: set[Connection] = set()
        self._tables = tables
        self._notice = notice
        self._trouble = ""  # of the computer player
        self._stuck = -1  # the version in which he could not move
        self._lock = asyncio.Lock()
        self._undone: list[list[int]] = []  # moves that were taken back, the latest last
        self._next: int | None = None  # the number of the rematch
        self._thinker: asyncio.Task[None] | None = None

    # What pages see

    def token(self, role: Role) -> str:
        """The link's last part for a role at this table."""
        return self._tables.tokens.make(self.number, self.match.id, role)

    async def join(self, page: Connection) -> None:
        """Show the table on a page."""
        async with self._lock:
            self.pages.add(page)
            page.tell(protocol.Hello(page.role.seats))
            page.send(await to_thread.run_sync(self._state, page.flipped, 0))
            self._presence()
        self._wake()

    def leave(self, page: Connection) -> None:
        """A page was closed, or its connection lost."""
        self.pages.discard(page)
        self.touched = time.monotonic()
        self._presence()

    def _presence(self) -> None:
        seats = [sum([seat in page.role.seats for page in self.pages]) for seat in (0, 1)]
        watching = sum([not page.role.seats for page in self.pages])
        message = protocol.encode(protocol.Presence((seats[0], seats[1]), watching))
        for page in self.pages:
            page.send(message)

    def _state(self, flip: bool, since: int) -> str:
        """The state of play as a message."""
        match = self.match
        game, position, result = match.game, match.position, match.result
        last = match.last_move
        before = match.so_far[-1].before if match.so_far else None
        first, second = [
            protocol.Seat(colour, name_of(spec, game.name), spec == HUMAN)
            for colour, spec in zip(game.colours, match.specs, strict=True)
        ]
        undo, redo = self._undoable(), self._redoable()
        return protocol.encode(
            protocol.State(
                version=self.version,
                ply=match.ply,
                player=int(position.player),
                winner=None if result is None else result.winner,
                result=views.ended(match),
                asked="" if result else game.asked(position),
                picture=views.picture(game, position, before, flip),
                choices=[] if result else choosing.choices(game, position),
                since=since,
                plies=views.made(match, since),
                last=[] if last is None else list(game.move_cells(*last)),
                seats=(first, second),
                undo=undo,
                redo=redo,
                advice=self._advises(None),
                offer=self.offer,
                thinking=result is None and not self._is_human(int(position.player)),
                notice=self._trouble or self._notice.text,
                position=game.format_position(position),
            )
        )

    # What is done at the table

    async def hear(self, request: Request, page: Connection) -> None:
        """Do what a page asks for; it is told if that cannot be."""
        self.touched = time.monotonic()
        try:
            await self._obey(request, page)
        except IllegalMoveError as error:
            page.tell(protocol.Refused(*choosing.refused(error)))
        except (StackyardError, JobError, TooManyError) as error:
            page.tell(protocol.Failed(str(error)))
        except Exception:  # a game's, from a plugin
            log.exception("table %s: %s failed", self.number, type(request).__name__)
            page.tell(protocol.Failed("something went wrong there; the match is as it was"))

    async def _obey(self, request: Request, page: Connection) -> None:
        seats = page.role.seats
        match request:
            case protocol.Ping():
                page.tell(protocol.Pong())
            case protocol.Play(move, version):
                await self._change(lambda: self._play(move, version, seats))
            case protocol.Undo():
                await self._change(lambda: self._undo(seats))
            case protocol.Redo():
                await self._change(lambda: self._redo(seats))
            case protocol.Resign():
                await self._change(lambda: self._resign(seats))
            case protocol.OfferDraw():
                await self._change(lambda: self._offer(seats))
            case protocol.AnswerDraw(accept):
                await self._change(lambda: self._answer(seats, accept))
            case protocol.Flip(flipped):
                page.flipped = flipped
                async with self._lock:
                    page.send(await to_thread.run_sync(self._state, flipped, 0))
            case protocol.Look(ply):
                page.tell(await self.read(lambda: self._look(ply, page.flipped)))
            case protocol.Preview(move):
                page.tell(await self.read(lambda: self._preview(move, page.flipped)))
            case protocol.Why(cells):
                page.tell(await self.read(lambda: self._why(cells)))
            case protocol.Hint():
                await self._hint(page)
            case protocol.Analyse(ply):
                await self._analyse(page, ply)
            case protocol.Rematch():
                await self._rematch(page)

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """Look at the match in a thread, while nobody changes it."""
        async with self._lock:
            return await to_thread.run_sync(look)

    async def _change(self, change: Callable[[], None]) -> None:
        """Change the match in a thread and show all pages what came of it."""
        async with self._lock:
            sides = {page.flipped for page in self.pages}
            messages = await to_thread.run_sync(self._changed, change, sides)
            self._stop_thinking()
            for page in self.pages:
                if page.flipped not in messages:  # turned meanwhile
                    messages |= {
                        page.flipped: await to_thread.run_sync(self._state, page.flipped, 0)
                    }
                page.send(messages[page.flipped])
            self._wake()

    def _changed(self, change: Callable[[], None], sides: set[bool]) -> dict[bool, str]:
        before = self.match.ply
        change()
        self.version += 1
        since = min(before, self.match.ply)
        return {flip: self._state(flip, since) for flip in sides}

    def _play(self, move: str, version: int, seats: tuple[int, ...]) -> None:
        if version != self.version:
            raise _refusal("the board has changed meanwhile; look again")
        self._must_sit(seats, self.match.result is None)
        self.match.play(move)
        self._undone.clear()
        self.offer = None

    def _must_sit(self, seats: tuple[int, ...], to_act: bool) -> None:
        if not seats:
            raise _refusal("you are watching; only players do that")
        player = int(self.match.position.player)
        if to_act and player not in seats:
            raise _refusal(f"it is {self.match.game.colours[player]}'s turn")

    def _undo(self, seats: tuple[int, ...]) -> None:
        if not _any(seats, self._undoable()):
            raise _refusal("there is nothing that you may take back")
        match, taken = self.match, list[int]()
        while True:
            taken[:0] = match.so_far[-1].moves
            match.undo()
            if int(match.position.player) in seats or not match.so_far:
                break
        self._undone.append(taken)
        self.offer = None

    def _undoable(self) -> tuple[bool, bool, bool]:
        """Whether the first player may take back, the second, and one who plays both seats.

        Against a person one may take back only the moves of a turn that is not over.
        """
        match = self.match
        mover = int(match.so_far[-1].player) if match.unfinished else -1
        alone = not (self._is_human(0) and self._is_human(1))
        first, second = [
            self._is_human(seat)
            and (mover == seat or (alone and any(turn.player == seat for turn in match.turns)))
            for seat in (0, 1)
        ]
        return first, second, bool(match.so_far)

    def _redo(self, seats: tuple[int, ...]) -> None:
        if not _any(seats, self._redoable()):
            raise _refusal("there is nothing to play again")
        for move in self._undone.pop():
            self.match.play(move)

    def _redoable(self) -> tuple[bool, bool, bool]:
        player, there = int(self.match.position.player), bool(self._undone)
        return there and player == 0, there and player == 1, there

    def _resign(self, seats: tuple[int, ...]) -> None:
        self._must_sit(seats, False)
        self._must_go_on()
        player = int(self.match.position.player)
        self.match.resign(player if player in seats else seats[0])
        self.offer = None

    def _must_go_on(self) -> None:
        if self.match.result is not None:
            raise _refusal("the match is over")

    def _offer(self, seats: tuple[int, ...]) -> None:
        self._must_sit(seats, False)
        self._must_go_on()
        if len(seats) == 2:  # he agrees with himself
            self._agree()
        elif not self._is_human(1 - seats[0]):
            raise _refusal("the computer plays on")
        elif self.offer == 1 - seats[0]:
            self._agree()
        else:
            self.offer = seats[0]

    def _answer(self, seats: tuple[int, ...], accept: bool) -> None:
        self._must_sit(seats, False)
        self._must_go_on()
        if self.offer is None or self.offer in seats:
            raise _refusal("nobody offers you a draw")
        self.offer = None
        if accept:
            self._agree()

    def _agree(self) -> None:
        self.offer = None
        self.match.end(Result(DRAW, "agreement", "the players agree on it"))

    # What pages ask

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

    def _advises(self, role: Role | None) -> bool:
        """Whether advice is fair: not in a match between two people that goes on."""
        people = self._is_human(0) and self._is_human(1)
        return self.match.result is not None or not people or role == BOTH

    async def _analysed(
        self, page: Connection, ply: int | None
    ) -> tuple[int, int, float, list[Line]]:
        if not self._advises(page.role):
            raise _refusal("there is no advice in a match between two people until it is over")
        if page.busy:
            raise _refusal("the last question is still being thought about")
        page.busy = True
        try:
            at, position = await self.read(lambda: self._stands(ply))
            game, player = self.match.game, int(position.player)
            if position.winner != ONGOING:
                share = {0: 1.0, 1: 0.0}.get(int(position.winner), 0.5)
                return at, player, share, []
            limits = self._tables.limits
            answer = await self._tables.thinkers.ask(
                "analyse",
                limits.thinking,
                game=game.name,
                options=game.settings,
                position=game.format_position(position),
                seconds=limits.analysis,
            )
            lines = [Line(**line) for line in answer["lines"]]
            value = answer["value"]
            return at, player, value if player == 0 else 1 - value, lines
        finally:
            page.busy = False

    def _stands(self, ply: int | None) -> tuple[int, Position]:
        ply = self.match.ply if ply is None else min(ply, self.match.ply)
        return ply, views.stands(self.match, ply)[0].copy()

    async def _hint(self, page: Connection) -> None:
        self._must_sit(page.role.seats, True)
        self._must_go_on()
        _, _, _, lines = await self._analysed(page, None)
        page.tell(protocol.Hinted(lines[0].move, lines[0].words, lines[0].cells))

    async def _analyse(self, page: Connection, ply: int) -> None:
        found, player, balance, lines = await self._analysed(page, ply)
        page.tell(protocol.Analysis(found, player, balance, lines))

    async def _rematch(self, page: Connection) -> None:
        self._must_sit(page.role.seats, False)
        if self.match.result is None:
            raise _refusal("the match is not over yet")
        async with self._lock:
            if self._next is None:
                first, second = self.match.specs
                table = await self._tables.create(
                    self.match.game, (second, first), self.match.start, page.client
                )
                self._next = table.number
            table = await self._tables.get(self._next)
        seat = None if len(page.role.seats) == 2 else page.role.seats[0]
        for other in self.pages:
            url = f"/t/{table.token(_changed_about(other.role))}"
            other.tell(protocol.Again(url, seat))

    # The computer players

    def _is_human(self, seat: int) -> bool:
        return self.match.specs[seat] == HUMAN

    def _wake(self) -> None:
        """Have a computer player think, if it is his turn and somebody is looking."""
        match = self.match
        if match.result is None and self.pages and self._thinker is None:
            his_turn = not self._is_human(int(match.position.player))
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
            seconds = self._tables.limits.thinking
            move = await self._tables.thinkers.ask("choose", seconds, record=record, spec=spec)
            await self._change(lambda: self._computed(move, version))
        except (JobError, StackyardError) as error:
            sentence = f"The computer player does not move: {error}. You may take back a turn."
            await self._change(lambda: self._cannot_move(sentence))

    def _cannot_move(self, sentence: str) -> None:
        self._trouble = sentence
        self._stuck = self.version + 1  # and is not asked again before something changes

    def _computed(self, move: str, version: int) -> None:
        if version != self.version:
            raise _refusal("the board has changed meanwhile")
        self._trouble = ""
        self.match.play(move)


class Tables:
    """All tables of a server, by their numbers, which are those of the matches in the archive."""

    def __init__(self, archive: Archive, limits: Limits) -> None:
        self.archive = SharedArchive(archive)
        self.limits = limits
        self.tokens = Tokens.of(archive)
        self.thinkers = Crew(2)
        self.painters = Crew(1)
        self._tables: dict[int, Table] = {}
        self._loading: dict[int, asyncio.Task[Table]] = {}

    async def create(
        self, game: Game, specs: tuple[str, str], start: Position | None, client: str
    ) -> Table:
        """A new table; TooManyError if the client has enough of them."""
        now = time.monotonic()
        going_on = [
            table
            for table in self._tables.values()
            if table.owner == client
            and table.match.result is None
            and (table.pages or now - table.touched < IDLE)
        ]
        if len(going_on) >= self.limits.matches:
            raise TooManyError(f"you have {len(going_on)} matches going on; finish one first")

        def begin() -> Table:
            match = Match(game, specs, position=start)
            notice = Notice()
            number = self.archive.begin(match, notice.hear)
            return Table(self, number, match, notice, client)

        table = await to_thread.run_sync(begin)
        self._tables[table.number] = table
        self._make_room()
        return table

    async def get(self, number: int) -> Table:
        """The table with a number; ArchiveError or another if it cannot be taken up."""
        table = self._tables.get(number)
        if table is not None:
            return table
        loading = self._loading.get(number)
        if loading is None:
            loading = self._loading[number] = asyncio.create_task(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(loading)

    async def find(self, token: str) -> tuple[Table, Role] | None:
        """The table and the role that a token stands for."""
        number = number_of(token)
        if number is None:
            return None
        if number not in self._tables:  # restoring costs more than reading who may ask for it
            try:
                record = await to_thread.run_sync(self.archive.record, number)
            except StackyardError:
                return None
            if self.tokens.role(token, record.id) is None:
                return None
        table = await self.get(number)
        role = self.tokens.role(token, table.match.id)
        return None if role is None else (table, role)

    async def _load(self, number: int) -> Table:
        def reopen() -> Table:
            notice = Notice()
            match = self.archive.reopen(number, notice.hear)
            return Table(self, number, match, notice)

        table = await to_thread.run_sync(reopen)
        self._tables[number] = table
        self._make_room()
        return table

    def _make_room(self) -> None:
        """Forget the tables that nobody looks at, the longest unused first."""
        spare = len(self._tables) - self.limits.tables
        if spare > 0:
            unused = [table for table in self._tables.values() if not table.pages]
            for table in sorted(unused, key=lambda table: table.touched)[:spare]:
                del self._tables[table.number]

    async def close(self) -> None:
        """End the worker processes."""
        await self.thinkers.close()
        await self.painters.close()
        self.archive.close()


def _any(seats: tuple[int, ...], which: tuple[bool, bool, bool]) -> bool:
    """Whether the holder of these seats may, given who of first, second and both may."""
    return bool(seats) and which[2 if len(seats) == 2 else seats[0]]


def _changed_about(role: Role) -> Role:
    """The role in the next match, in which the colours are changed."""
    if len(role.seats) != 1:
        return BOTH if role.seats else WATCH
    return (HOSTS if role.invites else GUESTS)[1 - role.seats[0]]


def _refusal(sentence: str) -> StackyardError:
    return StackyardError(sentence)
