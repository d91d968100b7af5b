"""Agreements of players beside their moves: names, ready messages, turns taken back, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Page, Server


@pytest.fixture
def pair(server: Server, page: Open) -> tuple[Page, Page]:
    """Two people at one table; Red has moved, then Blue."""
    url = server.begin()
    first, second = page(server, url), page(server, server.invitation(url))
    first.play("c")
    second.hear("state")
    second.play("d")
    first.hear("state")
    while first.state["ply"] < 2:
        first.hear("state")
    return first, second


def request_takeback(asker: Page, other: Page) -> None:
    """Ask to take back a turn, and have the other hear of it."""
    asker.ask("state", "ask_back")
    while other.state["back"] is None:
        other.hear("state")


def test_a_turn_is_taken_back_when_the_other_player_agrees(pair: tuple[Page, Page]) -> None:
    first, second = pair
    assert first.state["may_ask_back"] == [True, True]
    request_takeback(first, second)
    assert first.state["back"] == 0
    assert first.state["may_ask_back"] == [False, False]
    assert first.ask("error", "answer_back", accept=True)["sentence"].startswith("nobody asks")
    assert second.ask("state", "answer_back", accept=True)["ply"] == 0
    assert second.state["back"] is None


def test_who_asked_last_gets_back_only_the_own_turn(pair: tuple[Page, Page]) -> None:
    first, second = pair
    request_takeback(second, first)
    assert first.ask("state", "answer_back", accept=True)["ply"] == 1
    assert first.state["player"] == 1


def test_a_turn_stays_when_the_other_player_declines_or_moves(pair: tuple[Page, Page]) -> None:
    first, second = pair
    request_takeback(second, first)
    assert first.ask("state", "answer_back", accept=False)["ply"] == 2
    assert first.state["back"] is None
    while second.state["back"] is not None:
        second.hear("state")
    assert second.hear("said")["sentence"] == "red declines to take back the turn."
    request_takeback(second, first)
    assert first.play(first.moves[0])["back"] is None


def test_nobody_asks_for_what_is_not_there(server: Server, page: Open) -> None:
    first = page(server, server.begin())
    sentence = "there is no turn of yours to take back"
    assert first.ask("error", "ask_back")["sentence"] == sentence
    alone = page(server, server.begin(second="me"))
    alone.play("c")
    sentence = "nobody needs to agree here; you may take back your turn yourself"
    assert alone.ask("error", "ask_back")["sentence"] == sentence


def test_a_name_outlives_a_program_that_knows_only_the_record(
    make_server: MakeServer, page: Open
) -> None:
    """As `stackyard resume` does, which writes the match on and drops what stands beside it."""
    server = make_server()
    url = server.begin(first="me", second="me")
    here = page(server, url)
    here.ask("state", "name", name="Anna")
    here.play("a")
    here.leave()
    match = server.archive.resume(1, print)
    match.play("d")
    again = page(make_server(), url)
    assert [seat["called"] for seat in again.state["seats"]] == ["Anna", "Anna"]
    again.ask("state", "name", name="")
    assert {seat["called"] for seat in again.state["seats"]} == {""}
    assert {seat.name for seat in server.archive.record(1).players} == {"human"}


def test_players_have_names_which_a_restart_keeps(make_server: MakeServer, page: Open) -> None:
    before = make_server()
    url = before.begin()
    first = page(before, url)
    assert first.ask("state", "name", name="  Ada   L. ")["seats"][0]["called"] == "Ada L."
    assert first.state["seats"][1]["called"] == ""
    after = make_server()
    assert page(after, after.invitation(url)).state["seats"][0]["called"] == "Ada L."
    watcher = page(after, after.watching(url))
    assert "watching" in watcher.ask("error", "name", name="me")["sentence"]


def test_records_tell_what_the_players_called_themselves(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin()
    page(before, url).ask("state", "name", name="Ada")
    assert [seat.name for seat in before.archive.record(1).players] == ["Ada", "human"]
    after = make_server()
    page(after, url).play("c")
    assert [seat.name for seat in after.archive.record(1).players] == ["Ada", "human"]
    assert '[Red "Ada (human)"]' in after.client.get(f"{url}/export/text").text
    record = after.client.get(f"{url}/export/json").text
    assert after.client.post("/replay", content=record).json()["players"] == ["Ada", "human"]


def test_a_page_that_comes_after_a_rematch_is_told_of_it_and_not_led_away(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server()
    url = server.begin()
    player = page(server, url)
    player.ask("state", "resign")
    asked = player.ask("rematch", "rematch")
    assert asked["new"]
    later = page(make_server(), url).hear("rematch")
    assert later["url"] == asked["url"]
    assert not later["new"]


def test_a_rematch_that_was_deleted_can_be_asked_for_again(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin()
    player = page(before, url)
    player.ask("state", "resign")
    player.ask("rematch", "rematch")
    before.archive.delete([2])
    player = page(make_server(), url)
    assert player.ask("pong", "ping")
    assert not list(before.archive.entries())[1:]  # the page alone begins none
    again = player.ask("rematch", "rematch")["url"]
    assert page(make_server(), again).state["ply"] == 0


@pytest.mark.parametrize("path", ["picture.svg", "export/svg"])
def test_an_address_with_a_wrong_ply_says_what_is_wrong(server: Server, path: str) -> None:
    answer = server.client.get(f"{server.begin()}/{path}?ply=abc")
    assert answer.status_code == 422
    assert "ply=&#39;abc&#39; is no number of moves: write ply=0 for the start" in answer.text


def test_a_replay_with_a_wrong_ply_says_what_is_wrong(server: Server) -> None:
    answer = server.client.post("/replay?ply=-1", content="{}")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("ply='-1' is no number of moves")


def test_moves_are_tried_beside_the_match(server: Server, page: Open) -> None:
    watcher = page(server, server.watching(server.begin()))
    told = watcher.ask("explored", "explore", ply=7, moves=["c", "d"])
    assert (told["ply"], told["moves"]) == (7, ["c", "d"])
    assert told["picture"]["status"].startswith("red: choose a column")
    assert {choice["move"] for choice in told["choices"]} <= set("abcdef")
    wrong = watcher.ask("error", "explore", ply=0, moves=["c", "z"])
    assert "z" in wrong["sentence"]
    assert watcher.ask("pong", "ping")
    assert server.archive.record(1).plies == 0


def test_moves_that_are_tried_are_analysed_where_advice_is_given(
    server: Server, page: Open
) -> None:
    alone = page(server, server.begin(second="me"))
    told = alone.ask("analysis", "analyse", ply=0, moves=["c"])
    assert (told["ply"], told["moves"]) == (0, ["c"])
    assert told["candidates"]
    two = page(server, server.begin())
    refused = two.ask("error", "analyse", ply=0, moves=["c"])["sentence"]
    assert refused.startswith("there is no advice")
