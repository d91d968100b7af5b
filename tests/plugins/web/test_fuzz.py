"""Whatever is sent, the server answers with a sentence, and the table goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stackyard_web.server.limits import Limits

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

KINDS = (
    *("move", "undo", "redo", "hint", "analyse", "resign", "offer_draw", "answer_draw"),
    *("rematch", "look", "preview", "why", "flip", "ping", "state", "nonsense"),
    *("say", "mute", "show_messages", "plan", "drop_plan", "replies"),
    *("ask_seat", "answer_seat", "take_seat", "seat_code"),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
VALUES = JSON | st.sampled_from(["a", "b", "c", "d", 0, 1, 2, [0], [1, 2], [10**9], True])
FIELDS = (
    *("move", "version", "cells", "ply", "accept", "flipped", "other"),
    *("text", "muted", "shown", "moves", "code"),
)
MESSAGES = st.builds(
    lambda kind, content: msgspec.json.encode({**content, "type": kind}).decode(),
    # ComputerPlayer takes time, and is tested elsewhere.
    st.sampled_from([kind for kind in KINDS if kind not in {"hint", "analyse"}]),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=3),
)
RAW = st.text(max_size=60) | JSON.map(lambda value: msgspec.json.encode(value).decode())
ENDLESS = Limits(matches=10**6, connections=10**6)
BOUNDED = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def test_whatever_is_said_at_a_table_it_goes_on(make_server: MakeServer, page: Open) -> None:
    server = make_server(ENDLESS)

    @BOUNDED
    @given(st.lists(MESSAGES | RAW, max_size=12), st.sampled_from(["me", "friend"]))
    def say(messages: list[str], second: str) -> None:
        url = server.begin("silo", second=second)
        with server.client.websocket_connect(f"ws://localhost{url}/live") as session:
            for message in messages:
                session.send_text(message)
            session.send_text('{"type":"the last"}')
            sentence = ""
            while "the last" not in sentence:
                sentence = msgspec.json.decode(session.receive_text()).get("sentence", "")
                assert "something went wrong" not in sentence, messages
        other = page(server, url)
        if other.state["winner"] is None and other.state["player"] in other.seats:
            ply = other.state["ply"]
            assert other.play(other.moves[0])["ply"] == ply + 1

    say()


def text(alphabet: Any = None) -> st.SearchStrategy[str]:
    return st.text(max_size=40) if alphabet is None else st.text(alphabet, max_size=40)


PLAYERS = (
    st.sampled_from(["me", "friend", "level:1", "random", "mcts", "human", "ugi:ls", ""]) | text()
)
FORMS = st.fixed_dictionaries(
    {},
    optional={
        "first": PLAYERS,
        "second": PLAYERS,
        "position": text() | text("rb-/ "),
        "option-size": text() | st.integers().map(str),
        "option-side": text() | st.integers(-3, 40).map(str),
        "option-height": st.integers(-3, 40).map(str),
        "option-": text(),
        "option-goal": text(),
    },
)


def test_no_form_breaks_the_server(make_server: MakeServer) -> None:
    server = make_server(ENDLESS)

    @BOUNDED
    @given(st.sampled_from(["silo", "filo", "slicron", "pit_of_pillars", "splay", "nix"]), FORMS)
    def post(game: str, filled: dict[str, str]) -> None:
        answer = server.client.post(f"/games/{game}", data=filled, follow_redirects=False)
        assert answer.status_code in {303, 404, 422}, answer.text

    post()


def test_no_body_breaks_the_server(make_server: MakeServer) -> None:
    server = make_server(ENDLESS)
    kinds = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]
    bodies = st.binary(max_size=200) | st.binary(max_size=80).map(
        lambda body: b'--x\r\nContent-Disposition: form-data; name="first"\r\n\r\n' + body
    )

    @BOUNDED
    @given(
        bodies, st.sampled_from(kinds), st.sampled_from(["/games/silo", "/replay", "/", "/mine"])
    )
    def post(body: bytes, kind: str, path: str) -> None:
        answer = server.client.post(
            path, content=body, headers={"content-type": kind}, follow_redirects=False
        )
        assert answer.status_code in {303, 400, 405, 422}, answer.text

    post()


def test_no_address_breaks_the_server(make_server: MakeServer) -> None:
    server = make_server(ENDLESS)
    url = server.begin()
    parts = st.sampled_from(
        [*url.split("/"), "games", "silo", "rules", "picture.svg", "export", "gif"]
    )
    pieces = parts | st.text(
        st.characters(codec="utf-8", exclude_characters="/?#\r\n\\"), min_size=1, max_size=20
    ).filter(lambda piece: piece not in {".", ".."})
    queries = st.dictionaries(st.sampled_from(["ply", "flip", "x"]), text(), max_size=2)

    @BOUNDED
    @given(st.lists(pieces, max_size=4), queries)
    def get(path: list[str], query: dict[str, str]) -> None:
        from urllib.parse import quote

        there = "/" + "/".join([quote(piece, safe="") for piece in path]).lstrip("/")
        answer = server.client.get(there, params=query, follow_redirects=False)
        assert answer.status_code in {200, 307, 404, 405}, (there, answer.text)

    get()


def test_no_spoilt_record_breaks_the_server(server: Server, page: Open) -> None:
    url = server.begin(second="me")
    player = page(server, url)
    player.play("c")
    player.play("b")
    record = server.client.get(f"{url}/export/json").json()

    @BOUNDED
    @given(st.sampled_from([*record, "other"]), VALUES, st.text(max_size=20))
    def post(field: str, value: object, ply: str) -> None:
        body = msgspec.json.encode({**record, field: value})
        answer = server.client.post("/replay", params={"ply": ply}, content=body)
        assert answer.status_code in {200, 422}, answer.text

    post()
