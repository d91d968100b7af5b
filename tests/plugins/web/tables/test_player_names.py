"""Names in the lobby belong to the browsers that used them first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.limits import Limits
from stackyard_web.tables.player_names import PlayerNames, name_key
from stackyard_web.tables.tokens import Tokens

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open


def names(folder: Path, limits: Limits = Limits()) -> PlayerNames:  # noqa: B008
    return PlayerNames(Archive(folder / "web.sqlite3"), Tokens("secret"), limits)


@pytest.mark.parametrize(
    "same", ["ada", " Ada ", "ADA", "\uff21da", "A\u200bda", "A\u202eda", "Ada\u3164", "Ada\ufe0f"]
)
def test_a_name_that_looks_the_same_is_the_same_name(same: str, tmp_path: Path) -> None:
    yard = names(tmp_path)
    yard.claim("Ada", "one", "client")
    with pytest.raises(StackyardError, match="belongs to another browser; choose another name"):
        yard.claim(same, "two", "client")
    yard.claim(same, "one", "client")


def test_names_outlast_the_server_and_the_archive_has_no_secret(tmp_path: Path) -> None:
    names(tmp_path).claim("Ada", "the secret of Ada", "client")
    with pytest.raises(StackyardError, match="belongs to another"):
        names(tmp_path).claim("Ada", "two", "client")
    assert b"the secret of Ada" not in (tmp_path / "web.sqlite3").read_bytes()


@pytest.mark.parametrize("name", ["-", "\u200b", "...", "\u202e", "\u3164"])
def test_a_name_that_nobody_can_read_out_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(StackyardError, match="needs a letter or a digit"):
        names(tmp_path).claim(name, "one", "client")


def test_one_address_takes_few_new_names_within_an_hour(tmp_path: Path) -> None:
    yard = names(tmp_path, Limits(names=2))
    for name in ("Ada", "Bob", "Ada"):
        yard.claim(name, "one", "client")
    with pytest.raises(LimitExceededError, match="2 new names were taken at your address"):
        yard.claim("Eve", "one", "client")
    yard.claim("Eve", "two", "another client")
    later = names(tmp_path, Limits(names=1, names_period=0.0))
    for name in ("Fay", "Gil"):
        later.claim(name, "one", "client")


def test_a_key_keeps_different_names_apart() -> None:
    assert len({name_key(name) for name in ("Ada", "Ad a", "Adam", "\u00c4da", "Ada 2")}) == 5


def test_a_page_gets_a_name_only_if_it_is_free_and_keeps_it(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(lobby=True)
    url = server.begin(lobby="1")
    first, second = page(server, url, "ada"), page(server, server.invitation(url), "bob")
    assert first.ask("state", "name", name="Ada")["seats"][0]["called"] == "Ada"
    taken = second.ask("error", "name", name="ada")["sentence"]
    assert taken == "the name ada belongs to another browser; choose another name"
    second.ask("state", "name", name="Bob")
    while not first.state["seats"][1]["called"]:
        first.hear("state")
    first.play("c")
    second.hear("state")
    second.play("b")
    refused = second.ask("error", "name", name="Somebody else")["sentence"]
    assert refused == "this match counts for its players' names, so they cannot change now"
    stranger = page(server, server.watching(url), "eve")
    assert "only players" in stranger.ask("error", "name", name="Eve")["sentence"]


def test_a_browser_that_stores_nothing_has_no_name_in_the_lobby_but_one_among_friends(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(lobby=True)
    refused = page(server, server.begin(lobby="1")).ask("error", "name", name="Ada")
    assert "stores nothing" in refused["sentence"]
    named = page(server, server.begin()).ask("state", "name", name="Ada")
    assert named["seats"][0]["called"] == "Ada"
