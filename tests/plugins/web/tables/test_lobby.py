"""What others are shown of a match: previews of links, pictures on their pages, the public list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server


def meta(server: Server, url: str) -> dict[str, str]:
    text = server.client.get(url).text
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))


def test_a_link_has_a_preview_that_fits_its_reader(server: Server) -> None:
    url = server.begin()
    invited, watching = server.invitation(url), server.watching(url)
    told = {link: meta(server, link) for link in (url, invited, watching)}
    assert [one["title"] for one in told.values()] == [
        "A match of Silo",
        "You are invited to a match of Silo",
        "Watch a match of Silo",
    ]
    pictures = {one["image"] for one in told.values()}
    assert pictures == {f"http://localhost{watching}/embed.png"}
    assert told[url]["description"].endswith(".")


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_picture_of_a_match_may_stand_on_pages_of_others(
    server: Server, kind: str, begins: bytes
) -> None:
    url = server.begin()
    answer = server.client.get(f"{server.watching(url)}/embed.{kind}")
    assert answer.content.startswith(begins)
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "script" not in answer.headers["content-security-policy"]


def test_no_link_to_a_seat_gives_such_a_picture(server: Server) -> None:
    url = server.begin()
    for link in (url, server.invitation(url)):
        assert server.client.get(f"{link}/embed.svg").status_code == 404
        other = server.client.get(f"{link}/picture.svg")
        assert other.headers["cross-origin-resource-policy"] == "same-origin"


def listed(server: Server) -> list[str]:
    text = server.client.get("/").text
    return re.findall(r'href="(/t/[^"]+)">Play', text)


def test_a_table_is_listed_from_when_its_owner_is_there_until_another_has_come(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(public=True)
    assert "Nobody is waiting for a player now." in server.client.get("/").text
    url = server.begin(public="1")
    assert listed(server) == []
    owner = page(server, url)
    assert listed(server) == [server.invitation(url)]
    friend = page(server, listed(server)[0])
    assert listed(server) == []
    friend.leave()
    owner.ask("pong", "ping")
    assert listed(server) == []


def test_a_table_is_listed_only_if_that_was_wished(make_server: MakeServer, page: Open) -> None:
    server = make_server(public=True)
    for filled in ({}, {"public": "1", "second": "level:1"}, {"public": "1", "second": "me"}):
        page(server, server.begin(**filled))
    assert listed(server) == []


def test_a_listed_table_is_listed_after_a_restart(make_server: MakeServer, page: Open) -> None:
    url = make_server(public=True).begin(public="1")
    server = make_server(public=True)
    page(server, url)
    assert listed(server) == [server.invitation(url)]


def test_a_server_lists_nothing_by_itself(server: Server, page: Open) -> None:
    page(server, server.begin(public="1"))
    assert "Open tables" not in server.client.get("/").text
    assert 'name="public"' not in server.client.get("/games/silo").text
