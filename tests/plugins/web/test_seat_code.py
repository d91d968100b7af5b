"""The host gives a player back a seat whose browser is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from stackyard_web.seat_code import command
from stackyard_web.tables import seat_holders

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Server


@pytest.fixture
def yard(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server whose archive is that of the command."""
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(server.archive.path))
    monkeypatch.setattr(seat_holders, "PAUSE", 0.0)
    return server


def asked(link: str) -> Result:
    return CliRunner().invoke(command, [link])


def test_the_host_s_code_opens_a_seat_whose_browser_is_lost(yard: Server, page: Open) -> None:
    url = yard.begin()
    page(yard, url, "lost").leave()
    link = yard.invitation(url)
    page(yard, link, "friend")
    new = page(yard, url, "new")
    assert "the host gets by `stackyard seat-code LINK`" in new.ask("error", "ask_seat")["sentence"]
    done = asked(f"http://localhost:8000{url}?watch=1#x")
    assert done.exit_code == 0, done.output
    code = re.fullmatch(r"The code of this seat in match 1 is (\S+)\.\n", done.output)
    assert code
    thief = page(yard, link, "thief")
    assert "not the code" in thief.ask("error", "take_seat", code=code[1])["sentence"]
    assert new.ask("hello", "take_seat", code=code[1])["seats"] == [0]
    assert new.play("c")["ply"] == 1


def test_a_link_that_opens_no_held_seat_is_refused(yard: Server, page: Open) -> None:
    url = yard.begin()
    forged = re.sub(r"\.....", ".AAAA", url)
    for link, words in [
        ("http://localhost/t/", "is no link to a table"),
        (yard.watching(url), "opens no seat"),
        (forged, "opens no seat"),
        (url, "no browser holds this seat"),
        (url.replace("1.", "7."), "there is no match 7"),
    ]:
        done = asked(link)
        assert done.exit_code
        assert words in f"{done.output}{done.exception}"
