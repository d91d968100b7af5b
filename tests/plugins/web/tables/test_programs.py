"""Programs play in a terminal only: no page and no stored match starts one here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.turnloop.match import Match
from stackyard_web.pages.forms import read_form
from stackyard_web.tables.seats import opponents
from stackyard_web.tables.tokens import HOSTS

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open

PROGRAM = f"ugi:{sys.executable} -c 0"


def test_a_program_does_not_play_on_a_match_that_was_begun_in_a_terminal(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server()
    match = Match(load_game("silo"), ("human", PROGRAM))
    number = server.archive.begin(match, print).number
    assert number is not None
    token = server.app.state.tables.tokens.make(number, match.id, HOSTS[0])
    player = page(server, f"/t/{token}")
    player.play("c")
    while "programs play in a terminal only" not in player.state["notice"]:
        player.hear("state")
    assert player.state["ply"] == 1


def test_a_page_may_choose_no_program() -> None:
    with pytest.raises(StackyardError, match="is none of the players offered"):
        read_form("silo", {"first": "me", "second": PROGRAM})
    assert "ugi" not in {each.spec for each in opponents("silo")}
