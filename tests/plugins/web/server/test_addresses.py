"""How others find the server: addresses, invitations, names, QR codes, a path behind a proxy."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from tests.plugins.web.conftest import Server

from stackyard.records.archive import Archive
from stackyard_web.app import make_app
from stackyard_web.server import addresses
from stackyard_web.server.addresses import ServerAddress

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open

LAN = "192.168.7.5"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is in a network."""
    monkeypatch.setattr(addresses, "own_addresses", lambda v6=False: [LAN])


def base_of(server: Server, url: str, host: str = "localhost") -> str | None:
    """The beginning of the link of an invitation, if it serves others."""
    text = server.client.get(url, headers={"host": host}).text
    found = re.search(r'<input[^>]+ data-base="([^"]+)"', text)
    assert bool(found) != ("This link works only on this machine" in text)
    return found and found[1]


def test_a_server_for_this_machine_says_that_its_links_serve_nobody_else(server: Server) -> None:
    for url in (server.begin(), "/mine", "/letter"):
        assert base_of(server, url) is None


def test_links_have_an_address_that_others_can_use(server: Server) -> None:
    server.app.state.address = ServerAddress("0.0.0.0", 8123)
    url = server.begin()
    for host in ("localhost:8123", "127.0.0.1:8123", "[::1]:8123"):
        for page in (url, "/mine", "/letter"):
            assert base_of(server, page, host) == f"http://{LAN}:8123"
    assert base_of(server, url, f"{LAN}:8123") == f"http://{LAN}:8123"


@pytest.mark.parametrize(
    ("host", "elsewhere"),
    [
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
        ("0.0.0.0", [f"http://{LAN}:80"]),
        ("10.1.2.3", ["http://10.1.2.3:80"]),
        ("2001:db8::5", ["http://[2001:db8::5]:80"]),
    ],
)
def test_where_it_listens_says_who_can_reach_it(host: str, elsewhere: list[str]) -> None:
    assert [*ServerAddress(host, 80).network_urls] == elsewhere


def test_the_resolver_is_asked_for_further_addresses_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes seconds to answer where the network is out of reach."""
    monkeypatch.undo()

    class Probe(AbstractContextManager["Probe", None]):
        def __init__(self, *kind: object) -> None: ...

        def __exit__(self, *failure: object) -> None: ...

        def connect(self, far: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return LAN, 9

    monkeypatch.setattr("socket.socket", Probe)
    monkeypatch.setattr("socket.getaddrinfo", pytest.fail)
    assert next(addresses.own_addresses()) == LAN


def test_the_machine_s_own_addresses_serve_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for address in addresses.own_addresses(v6=True):
        assert not addresses.is_loopback(address)


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("yard.local", True),
        ("yard-2.local:8000", True),
        ("YARD.local", True),
        ("yard.local.example.com", False),
        ("a.b.local", False),
        ("example.com", False),
    ],
)
def test_names_of_the_local_network_are_known(server: Server, host: str, known: bool) -> None:
    answer = server.client.get("/", headers={"host": host})
    assert answer.status_code == (200 if known else 400)


def test_a_link_is_drawn_as_a_qr_code(server: Server) -> None:
    server.app.state.address = ServerAddress("0.0.0.0", 8123)
    url = server.begin()
    invited = server.invitation(url)
    assert f'src="{invited}/qr.svg"' in server.client.get(url).text
    drawn = server.client.get(f"{invited}/qr.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert drawn.text != server.client.get(f"{url}/qr.svg").text
    assert server.client.get("/t/1.AAAAAAAAAAAAAAAAAAAAAAAA/qr.svg").status_code == 404


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("https://h.example/letter#silo,B-FzCE", 200),
        ("https://h.example/yard/#/letter/silo,B-FzCE", 200),  # of a site
        ("https://h.example/letters", 422),
        (f"https://h.example/letter#{'A' * 1500}", 422),
    ],
)
def test_only_a_letter_is_drawn_for_its_page(server: Server, address: str, status: int) -> None:
    drawn = server.client.get("/letter/qr.svg", params={"address": address})
    assert drawn.status_code == status


def test_behind_a_path_every_address_begins_with_it(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "a.sqlite3")
    app = make_app(archive=archive, root="/yard")
    with TestClient(app, "http://localhost") as client:
        for prefix in ("/yard", ""):  # as proxies leave the path, or strip it
            pages = [client.get(f"{prefix}/"), client.get(f"{prefix}/games/silo")]
            made = client.post(f"{prefix}/games/silo", follow_redirects=False)
            url = made.headers["location"]
            assert url.startswith("/yard/t/")
            pages.append(client.get(url if prefix else url.removeprefix("/yard")))
            pages.append(client.get(f"{prefix}/nothing"))
            for page in pages:
                links = re.findall(
                    r'(?:href|src|action|data-path|data-picture)="(/[^"]*)"', page.text
                )
                assert links
                assert [link for link in links if not link.startswith("/yard/")] == []
                assert 'data-root="/yard"' in page.text
                assert all(
                    client.get(link).status_code == 200 for link in links if "static" in link
                )
            with client.websocket_connect(f"ws://localhost{url}/live") as session:
                assert "hello" in session.receive_text()


def test_a_rematch_behind_a_path_begins_with_it(make_server: MakeServer, page: Open) -> None:
    server = make_server(root="/yard")
    player = page(server, server.begin(second="me"))
    player.ask("state", "resign")
    assert player.ask("rematch", "rematch")["url"].startswith("/yard/t/")


def test_without_a_path_addresses_are_as_ever(make_server: MakeServer) -> None:
    server = make_server()
    assert server.begin().startswith("/t/")
    assert 'data-root=""' in server.client.get("/").text
