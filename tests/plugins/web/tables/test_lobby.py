"""The lobby: open seats, results, ratings of names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stackyard.plugins.registry import load_game, registry
from stackyard.records.archive import Archive
from stackyard_lab.rating import rate
from stackyard_web.errors import CallError
from stackyard_web.tables import lobby

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Page, Server


@pytest.fixture
def host(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server with a lobby that reads the archive for each request."""
    monkeypatch.setattr(lobby, "AGE", -1.0)
    return make_server(lobby=True)


def told(server: Server) -> dict[str, Any]:
    assert server.client.portal is not None
    history = server.client.portal.call(server.app.state.lobby.history)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(history))
    return found


def listed(server: Server) -> list[str]:
    text = server.client.get("/lobby").text
    return re.findall(r'href="(/t/[^"]+)">Play', text)


def hear_name(name: str, *pages: Page) -> None:
    """Each page hears states until one has this name."""
    for one in pages:
        while name not in [seat["called"] for seat in one.state["seats"]]:
            one.hear("state")


def hear_ply(ply: int, *pages: Page) -> None:
    """Each page hears states until `ply` moves are made."""
    for one in pages:
        while one.state["ply"] < ply:
            one.hear("state")


def take_name(server: Server, name: str, browser: str) -> tuple[int, str]:
    secret = browser and browser.ljust(22, "x")
    answer = server.client.post("/lobby/name", json={"name": name, "secret": secret})
    return answer.status_code, answer.json().get("error", "")


def meet(
    server: Server,
    page: Open,
    names: tuple[str, str],
    moves: int = 2,
    url: str = "",
    browsers: tuple[str, str] | None = None,
) -> tuple[Page, Page]:
    """Two browsers play some moves of a match of the lobby under these names."""
    url = url or server.begin(lobby="1")
    first_s, second_s = browsers or names
    first = page(server, url, first_s or "nobody")
    second = page(server, server.invitation(url), second_s or "nobody")
    for one, name in zip((first, second), names, strict=True):
        if name:
            one.say("name", name=name)
            hear_name(name, first, second)
    for at in range(moves):
        one = (first, second)[at % 2]
        one.say("move", move=one.moves[0], version=one.state["version"])
        hear_ply(at + 1, first, second)
    return first, second


def test_a_seat_is_open_from_when_its_owner_is_there_until_another_has_come(
    host: Server, page: Open
) -> None:
    assert "Nobody is waiting for a player now." in host.client.get("/lobby").text
    url = host.begin(lobby="1")
    assert listed(host) == []
    owner = page(host, url, "ada")
    owner.ask("state", "name", name="Ada")
    assert listed(host) == [host.invitation(url)]
    assert "against <b>Ada</b>" in host.client.get("/lobby").text
    assert "1 open seat<" in host.client.get("/").text
    friend = page(host, listed(host)[0])
    assert listed(host) == []
    friend.leave()
    owner.ask("pong", "ping")
    assert listed(host) == []


def test_a_table_is_listed_only_if_that_was_wished(host: Server, page: Open) -> None:
    """And its result only if a friend had a seat to take."""
    for filled in ({}, {"lobby": "1", "second": "level:1"}, {"lobby": "1", "second": "me"}):
        one = page(host, host.begin(**filled))
        assert listed(host) == []
        one.ask("state", "resign")
    assert told(host)["results"] == []


def test_a_listed_table_is_listed_after_a_restart(make_server: MakeServer, page: Open) -> None:
    url = make_server(lobby=True).begin(lobby="1")
    server = make_server(lobby=True)
    page(server, url)
    assert listed(server) == [server.invitation(url)]


def test_a_server_has_no_lobby_by_itself(server: Server, page: Open) -> None:
    page(server, server.begin(lobby="1"))
    assert server.client.get("/lobby").status_code == 404
    assert "/lobby" not in server.client.get("/").text
    assert 'name="lobby"' not in server.client.get("/games/silo").text


def test_names_are_rated_as_the_arena_rates_players(host: Server, page: Open) -> None:
    for names in (("Ada", "Bob"), ("Bob", "Eve"), ("Ada", "Bob")):
        meet(host, page, names)[1].ask("state", "resign")
    history = told(host)
    (silo,) = history["ratings"]
    assert [(one["name"], one["matches"]) for one in silo["names"]] == [
        ("Ada", 2),
        ("Bob", 3),
        ("Eve", 1),
    ]
    wanted = rate(3, [(0, 1, 1.0), (1, 2, 1.0), (0, 1, 1.0)]).players
    for one, estimate in zip(silo["names"], wanted, strict=True):
        assert (one["elo"], one["low"], one["high"]) == pytest.approx(
            (estimate.value, estimate.low, estimate.high), abs=0.01
        )
    assert [one["names"] for one in history["results"]] == [
        ["Ada", "Bob"],
        ["Bob", "Eve"],
        ["Ada", "Bob"],
    ]
    assert {(one["winner"], one["rated"]) for one in history["results"]} == {(0, True)}
    shown = host.client.get("/lobby").text
    assert f"<td>{silo['names'][0]['elo']:+.0f}</td>" in shown
    assert f"<td>−{-silo['names'][2]['elo']:.0f}</td>" in shown
    assert "Blue resigns" in shown
    watch = history["results"][0]["watch"]
    assert page(host, watch).seats == []


