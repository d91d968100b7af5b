"""The bytes that a page costs, as DevTools count them on the wire."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pytest
from tests.conftest import first_in_check

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

FIRST_PAGE = 60_000  # bytes
REQUESTS = 10
MOVE = 2048  # bytes on average
PATHS = (
    *("/", "/games/splay", "/games/splay/lesson", "/games/splay/puzzles"),
    *("/mine", "/replay", "/letter", "/letter#silo,B-FzCE"),
)


def wire(player: Player) -> dict[str, int]:
    """The bytes and requests of a page from now on; messages as the server compresses them."""
    seen = {"bytes": 0, "requests": 0, "messages": 0}
    session = player.page.context.new_cdp_session(player.page)
    session.send("Network.enable")

    def add(kind: str, number: int) -> None:
        seen[kind] += number

    def frame(event: Any) -> None:
        text = event["response"]["payloadData"].encode()
        add("messages", len(zlib.compress(text)))

    session.on("Network.requestWillBeSent", lambda event: add("requests", 1))
    session.on("Network.webSocketCreated", lambda event: add("requests", 1))
    session.on(
        "Network.loadingFinished", lambda event: add("bytes", int(event["encodedDataLength"]))
    )
    session.on("Network.webSocketFrameReceived", frame)
    return seen


@pytest.mark.parametrize("path", first_in_check(PATHS))
def test_a_first_page_is_light(player: Player, path: str) -> None:
    seen = wire(player)
    player.go(path)
    player.page.wait_for_load_state("networkidle")
    assert 0 < seen["bytes"] <= FIRST_PAGE
    assert seen["requests"] <= REQUESTS


def test_a_table_and_its_moves_are_light(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    host.begin("pit_of_pillars", second="friend")
    seen = wire(guest)
    guest.join(host)
    guest.page.wait_for_load_state("networkidle")
    assert seen["requests"] <= REQUESTS
    assert seen["bytes"] + seen["messages"] <= FIRST_PAGE
    before = seen["messages"]
    moves = 8
    for turn in range(moves):
        next(player for player in (host, guest) if player.cells().count()).move(turn)
        host.await_ply(turn + 1)
        guest.await_ply(turn + 1)
    assert (seen["messages"] - before) / moves <= MOVE


def test_a_second_page_loads_no_file_again(player: Player) -> None:
    player.go("/replay")
    player.page.wait_for_load_state("networkidle")
    seen = wire(player)
    player.go("/replay")
    player.page.wait_for_load_state("networkidle")
    assert seen["bytes"] < 5000
