from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from tests.plugins.web.conftest import MakeServer, Open, Server

from stackyard.plugins.registry import load_game
from stackyard_silo.refusals import refused
from stackyard_web import protocol
from stackyard_web.server.limits import Limits
from stackyard_web.tables import state as table_states
from stackyard_web.tables import table

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
SMALL = {
    "silo": {"option-size": "4"},
    "filo": {"option-size": "5"},
    "slicron": {"option-side": "2"},
    "pit_of_pillars": {"option-size": "3"},
    "splay": {"option-side": "2"},
}


def test_pages_that_come_together_are_shown_one_state(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when all come back to a server that was started again."""
    made = []
    real = table_states.table_state

    def state(*given: object) -> protocol.State:
        made.append(given)
        return real(*given)  # type: ignore[arg-type]

    url = server.begin(second="me")
    player = page(server, url)
    monkeypatch.setattr(table, "table_state", state)
    watching = server.watching(url)
    states = [page(server, watching).state for _ in range(3)]
    assert len(made) <= 1
    assert states == [player.state] * 3
    player.play("c")
    assert page(server, watching).state["ply"] == 1


def test_a_link_to_a_match_that_cannot_be_read_says_so(make_server: MakeServer, page: Open) -> None:
    before = make_server()
    url = before.begin(second="me")
    page(before, url).play("c")
    with closing(sqlite3.connect(before.archive.path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{'")
    answer = make_server().client.get(url)
    assert answer.status_code == 409
    assert "match 1: it cannot be read" in answer.text
    forged = make_server().client.get(f"{url[:-1]}{'A' if url[-1] != 'A' else 'B'}")
    assert forged.status_code == 404
    after = make_server()
    with closing(sqlite3.connect(before.archive.path)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    assert after.client.get(f"{url}/summary.json").status_code == 409  # not 404: it may be there


def test_two_people_play_by_link_and_a_third_watches(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    second = page(server, server.invitation(url))
    third = page(server, server.watching(url))
    assert (first.seats, second.seats, third.seats) == ([0], [1], [])
    first.play("c")
    assert second.hear("state")["ply"] == third.hear("state")["ply"] == 1
    second.play("b")
    third.hear("state")
    plies = [made["words"] for made in third.state["plies"]]
    assert plies == ["moves a checker from b to a"]
    assert third.state["since"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_and_kept(server: Server, page: Open, game: str) -> None:
    url = server.begin(game, second="me", **SMALL[game])
    player = page(server, url)
    for _ in range(400):
        if player.state["winner"] is not None:
            break
        player.play(player.moves[player.state["ply"] % len(player.moves)])
    assert player.state["winner"] is not None
    kept = server.archive.record(1)
    assert kept.result is not None
    assert kept.plies == player.state["ply"]
    assert kept.position == player.state["position"]


def test_who_watches_or_waits_cannot_play(server: Server, page: Open) -> None:
    url = server.begin()
    second = page(server, server.invitation(url))
    third = page(server, server.watching(url))
    assert second.ask("error", "move", move="b", version=0)["sentence"] == "it is red's turn"
    answer = third.ask("error", "move", move="c", version=0)
    assert answer["sentence"] == "you are watching; only players do that"
    assert page(server, url).state["ply"] == 0


def test_a_move_chosen_on_a_board_that_has_changed_is_not_played(
    server: Server, page: Open
) -> None:
    player = page(server, server.begin(second="me"))
    player.play("c")
    answer = player.ask("error", "move", move="b", version=0)
    assert answer["sentence"] == "the board has changed; look again"


def test_a_move_is_played_while_the_other_player_changes_something_else(
    server: Server, page: Open
) -> None:
    url = server.begin()
    first = page(server, url)
    second = page(server, server.invitation(url))
    version = first.state["version"]
    second.say("name", name="Ada")
    assert first.hear("state")["version"] > version
    assert first.ask("state", "move", move="c", version=version)["ply"] == 1
    answer = first.ask("error", "move", move="c", version=version)
    assert answer["sentence"] == "the board has changed; look again"


def test_an_illegal_move_is_refused_with_its_rule(server: Server, page: Open) -> None:
    player = page(server, server.begin())
    answer = player.ask("refusal", "move", move="b", version=player.state["version"])
    assert answer["rule"] == "not-yours"
    assert answer["cells"] == [1]


def test_a_click_that_leads_nowhere_is_explained(server: Server, page: Open) -> None:
    player = page(server, server.begin())
    answer = player.ask("refusal", "why", cells=[1])
    assert answer["rule"] == "not-yours"
    assert answer["sentence"] == refused("not-yours", column="b", colour="red").sentence


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_of_every_game_has_an_answer(server: Server, page: Open, game: str) -> None:
    player = page(server, server.begin(game, second="me"))
    for cell in range(len(load_game(game).board)):
        if cell not in {
            choice["cells"][0] for choice in player.state["choices"] if choice["cells"]
        }:
            assert player.ask("refusal", "why", cells=[cell])["sentence"]


def test_one_takes_back_and_plays_again_what_was_taken_back(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    player.play("c")
    player.play("b")
    position = player.state["position"]
    assert player.ask("state", "undo")["ply"] == 1
    assert player.ask("state", "undo")["ply"] == 0
    assert player.state["undo"] == [False, False, False]
    sentence = player.ask("error", "undo")["sentence"]
    assert sentence == "there is no turn of yours to take back"
    player.ask("state", "redo")
    assert player.ask("state", "redo")["position"] == position
    player.ask("state", "undo")
    player.play("d")
    assert player.state["redo"] == [False, False, False]


def test_between_two_people_nothing_is_taken_back(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    first.play("c")
    sentence = first.ask("error", "undo")["sentence"]
    assert sentence == "the other player must agree; ask them to take back your turn"


def test_no_draw_is_offered_where_the_rules_allow_none(server: Server, page: Open) -> None:
    sentence = page(server, server.begin()).ask("error", "offer_draw")["sentence"]
    assert sentence == "the rules of Silo do not allow a draw by agreement"


def test_a_draw_is_offered_declined_offered_and_accepted(server: Server, page: Open) -> None:
    url = server.begin("splay")
    first, second = page(server, url), page(server, server.invitation(url))
    assert first.ask("state", "offer_draw")["offer"] == 0
    assert second.hear("state")["offer"] == 0
    assert first.ask("error", "answer_draw", accept=True)["sentence"] == "nobody offers you a draw"
    assert second.ask("state", "answer_draw", accept=False)["offer"] is None
    first.hear("state")
    assert first.state["may_offer"] == [False, True]
    refused = first.ask("error", "offer_draw")["sentence"]
    assert refused == "your offer was declined; play a turn before the next one"
    first.play(first.moves[0])
    second.hear("state")
    assert second.state["may_offer"] == [True, True]
    first.ask("state", "offer_draw")
    second.hear("state")
    assert second.ask("state", "answer_draw", accept=True)["winner"] == 2
    assert second.state["result"] == "Draw: the players agree on it"
    result = server.archive.record(1).result
    assert result is not None
    assert result.reason == "agreement"


def test_one_withdraws_an_offer_and_the_next_one_waits_for_a_turn(
    server: Server, page: Open
) -> None:
    first = page(server, server.begin("splay"))
    first.ask("state", "offer_draw")
    assert first.ask("state", "answer_draw", accept=False)["offer"] is None
    assert first.state["may_offer"] == [False, True]


def test_a_move_ends_an_offer(server: Server, page: Open) -> None:
    first = page(server, server.begin("splay"))
    first.ask("state", "offer_draw")
    assert first.play(first.moves[0])["offer"] is None


def test_one_resigns_out_of_turn_and_the_rematch_changes_colours(
    server: Server, page: Open
) -> None:
    url = server.begin()
    first, second = page(server, url), page(server, server.invitation(url))
    assert second.ask("error", "rematch")["sentence"] == "the match is not over yet"
    assert second.ask("state", "resign")["result"] == "Red wins: blue resigns"
    first.hear("state")
    mine = first.ask("rematch", "rematch")
    theirs = second.hear("rematch")
    assert page(server, mine["url"]).seats == [1]
    assert page(server, theirs["url"]).seats == [0]
    assert mine["by"] == theirs["by"] == 0
    assert second.ask("rematch", "rematch")["url"] == theirs["url"]
    assert server.invitation(mine["url"]) == theirs["url"]


def test_one_looks_back_and_ahead_without_changing_anything(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    start = player.state["picture"]
    player.play("c")
    assert player.ask("look", "look", ply=0)["picture"]["trays"] == start["trays"]
    assert player.ask("look", "look", ply=99)["ply"] == 1
    ahead = player.ask("preview", "preview", move="b")
    assert ahead["picture"]["board"] != player.state["picture"]["board"]
    assert player.ask("refusal", "preview", move="a")["rule"] == "not-yours"
    assert player.ask("pong", "ping") == {"type": "pong"}


def test_a_flipped_board_is_flipped_for_one_page_only(server: Server, page: Open) -> None:
    url = server.begin()
    first, other = page(server, url), page(server, url)
    flipped = first.ask("state", "flip", flipped=True)["picture"]["board"]
    assert flipped != other.state["picture"]["board"]
    first.play("c")
    other.hear("state")
    assert other.state["picture"]["board"] != first.state["picture"]["board"]


def test_a_server_that_comes_back_goes_on_where_it_was(make_server: MakeServer, page: Open) -> None:
    before = make_server()
    url = before.begin("slicron", second="me")
    player = page(before, url)
    for _ in range(5):
        player.play(player.moves[0])
    after = make_server()
    again = page(after, url)
    assert again.state["position"] == player.state["position"]
    assert again.state["plies"][:4] != []
    assert len(again.state["plies"]) == 5
    again.play(again.moves[0])
    assert after.archive.record(1).plies == 6


def test_what_was_taken_back_is_played_again_after_a_restart(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin("slicron", second="me")
    player = page(before, url)
    for _ in range(4):
        player.play(player.moves[-1])
    position = player.state["position"]
    for _ in range(3):
        player.ask("state", "undo")
    again = page(make_server(), url)
    assert again.state["position"] == player.state["position"]
    while again.state["redo"][2]:
        again.ask("state", "redo")
    assert again.state["position"] == position
    again.ask("state", "undo")
    again.play(again.moves[0])
    assert page(make_server(), url).state["redo"] == [False, False, False]


def test_an_offer_is_still_open_after_a_restart(make_server: MakeServer, page: Open) -> None:
    before = make_server()
    url = before.begin("splay")
    page(before, url).ask("state", "offer_draw")
    after = make_server()
    second = page(after, after.invitation(url))
    assert second.state["offer"] == 0
    assert second.ask("state", "answer_draw", accept=False)["offer"] is None
    assert page(make_server(), url).state["offer"] is None


def test_a_rematch_is_found_again_after_a_restart(make_server: MakeServer, page: Open) -> None:
    before = make_server()
    url = before.begin()
    player = page(before, url)
    player.ask("state", "resign")
    rematch = player.ask("rematch", "rematch")["url"]
    after = make_server()
    assert page(after, url).ask("rematch", "rematch")["url"] == rematch
    assert len(list(after.archive.entries())) == 2


def test_what_stands_beside_a_match_and_is_not_ours_spoils_nothing(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server()
    url = server.begin(second="me")
    match, kept = server.archive.reopen(1, pytest.fail)
    kept.memo = '{"undone": 7}'
    match.keep()
    player = page(make_server(), url)
    assert player.state["redo"] == [False, False, False]
    assert player.play("c")["ply"] == 1


def test_an_illegal_move_forgets_nothing_that_was_taken_back(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    player.play("c")
    player.ask("state", "undo")
    player.ask("refusal", "move", move="b", version=player.state["version"])
    assert player.ask("state", "redo")["ply"] == 1


def test_a_match_that_is_over_leaves_the_memory_and_comes_back(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(finished=0.0))
    url = server.begin()
    with server.client.websocket_connect(f"ws://localhost{url}/live") as session:
        session.send_text('{"type":"resign"}')
        while b'"winner":1' not in session.receive_text().encode():
            pass
    going_on = server.begin()
    tables = server.client.app.state.tables  # type: ignore[attr-defined]
    while 1 in tables._tables:  # until the first connection is gone
        going_on = server.begin()
    assert page(server, url).state["result"] == "Blue wins: red resigns"
    assert page(server, going_on).state["ply"] == 0


def test_tables_that_nobody_looks_at_make_room(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(tables=3))
    urls = [server.begin() for _ in range(8)]
    tables = server.client.app.state.tables  # type: ignore[attr-defined]
    assert len(tables._tables) == 3
    assert page(server, urls[0]).state["ply"] == 0


def test_a_match_begins_at_a_position_with_options(server: Server, page: Open) -> None:
    url = server.begin(**{"option-size": "4", "position": "rb/-/bb/r b"}, second="me")
    player = page(server, url)
    assert player.state["player"] == 1
    assert player.state["position"] == "rb/-/bb/r b"


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"option-size": "5"}, "Silo, option size: 5 is not allowed; choose 4, 6, 8, … 26"),
        ({"option-colour": "red"}, "has no option"),
        ({"position": "nonsense"}, "this has 1 field"),
        ({"option-size": "4", "position": "rb/-/bb/r W"}, "Player to act: 'W' is not r or b"),
        ({"second": "mcts:seconds=3600"}, "is none of the players offered"),
        ({"second": "ugi:rm -rf"}, "is none of the players offered"),
        ({"first": "friend", "second": "friend"}, "Take a seat yourself"),
        ({"position": "-/-/-/-/rrr/b b"}, "In this position the game is over"),
    ],
)
def test_a_form_that_cannot_be_met_comes_back_with_a_sentence(
    server: Server, filled: dict[str, str], sentence: str
) -> None:
    answer = server.client.post("/games/silo", data=filled)
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&#39;", "'")
    assert list(server.archive.entries()) == []
