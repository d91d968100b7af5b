"""Pictures and films: made once for all who ask, given up when nobody does, and bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

import pytest
from starlette.requests import ClientDisconnect, Request
from tests.conftest import PATIENCE
from tests.plugins.web.conftest import wait_until

from stackyard.plugins.registry import load_game
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_web.errors import CallError
from stackyard_web.pages.downloads import run_while_connected
from stackyard_web.server.limits import Limits
from stackyard_web.workers import exports as exports_module
from stackyard_web.workers.exports import ExportCache, ExportRequest
from stackyard_web.workers.pool import WorkerPool
from stackyard_web.workers.queue import Priority

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

RECORD = record_of(Match(load_game("silo"), ("random", "random")))
FILM = ExportRequest(b"of it", RECORD, "gif", None, False, True)


class FakeCall:
    """A call that tells the progress that is set."""

    progress = (0, 0)

    def __init__(self, sent: dict[str, Any]) -> None:
        self.sent = sent


class FakeWorkers:
    """Draws nothing, when it is let."""

    def __init__(self) -> None:
        self.calls: list[FakeCall] = []
        self.given_up = 0
        self.may = asyncio.Event()
        self.content = b"drawn"
        self.failure: Exception | None = None

    def begin(self, function: object, within: float, /, **sent: Any) -> FakeCall:
        self.calls.append(FakeCall(sent))
        return self.calls[-1]

    async def finish(self, call: FakeCall) -> bytes:
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        if self.failure is not None:
            raise self.failure
        return self.content


def use(what: Callable[[ExportCache, FakeWorkers], Awaitable[None]]) -> None:
    async def run() -> None:
        export_workers = FakeWorkers()
        await what(ExportCache(cast(WorkerPool, export_workers), Limits()), export_workers)

    asyncio.run(run())


def test_what_many_ask_for_is_made_once_and_kept() -> None:
    async def what(exports: ExportCache, export_workers: FakeWorkers) -> None:
        asked = [asyncio.create_task(exports.get(FILM, str(n))) for n in range(5)]
        await asyncio.sleep(0)
        export_workers.may.set()
        assert await asyncio.gather(*asked) == [b"drawn"] * 5
        assert await exports.get(FILM, "later") == b"drawn"
        assert [call.sent["priority"] for call in export_workers.calls] == [Priority.FILM]
        await exports.get(FILM._replace(ply=3, film=False), "later")
        assert [call.sent["priority"] for call in export_workers.calls] == [
            Priority.FILM,
            Priority.PICTURE,
        ]

    use(what)


def test_its_making_is_given_up_when_the_last_who_waits_leaves() -> None:
    async def what(exports: ExportCache, export_workers: FakeWorkers) -> None:
        one, two = [asyncio.create_task(exports.get(FILM, n)) for n in "12"]
        await asyncio.sleep(0.01)
        one.cancel()
        await asyncio.sleep(0.01)
        assert export_workers.given_up == 0
        two.cancel()
        await asyncio.sleep(0.01)
        assert export_workers.given_up == 1
        export_workers.may.set()
        assert await exports.get(FILM, "3") == b"drawn"

    use(what)


def test_somebody_who_asks_how_far_it_is_hears_it() -> None:
    async def what(exports: ExportCache, export_workers: FakeWorkers) -> None:
        assert exports.progress(FILM, "1") == (0, 1)
        await asyncio.sleep(0.01)
        export_workers.calls[0].progress = 30, 70
        assert exports.progress(FILM, "1") == (30, 70)
        export_workers.may.set()
        await asyncio.sleep(0.01)
        assert exports.progress(FILM, "1") == (1, 1)
        assert len(export_workers.calls) == 1

    use(what)


def test_somebody_who_asks_how_far_it_is_hears_that_it_failed() -> None:
    async def what(exports: ExportCache, export_workers: FakeWorkers) -> None:
        export_workers.failure = CallError("no answer within 60 seconds")
        export_workers.may.set()
        exports.progress(FILM, "1")
        await asyncio.sleep(0.01)
        with pytest.raises(CallError, match="no answer within 60 seconds"):
            exports.progress(FILM, "1")
        export_workers.failure = None
        assert await exports.get(FILM, "1") == b"drawn"

    use(what)


def test_what_is_kept_is_bounded_and_the_longest_unused_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exports_module, "KEPT", 20)

    async def what(exports: ExportCache, export_workers: FakeWorkers) -> None:
        export_workers.may.set()
        export_workers.content = bytes(10)
        first, second, third = [FILM._replace(of=n.encode(), ply=int(n)) for n in "123"]
        for wanted in (first, second, first, third, first, second):
            await exports.get(wanted, "")
        assert [call.sent["ply"] for call in export_workers.calls] == [1, 2, 3, 2]

    use(what)


def test_a_film_comes_after_its_progress(server: Server, page: Open) -> None:
    url = server.begin(second="me", **{"option-size": "6"})
    player = page(server, url)
    for _ in range(3):
        player.play(player.moves[0])

    def progress() -> dict[str, int]:
        told: dict[str, int] = server.client.get(f"{url}/export/gif/progress.json").json()
        return told

    wait_until(lambda: progress() == {"done": 1, "total": 1})
    assert server.client.get(f"{url}/export/gif").content.startswith(b"GIF89a")
    player.play(player.moves[0])
    assert progress()["done"] == 0


def test_a_match_too_long_for_a_film_has_pictures_and_says_why(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(film=1))
    url = server.begin(second="me")
    player = page(server, url)
    for _ in range(2):
        player.play(player.moves[0])
    told = server.client.get(f"{url}/export/gif/progress.json")
    assert (told.status_code, told.json()["error"]) == (
        409,
        "That cannot be done now: films have at most 1 moves; `stackyard export` has no limit.",
    )
    assert server.client.get(f"{url}/export/svg").status_code == 409
    assert server.client.get(f"{url}/picture.svg").status_code == 200
    assert 'data-film="1"' in server.client.get(url).text


def test_work_for_somebody_who_leaves_is_given_up() -> None:
    given_up: list[str] = []

    async def work() -> bytes:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            given_up.append("work")
            raise
        return b""

    def asking(*messages: str) -> Request:
        coming = iter(messages)

        async def receive() -> dict[str, Any]:
            return {"type": f"http.{next(coming)}"}

        return Request({"type": "http"}, receive)

    async def use() -> None:
        for messages in (("request", "disconnect"), ("disconnect",)):
            with pytest.raises(ClientDisconnect):
                await asyncio.wait_for(run_while_connected(asking(*messages), work), PATIENCE)
        await asyncio.sleep(0)  # until it was cancelled
        assert given_up == ["work"]  # in the second case it never began

    asyncio.run(use())
