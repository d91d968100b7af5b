"""A table without a server: plays a match by messages alone, and prints what it met as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.records.format import encode
from stackyard.records.stored_match import Row, StoredMatch
from stackyard.records.writer import head_of
from stackyard.turnloop.match import Match
from stackyard_web import protocol
from stackyard_web.server.limits import Limits
from stackyard_web.tables import protocols
from stackyard_web.tables.actions import MatchActions
from stackyard_web.tables.computer import ComputerPlayer
from stackyard_web.tables.conversation import Conversation
from stackyard_web.tables.handlers import answer
from stackyard_web.tables.plans import Plans
from stackyard_web.tables.reviewer import Reviewer
from stackyard_web.tables.seat_holders import SeatHolders
from stackyard_web.tables.seats import seat_remote_players
from stackyard_web.tables.state import table_state
from stackyard_web.tables.tokens import BOTH, Role, Tokens
from stackyard_web.workers.calls import CALLS
from stackyard_web.workers.cancellation import Cancellation

Answer = TypeVar("Answer")


class Nowhere:
    """Keeps nothing."""

    def write(self, match: Match, row: Row | None, kept: int, memo: str, hasty: bool) -> Row:
        return 1, 0


class Here:
    """Thinks at once, sends no notices and knows no names."""

    limits = Limits(analysis=0.05)
    archive = None

    @property
    def engine_workers(self) -> Here:
        return self

    @property
    def notices(self) -> Here:
        return self

    @property
    def names(self) -> Here:
        return self

    def claim(self, name: str, secret: str, client: str) -> None:
        raise StackyardError("there is no lobby here")

    def require_sender(self) -> None:
        raise StackyardError("no notices are sent here")

    async def call(self, name: str, within: float, /, **sent: Any) -> Any:
        ours = {"priority", "client", "key", "hurry"}  # of queues and processes
        wanted = {key: value for key, value in sent.items() if key not in ours}
        return CALLS[name](Cancellation(), **wanted)


class Page:
    """Remembers what it hears."""

    def __init__(self) -> None:
        self.role = self.link = BOTH
        self.secret, self.tried = "", 0.0
        self.client = ""
        self.flipped = False
        self.busy = False
        self.heard: list[dict[str, Any]] = []

    def send(self, message: str) -> None:
        self.heard.append(json.loads(message))

    def tell(self, told: protocol.ServerMessage) -> None:
        self.send(protocol.encode(told))


class Table:
    """A match of one page; the second player is a computer."""

    client = ""
    time_left = None

    def __init__(self, page: Page) -> None:
        self.match = Match(load_game("silo"), ("human", "level:1"), seed=1)
        self.actions = MatchActions(self.match, StoredMatch(Nowhere(), print))
        seat_remote_players(self.match)
        self.version, self.number = 0, 1
        self.conversation = Conversation(self)
        self.plans = Plans(self)
        self.reviewer = Reviewer(self)
        self.holders = SeatHolders(Tokens("secret"), self)
        self.services = Here()
        self.pages = [page]
        self.thinking = ComputerPlayer(self)

    @property
    def turn_has_begun(self) -> bool:
        return self.match.result is None

    @property
    def head(self) -> str:
        return encode(replace(head_of(self.match, []), position=None, result=None)).decode()

    def seats_changed(self) -> None:
        pass

    def touch(self) -> None:
        pass

    def token(self, role: Role) -> str:
        return role.name

    def state(self, flip: bool) -> str:
        shown = table_state(self.actions, self.version, True, "", flip, 0)
        return protocol.encode(shown)

    def begin_turn_early(self, move: str) -> None:
        pass

    async def read(self, look: Callable[[], Answer]) -> Answer:
        return look()

    async def change(self, change: Callable[[], object]) -> None:
        change()
        self.version += 1
        for page in self.pages:
            page.send(self.state(page.flipped))
        self.thinking.stop()
        self.thinking.wake()

    async def rematch(self, client: str) -> protocols.TableInterface:
        raise StackyardError("one match is enough")


async def play() -> dict[str, Any]:
    """A match against the computer, with a hint, a look back and a wrong move on the way."""
    page = Page()
    table = Table(page)
    state = json.loads(table.state(False))
    while state["winner"] is None:
        move = state["choices"][0]["move"]
        said = {"type": "move", "move": move, "version": table.version}
        await answer(table, protocol.decode(json.dumps(said)), page)
        while (state := page.heard[-1])["player"] and state["winner"] is None:
            await asyncio.sleep(0)  # the computer moves
        if state["ply"] == 2:
            for more in ({"type": "hint"}, {"type": "look", "ply": 1}, {**said, "move": "zz"}):
                sent = {**more, **({"version": table.version} if "move" in more else {})}
                await answer(table, protocol.decode(json.dumps(sent)), page)
    kinds = [message["type"] for message in page.heard]
    outside = {"starlette", "anyio", "uvicorn", "websockets", "jinja2"} & set(sys.modules)
    return {"kinds": sorted(set(kinds)), "winner": state["winner"], "outside": sorted(outside)}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(asyncio.wait_for(play(), 60))))
