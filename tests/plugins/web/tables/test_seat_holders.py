"""Seats belong to the browsers that took them first."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from starlette.websockets import WebSocketDisconnect

from stackyard_web.server.limits import Limits
from stackyard_web.tables import audience, seat_holders
from stackyard_web.tables.tokens import FIRST, HOSTS, Tokens, same_code

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

NOT_YOURS = "you are watching; only players do that"


def test_a_later_browser_with_the_link_of_a_seat_only_watches(server: Server, page: Open) -> None:
    url = server.begin()
    host = page(server, url, "ada")
    guest = page(server, server.invitation(url), "bob")
    host.play("c")
    guest.hear("state")
    for browser in ("eve", ""):  # another secret, and none
        thief = page(server, server.invitation(url), browser)
        assert thief.seats == []
        version = thief.state["version"]
        assert thief.ask("error", "move", move="b", version=version)["sentence"] == NOT_YOURS
        assert thief.ask("error", "resign")["sentence"] == NOT_YOURS
        assert thief.ask("error", "seat_code")["sentence"] == NOT_YOURS
    assert guest.play("b")["ply"] == 2


def test_both_sides_see_that_a_seat_is_open_twice_and_that_a_visitor_came(
    server: Server, page: Open
) -> None:
    url = server.begin()
    host = page(server, url, "ada")
    page(server, server.invitation(url), "bob")
    page(server, server.invitation(url), "eve")
    told = host.hear("presence")
    while told["visitors"] != [0, 1]:
        told = host.hear("presence")
    assert (told["seats"], told["watching"]) == ([1, 1], 1)


def test_a_page_that_falls_silent_is_told_and_a_closed_one_has_been_there(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SILENCE", 0.2)
    url = server.begin()
    host = page(server, url, "ada")
    assert host.hear("presence")["been"] == [True, False]
    guest = page(server, server.invitation(url), "bob")
    assert guest.ask("pong", "ping") == {"type": "pong"}
    told = host.hear("presence")
    while not told["lost"][1]:
        told = host.hear("presence")
    assert (told["seats"], told["been"]) == ([1, 1], [True, True])
    guest.say("ping", hidden=True)  # which is not expected to say more soon
    while told["lost"][1]:
        told = host.hear("presence")
    guest.session.close()
    while told["seats"][1]:
        told = host.hear("presence")
    assert (told["lost"][1], told["been"][1]) == (False, True)


def test_a_seat_stays_its_browser_s_after_a_restart_and_its_secret_is_not_stored(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin()
    page(before, url, "ada")
    after = make_server()
    assert page(after, url, "eve").seats == []
    assert page(after, url, "ada").seats == [0]
    with closing(sqlite3.connect(after.archive.path)) as connection:
        stored = "\n".join(connection.iterdump())
    assert "ada---" not in stored


def test_a_holder_hands_a_seat_over_or_keeps_it(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_holders, "PAUSE", 0.0)
    url = server.begin()
    old, new = page(server, url, "ada"), page(server, url, "bob")
    new.say("ask_seat")
    assert old.hear("seat_asked")["open"]
    old.say("answer_seat", accept=False)
    assert new.hear("error")["sentence"] == "the holder of this seat keeps it"
    assert not old.hear("seat_asked")["open"]
    new.say("ask_seat")
    assert old.hear("seat_asked")["open"]
    old.say("answer_seat", accept=True)
    assert new.hear("hello")["seats"] == [0]
    assert old.hear("hello")["seats"] == []
    assert "handed over" in old.hear("said")["sentence"]
    assert old.ask("error", "resign")["sentence"] == NOT_YOURS
    assert page(server, url, "ada").seats == []
    assert new.play("c")["ply"] == 1


def test_a_request_outlives_the_connections_of_both(server: Server, page: Open) -> None:
    url = server.begin()
    old, new = page(server, url, "ada"), page(server, url, "bob")
    new.say("ask_seat")
    assert old.hear("seat_asked")["open"]
    for one in (old, new):
        one.leave()
    new = page(server, url, "bob")
    page(server, server.watching(url), "bob")
    old = page(server, url, "ada")
    assert old.hear("seat_asked")["open"]
    old.say("answer_seat", accept=True)
    assert new.hear("hello")["seats"] == [0]


def test_nobody_agrees_for_a_holder_who_is_away(server: Server, page: Open) -> None:
    url = server.begin()
    page(server, url, "ada").leave()
    other = page(server, server.invitation(url), "bob")
    visitor = page(server, url, "eve")
    assert "not here to agree" in visitor.ask("error", "ask_seat")["sentence"]
    assert "nobody asks" in other.ask("error", "answer_seat", accept=True)["sentence"]
    assert visitor.ask("error", "answer_seat", accept=True)["sentence"] == NOT_YOURS


def test_a_recovery_code_opens_the_seat_in_another_browser_too(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.begin()
    old = page(server, url, "ada")
    code = old.ask("seat_code", "seat_code")["code"]
    assert re.fullmatch("[A-Z2-7]{5}-[A-Z2-7]{5}", code)
    phone = page(server, url, "phone")
    assert "not the code" in phone.ask("error", "take_seat", code="AAAAA-AAAAA")["sentence"]
    assert "wait a moment" in phone.ask("error", "take_seat", code=code)["sentence"]
    monkeypatch.setattr(seat_holders, "PAUSE", 0.0)
    assert phone.ask("hello", "take_seat", code=code.lower().replace("-", " "))["seats"] == [0]
    told = old.hear("presence")
    while told["seats"] != [2, 0]:
        told = old.hear("presence")
    assert phone.play("c")["ply"] == 1
    assert page(server, url, "ada").seats == [0]


def test_a_code_is_void_once_the_seat_has_gone_to_another(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_holders, "PAUSE", 0.0)
    url = server.begin()
    old, new = page(server, url, "ada"), page(server, url, "bob")
    code = old.ask("seat_code", "seat_code")["code"]
    new.say("ask_seat")
    old.hear("seat_asked")
    old.say("answer_seat", accept=True)
    old.hear("hello")
    assert "not the code" in old.ask("error", "take_seat", code=code)["sentence"]
    guests = page(server, server.invitation(url), "bob").ask("seat_code", "seat_code")["code"]
    assert "not the code" in old.ask("error", "take_seat", code=guests)["sentence"]


def test_a_fifth_browser_replaces_one_and_the_first_stays(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_holders, "PAUSE", 0.0)
    url = server.begin()
    code = page(server, url, "ada").ask("seat_code", "seat_code")["code"]
    for name in ("two", "three", "four", "five"):
        visitor = page(server, url, name)
        assert visitor.ask("hello", "take_seat", code=code)["seats"] == [0]
    assert page(server, url, "two").seats == []
    for name in ("ada", "three", "four", "five"):
        assert page(server, url, name).seats == [0]


def test_a_player_has_room_beside_watchers_of_the_same_address(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(connections=2, seat_connections=2))
    url = server.begin()
    for _ in range(2):
        page(server, server.watching(url))
    assert page(server, url, "ada").seats == [0]
    with (
        server.client.websocket_connect(f"ws://localhost{server.watching(url)}/live") as session,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        session.receive_text()
    assert closed.value.code == 1013


def test_matches_begun_and_ended_count_for_a_while(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(matches=2))
    for _ in range(2):
        page(server, server.begin()).ask("state", "resign")
    assert server.client.post("/games/silo", data={}).status_code == 429


def test_a_seal_belongs_to_one_browser_and_one_match() -> None:
    tokens = Tokens("secret")
    made = {tokens.seal(match, browser) for match in "ab" for browser in "xy"}
    assert len(made) == 4
    assert Tokens("other").seal("a", "x") not in made
    codes = {tokens.code("a", seats, held) for seats in ((0,), (1,), (0, 1)) for held in "xy"}
    assert len(codes) == 6
    assert tokens.role(tokens.make(1, "a", HOSTS[0]), "a") != FIRST


@pytest.mark.parametrize("typed", ["ABIOB-22222", "abiob 22222", "AB1082 2222", "ABIOB22222\n"])
def test_a_code_may_be_typed_in_any_way(typed: str) -> None:
    assert same_code(typed, "ABIOB-22222")
    assert not same_code(f"{typed}2", "ABIOB-22222")
