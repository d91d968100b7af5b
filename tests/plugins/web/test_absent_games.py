"""Visitors hear that a game is not there, and not how to install it, which is for the host."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest
from starlette.websockets import WebSocketDisconnect

from stackyard.plugins.registry import load_game, registry
from stackyard.records.format import encode
from stackyard.records.writer import record_from_moves
from stackyard_web.errors import CallRefusedError
from stackyard_web.letters import opened
from stackyard_web.posted_record import replayed
from stackyard_web.workers.calls import carry_out

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Server

ABSENT = "no game 'splay' is installed (installed: "
ADVICE = "pip install"


def test_a_page(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry().games, "splay")
    answer = server.client.get("/games/splay")
    assert answer.status_code == 404
    assert ABSENT in answer.text.replace("&#39;", "'")
    assert ADVICE not in answer.text


def test_a_match_whose_game_comes_back(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = make_server().begin("splay")
    server = make_server()
    with monkeypatch.context() as absent:
        absent.delitem(registry().games, "splay")
        answer = server.client.get(f"{url}/summary.json")
        assert answer.status_code == 409  # not 404: the match is there
        assert ABSENT in answer.text.replace("&#39;", "'")
        assert ADVICE not in answer.text
        with (
            server.client.websocket_connect(f"ws://localhost{url}/live") as session,
            pytest.raises(WebSocketDisconnect) as closed,
        ):
            session.receive_text()
        assert (closed.value.code, closed.value.reason[: len(ABSENT)]) == (1013, ABSENT)
    assert server.client.get(f"{url}/summary.json").status_code == 200


def test_a_letter_and_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_from_moves(load_game("splay", side=3), [], source="test")
    calls: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (opened, {"link": "splay,B-FzCE", "move": "", "ply": None, "flip": False, "plies": 9}),
        (
            replayed,
            {"record": encode(record).decode(), "path": (), "ply": 0, "flip": False, "plies": 9},
        ),
    ]
    monkeypatch.delitem(registry().games, "splay")
    for call, given in calls:
        with pytest.raises(CallRefusedError) as refused:
            carry_out(version("stackyard-web"), call, given)
        assert ABSENT in str(refused.value)
        assert ADVICE not in str(refused.value)
