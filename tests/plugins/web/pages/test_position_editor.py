"""Positions set up by clicks, and who can be chosen as an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stackyard.plugins.registry import load_game
from stackyard_web.pages.position_editor import candidates
from stackyard_web.tables.seats import opponents

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")


def edit(server: Server, game: str, **filled: str) -> dict[str, Any]:
    answer = server.client.post(f"/games/{game}/edit", json=filled)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("name", GAMES)
def test_every_content_that_is_offered_can_be_read_back(server: Server, name: str) -> None:
    game = load_game(name)
    text = edit(server, name)["text"]
    for _ in range(3):
        offers = edit(server, name, position=text, cell="4")["offers"]
        assert offers
        for offer in offers:
            assert game.grid.read(offer["text"].split(" ")[0]).get(4, "") == offer["item"]
        text = offers[-1]["text"]


def test_a_position_is_built_cell_by_cell_until_it_can_be_played(server: Server) -> None:
    told = edit(server, "slicron", **{"option-side": "3"})
    assert told["sentence"] == ""
    (black,) = [
        offer["text"]
        for offer in edit(server, "slicron", **{"option-side": "3"}, cell="0")["offers"]
        if offer["item"] == "b"
    ]
    placed = edit(server, "slicron", **{"option-side": "3"}, position=black)
    assert "a1, black" in placed["picture"]
    assert placed["text"] == black


def test_what_cannot_be_played_yet_is_drawn_and_told(server: Server) -> None:
    (offer,) = [offer for offer in edit(server, "filo", cell="0")["offers"] if offer["item"] == "w"]
    told = edit(server, "filo", position=offer["text"])
    assert "make 13 checkers, but each colour has 12" in told["sentence"]
    assert "a, white checker" in told["picture"]


def test_pieces_look_as_in_play_before_the_position_can_be_played(server: Server) -> None:
    told = edit(server, "pit_of_pillars", position="6/8/8/3,W,4/8/8/8/6 w 0,0 move", cell="0")
    assert told["sentence"]
    assert "d5, white pillar" in told["picture"]
    told = edit(server, "splay", position="6/7/3,B,4/9/10/11/10/9/8/7/6 w,", cell="0")
    assert told["sentence"]
    assert "black marker" in told["picture"]


def test_what_cannot_be_read_at_all_offers_nothing_and_says_why(server: Server) -> None:
    told = edit(server, "silo", position="nonsense", cell="0")
    assert told["offers"] == []
    assert "this has 1 field" in told["sentence"]


@pytest.mark.parametrize("filled", [{"option-size": "7"}, {"position": "x" * 30_000}, [], 7, None])
def test_wrong_options_and_wrong_documents_are_answered_with_a_sentence(
    server: Server, filled: object
) -> None:
    answer = server.client.post("/games/silo/edit", json=filled)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert server.client.post("/games/silo/edit", content="{").status_code == 422


def test_a_stack_is_made_lower_higher_and_other() -> None:
    grid = load_game("splay").grid
    assert candidates(grid, "wb", "w2")[0] == ""
    assert {"w1", "w3", "b2", "W", "B"} <= set(candidates(grid, "wb", "w2"))
    assert "w2" not in candidates(grid, "wb", "w2")
    assert "w6" not in candidates(grid, "wb", "w2")


def test_opponents_are_offered_by_level_by_time_and_by_name_with_their_sentence() -> None:
    offered = {each.spec: each for each in opponents("splay")}
    assert {"level:1", "level:8", "mcts:seconds=5", "random", "mirror"} <= set(offered)
    assert offered["mcts:seconds=5"].name == "Computer, thinks 5 s a move"
    assert "mirror image" in offered["mirror"].sentence
    assert "human" not in offered


def test_a_match_from_a_set_position_has_no_level_that_counts(server: Server) -> None:
    for position, level in (("", "1"), ("bbb/bb/rb/bbrrrrrrrr/-/b r", "")):
        shown = server.client.get(server.begin(second="level:1", position=position)).text
        assert f'data-level="{level}"' in shown
