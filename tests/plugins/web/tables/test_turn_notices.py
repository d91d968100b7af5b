from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any

import pytest
from tests.plugins.web.conftest import wait_until

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Page, Server

SERVICE = "https://fcm.googleapis.com/fcm/send/"


class Service:
    """A push service that keeps what it is sent, and the browser behind it."""

    def __init__(self) -> None:
        ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
        coding = pytest.importorskip("cryptography.hazmat.primitives.serialization")
        self.http_ece = pytest.importorskip("http_ece")
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.point = self.key.public_key().public_bytes(
            coding.Encoding.X962, coding.PublicFormat.UncompressedPoint
        )
        self.status = 201
        self.sent: list[dict[str, Any]] = []

    def post(self, url: str, **sent: Any) -> Any:
        self.sent.append({"url": url, **sent})

        class Answer:
            status_code, reason, text, headers = self.status, "", "", None

        return Answer()

    def subscription(self, endpoint: str = f"{SERVICE}browser") -> dict[str, str]:
        keys = [urlsafe_b64encode(key).decode().rstrip("=") for key in (self.point, self.auth)]
        return {"endpoint": endpoint, "p256dh": keys[0], "auth": keys[1]}

    def read(self, number: int) -> dict[str, str]:
        """A message as the browser decrypts it."""
        told: dict[str, str] = json.loads(
            self.http_ece.decrypt(
                self.sent[number]["data"], private_key=self.key, auth_secret=self.auth
            )
        )
        return told


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    pytest.importorskip("pywebpush")
    made = Service()
    monkeypatch.setattr("stackyard_web.server.push._session", lambda: made)
    return made


def pushing(make_server: MakeServer) -> Server:
    return make_server(push="mailto:host@yard.example")


def leave(server: Server, page: Page) -> None:
    """Close the second page of the only table."""
    page.leave()
    (table,) = server.app.state.tables
    wait_until(lambda: len(list(table.pages)) == 1)


def test_a_player_without_a_page_is_told_of_the_turn(
    make_server: MakeServer, page: Open, service: Service
) -> None:
    server = pushing(make_server)
    url = server.begin()
    invitation = server.invitation(url)
    host, guest = page(server, url), page(server, invitation)
    guest.say("subscribe", **service.subscription())
    guest.ask("pong", "ping")
    host.play("a")
    assert service.sent == []  # the guest sees it
    guest.hear("state")
    guest.play(guest.moves[0])
    host.hear("state")
    leave(server, guest)
    host.play(host.moves[0])
    wait_until(lambda: service.sent)
    told = service.read(0)
    assert told["title"] == "Your turn – Silo"
    assert told["path"] == invitation
    assert service.sent[0]["url"] == f"{SERVICE}browser"
    claims = service.sent[0]["headers"]["authorization"].partition("t=")[2].split(".")[1]
    assert json.loads(urlsafe_b64decode(f"{claims}=="))["sub"] == "mailto:host@yard.example"


def test_a_browser_that_has_ended_its_subscription_is_forgotten(
    make_server: MakeServer, page: Open, service: Service
) -> None:
    server = pushing(make_server)
    url = server.begin()
    host, guest = page(server, url), page(server, server.invitation(url))
    guest.say("subscribe", **service.subscription())
    guest.ask("pong", "ping")
    leave(server, guest)
    (table,) = server.app.state.tables
    assert len(table.actions.memo.push[1]) == 1
    service.status = 410
    host.play("a")
    wait_until(lambda: not table.actions.memo.push[1])


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/admin",
        "http://fcm.googleapis.com/",
        "https://fcm.googleapis.com.evil.example/",
        "https://evilfcm.googleapis.com/",
        "https://fcm.googleapis.com@127.0.0.1/",
        "https://fcm.googleapis.com:22/",
        "https://[::1]/",
        "file:///etc/passwd",
    ],
)
def test_the_server_calls_no_address_but_push_services(
    make_server: MakeServer, page: Open, service: Service, endpoint: str
) -> None:
    server = pushing(make_server)
    host = page(server, server.begin())
    refused = host.ask("error", "subscribe", **service.subscription(endpoint))
    assert refused["sentence"].startswith("this browser's push service is not known")


def test_watchers_cannot_subscribe(make_server: MakeServer, page: Open, service: Service) -> None:
    server = pushing(make_server)
    watcher = page(server, server.watching(server.begin()))
    refused = watcher.ask("error", "subscribe", **service.subscription())
    assert refused["sentence"].startswith("you are watching")


def test_a_server_without_push_stores_no_subscription(server: Server, page: Open) -> None:
    host = page(server, server.begin())
    refused = host.ask("error", "subscribe", endpoint=f"{SERVICE}browser", p256dh="", auth="")
    assert refused["sentence"].startswith("this server tells nobody of turns")
    (table,) = server.app.state.tables
    assert table.actions.memo.push == ((), ())


def test_pages_learn_the_key_only_where_the_host_offers_push(
    make_server: MakeServer, service: Service
) -> None:
    plain = make_server()
    assert "data-push" not in plain.client.get(plain.begin()).text
    keys = set()
    for _ in range(2):  # the key outlives the server
        server = pushing(make_server)
        keys.add(server.client.get(server.begin()).text.partition('data-push="')[2][:87])
    assert len(keys) == 1
    assert len(urlsafe_b64decode(f"{keys.pop()}=")) == 65