@pytest.mark.nightly
def test_earlier_ratings_stay_while_a_rating_fails_and_it_is_tried_again(
    host: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **sent: Any) -> Any:
        raise CallError("it takes too long")

    meet(host, page, ("Ada", "Bob"))[1].ask("state", "resign")
    (silo,) = told(host)["ratings"]
    meet(host, page, ("Bob", "Eve"))[1].ask("state", "resign")
    with monkeypatch.context() as patch:
        patch.setattr(host.app.state.tables.export_workers, "call", fail)
        history = told(host)
        assert len(history["results"]) == 2
        assert history["ratings"] == [silo]
    (silo,) = told(host)["ratings"]
    assert {one["name"] for one in silo["names"]} == {"Ada", "Bob", "Eve"}


def test_a_match_counts_only_for_two_names_of_two_browsers_that_have_moved(
    host: Server, page: Open
) -> None:
    meet(host, page, ("Ada", ""))[1].ask("state", "resign")
    meet(host, page, ("Ada", "Bob"), moves=1)[1].ask("state", "resign")
    alone = meet(host, page, ("One", "Two"), browsers=("ada", "ada"))
    alone[1].ask("state", "resign")
    history = told(host)
    assert [one["rated"] for one in history["results"]] == [False] * 3
    assert history["ratings"] == []


def test_a_match_from_a_chosen_position_does_not_count(host: Server, page: Open) -> None:
    game = load_game("silo")
    chosen = game.initial()
    chosen.play(int(chosen.legal_moves()[0]))
    url = host.begin(lobby="1", position=game.format_position(chosen))
    first = page(host, url, "ada")
    second = page(host, host.invitation(url), "bob")
    for one, name in ((first, "Ada"), (second, "Bob")):
        one.say("name", name=name)
        hear_name(name, first, second)
    for ply, one in enumerate((second, first)):
        one.say("move", move=one.moves[0], version=one.state["version"])
        hear_ply(ply + 1, first, second)
    second.ask("state", "resign")
    (result,) = told(host)["results"]
    assert (result["names"], result["rated"]) == (["Ada", "Bob"], False)


def test_matches_between_friends_stay_out_of_the_lobby(host: Server, page: Open) -> None:
    meet(host, page, ("Ada", "Bob"), url=host.begin())[1].ask("state", "resign")
    assert told(host) == {"results": [], "ratings": []}


@pytest.mark.nightly
def test_a_rematch_counts_too_and_offers_no_seat(host: Server, page: Open) -> None:
    _, second = meet(host, page, ("Ada", "Bob"))
    second.ask("state", "resign")
    again = second.ask("rematch", "rematch")["url"]
    first_again = page(host, again, "Bob")
    assert listed(host) == []
    first_again.ask("state", "resign")
    assert len(told(host)["results"]) == 2


def test_requests_within_a_few_seconds_read_the_archive_once(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, read = make_server(lobby=True), list[int]()
    server.begin(lobby="1")
    entries = Archive.entries

    def counted(self: Archive, *given: Any, **wanted: Any) -> Any:
        read.append(1)
        return entries(self, *given, **wanted)

    monkeypatch.setattr(Archive, "entries", counted)
    for _ in range(20):
        told(server)
    assert len(read) == 1


def test_without_a_plugin_that_rates_the_page_says_so(
    make_server: MakeServer, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "AGE", -1.0)
    monkeypatch.setenv("STACKYARD_NO_PLUGINS", "lab")
    registry.cache_clear()
    server = make_server(lobby=True)
    meet(server, page, ("Ada", "Bob"))[1].ask("state", "resign")
    assert told(server)["ratings"] is None
    assert "This server rates no names." in server.client.get("/lobby").text
    registry.cache_clear()


def test_only_the_most_active_names_are_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "NAMES", 2)
    pairs = [("Ada", "Bob"), ("Eve", "Ada"), ("ADA", "bob")]
    matches = [
        lobby.LobbyResult("silo", "Silo", ("a", "b"), names, 0, "", "", "", rated=True)
        for names in pairs
    ]
    assert [one.names for one in lobby._most_active(matches)] == [pairs[0], pairs[2]]


def test_a_name_is_taken_in_the_lobby_before_the_first_match(host: Server) -> None:
    assert take_name(host, "Ada", "ada") == (200, "")
    assert take_name(host, "Ada", "ada") == (200, "")
    code, words = take_name(host, "ada", "bob")
    assert (code, words) == (422, "the name ada belongs to another browser; choose another name")
    assert take_name(host, "--", "ada")[0] == 422
    assert take_name(host, "Eve", "")[1].startswith("this browser stores nothing")
    assert host.client.post("/lobby/name", content=b"{").status_code == 422


def test_there_is_no_name_to_take_without_a_lobby(server: Server) -> None:
    assert server.client.post("/lobby/name", json={"name": "Ada", "secret": ""}).status_code == 404
