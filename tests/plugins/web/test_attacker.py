"""An attacker who holds links of their own, and tries what is none of their business."""

from __future__ import annotations

import itertools
import re
import socket
from typing import TYPE_CHECKING, Any, get_args

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.plugins.web.server.test_connection_limiter import app, serving

from stackyard_web import protocol
from stackyard_web.server.connection_limiter import ConnectionLimiter
from stackyard_web.server.limits import Limits
from stackyard_web.server.security import SecurityMiddleware

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Page, Server

# Something to fill in for each field of a message that changes something.
CONTENT: dict[str, Any] = {
    "move": "c",
    "version": 0,
    "accept": True,
    "name": "Eve",
    "text": "hello",
    "ply": 0,
    "moves": ["c"],
    "muted": True,
    "shown": True,
    "code": "AAAAA-AAAAA",
}
CHANGES = {kind.__struct_config__.tag: kind for kind in get_args(protocol.Change)}
DOCUMENTS = (*("", "/summary.json", "/picture.svg", "/export/text", "/export/json"),)


def content(tag: str, page: Page) -> dict[str, Any]:
    """The content of a message of this kind, valid at the state that the page shows."""
    fields = CHANGES[tag].__struct_fields__
    return {name: CONTENT[name] for name in fields} | (
        {"version": page.state["version"]} if "version" in fields else {}
    )


def standing(server: Server) -> Any:
    """All that the archive holds of the first match."""
    record = server.archive.record(1)
    return record.turns, record.result, record.players


@pytest.mark.parametrize("over", [False, True], ids=["in play", "over"])
def test_nothing_that_a_watcher_says_changes_anything(
    server: Server, page: Open, over: bool
) -> None:
    url = server.begin()
    first, second = page(server, url), page(server, server.invitation(url))
    first.play("c")
    if over:
        second.ask("state", "resign")
    watcher = page(server, server.watching(url))
    before = standing(server)
    for tag in CHANGES:
        assert watcher.ask("error", tag, **content(tag, watcher))["sentence"], tag
    assert standing(server) == before
    assert page(server, url).state["plies"][-1]["move"] == "c"


def test_a_player_moves_resigns_and_answers_for_no_other_seat(server: Server, page: Open) -> None:
    url = server.begin("splay")
    first, second = page(server, url), page(server, server.invitation(url))
    first.ask("state", "offer_draw")
    second.hear("state")
    sentence = first.ask("error", "answer_draw", accept=True)["sentence"]
    assert sentence == "nobody offers you a draw"
    assert "turn" in second.ask("error", "move", **content("move", second))["sentence"]
    second.ask("state", "name", name="Eve")
    assert [seat.name for seat in server.archive.record(1).players] == ["human", "Eve"]
    assert second.ask("state", "resign")["winner"] == 0


def test_no_token_can_be_made_from_others(server: Server, page: Open) -> None:
    theirs, own = server.begin(), server.begin()
    given = [server.watching(theirs), server.invitation(theirs)]  # links that were given away
    held = [*given, own, server.watching(own), server.invitation(own)]
    tokens = [link.removeprefix("/t/") for link in held]
    hashes = [token.partition(".")[2] for token in tokens]
    tried = {f"{number}.{digest}" for number in ("1", "2", "01", "1e0") for digest in hashes}
    tried |= {f"1.{left[:12]}{right[12:]}" for left, right in itertools.permutations(hashes, 2)}
    tried |= {f"1.{digest.swapcase()}" for digest in hashes}
    tried |= {f"1.{digest[:-1]}" for digest in hashes} | {f"1.{digest}A" for digest in hashes}
    tried |= {f"{token}{end}" for token in tokens for end in ("%00", "%0a", "/", "/..", ";", "?")}
    for token in sorted(tried - {*tokens}):
        answer = server.client.get(f"/t/{token}", follow_redirects=False)
        assert answer.status_code != 200 or token.endswith("?"), token
    for token in (f"1.{hashes[2]}", f"1.{hashes[0].swapcase()}"):
        with (
            server.client.websocket_connect(f"ws://localhost/t/{token}/live") as session,
            pytest.raises(WebSocketDisconnect),
        ):
            session.receive_text()


def test_no_link_to_a_better_role_is_told_to_anybody(server: Server, page: Open) -> None:
    url = server.begin()
    invitation, watching = server.invitation(url), server.watching(url)
    host, guest, watcher = (page(server, link) for link in (url, invitation, watching))
    secret = {
        invitation: [url.removeprefix("/t/")],
        watching: [url.removeprefix("/t/"), invitation.removeprefix("/t/")],
    }
    told: dict[str, list[str]] = {invitation: [], watching: []}
    for link in told:
        told[link] += [server.client.get(link + document).text for document in DOCUMENTS]
    host.play("c")
    guest.say("resign")
    while host.state["winner"] is None:
        host.hear("state")
    again = host.ask("rematch", "rematch")["url"]
    told[invitation].append(str(guest.hear("rematch")))
    told[watching].append(str(watcher.hear("rematch")))
    told[watching].append(server.client.get(server.watching(again)).text)
    following = again.removeprefix("/t/")
    for link, texts in told.items():
        for hidden in [*secret[link], following]:
            assert not any(hidden in text for text in texts), link
    new = re.search(r"/t/[^'\"]+", told[watching][-2])
    assert new is not None
    assert page(server, new[0]).seats == []


def test_headers_cannot_be_written_by_what_is_filled_in(server: Server) -> None:
    evil = "x\r\nset-cookie: eve=1\r\n\r\n<script>alert(1)</script>"
    for filled in (
        {"position": evil},
        {"first": evil},
        {"option-size": evil},
        {"term-clock": evil},
        {evil: "1"},
    ):
        answer = server.client.post("/games/silo", data=filled, follow_redirects=False)
        assert "set-cookie" not in answer.headers
        assert "<script>alert" not in answer.text
    for header in ("host", "origin", "x-forwarded-host", "x-forwarded-prefix", "referer"):
        answer = server.client.get("/", headers={header: "http://eve.example"})
        assert "eve.example" not in answer.text


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 4\r\nContent-Length: 60",
        "Content-Length: +4",
        "Transfer-Encoding: xchunked",
    ],
)
def test_a_request_that_hides_another_is_refused(lengths: str) -> None:
    hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
    sent = f"POST / HTTP/1.1\r\nHost: localhost\r\n{lengths}\r\n\r\n0\r\n\r\n{hidden}"
    with (
        serving(ConnectionLimiter(SecurityMiddleware(app, (), 1000), Limits(), 1000, ())) as port,
        socket.create_connection(("127.0.0.1", port), 5) as asked,
    ):
        asked.sendall(sent.encode())
        answered = b""
        while more := asked.recv(65536):
            answered += more
    assert answered.startswith(b"HTTP/1.1 400 ")
    assert answered.count(b"HTTP/1.1") == 1
