"""Previews of links to a match, and pictures of it on other pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server


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
