from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from stackyard_web.server import limits
from stackyard_web.server.limits import Limits, TokenBucket
from stackyard_web.tables.tokens import ROLES, Tokens, number_of

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

PAGES = (
    "/",
    "/games/silo",
    "/games/silo/rules",
    "/mine",
    "/replay",
    "/nothing",
    "/static/table.js",
)


def test_every_role_has_a_token_of_its_own_that_opens_nothing_else() -> None:
    tokens = Tokens("secret")
    made = {role.name: tokens.make(7, "abc", role) for role in ROLES}
    assert len(set(made.values())) == len(ROLES)
    for role in ROLES:
        assert tokens.role(made[role.name], "abc") == role
        assert tokens.role(made[role.name], "abd") is None
        assert tokens.role(made[role.name].replace("7.", "8."), "abc") is None
        assert Tokens("other").role(made[role.name], "abc") is None


@pytest.mark.parametrize(
    "token",
    ["", "1", "1.", "1.abc", "0." + "a" * 24, "-1." + "a" * 24, "1." + "é" * 24, "٣." + "a" * 24],
)
def test_what_is_no_token_has_no_number(token: str) -> None:
    assert number_of(token) is None


def test_links_outlive_the_server(make_server: MakeServer) -> None:
    url = make_server().begin()
    assert make_server().client.get(url).status_code == 200


def test_a_wrong_token_opens_nothing(server: Server, page: Open) -> None:
    url = server.begin()
    wrong = url[:-1] + ("A" if url[-1] != "A" else "B")
    for path in ("", "/export/json", "/summary.json", "/picture.svg"):
        assert server.client.get(wrong + path).status_code == 404
    with (
        server.client.websocket_connect(f"ws://localhost{wrong}/live") as session,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        session.receive_text()
    assert closed.value.code == 4404


def test_who_is_invited_cannot_see_the_links_to_other_seats(server: Server) -> None:
    url = server.begin()
    friend = server.client.get(server.invitation(url)).text
    assert url not in friend
    assert "invitelink" not in friend


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_safety_headers(server: Server, path: str) -> None:
    headers = server.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", PAGES[:6])
def test_no_page_has_inline_scripts_or_styles(server: Server, path: str) -> None:
    text = server.client.get(path).text
    assert "<script>" not in text
    assert "style=" not in text
    assert " onclick" not in text


def test_other_sites_can_neither_post_nor_connect(server: Server) -> None:
    url = server.begin()
    elsewhere = {"origin": "http://elsewhere.example"}
    assert server.client.post("/games/silo", data={}, headers=elsewhere).status_code == 403
    assert (
        server.client.post("/replay", content=b"{}", headers={"origin": "null"}).status_code == 403
    )
    with (
        pytest.raises(WebSocketDisconnect),
        server.client.websocket_connect(f"ws://localhost{url}/live", headers=elsewhere),
    ):
        pass
    own = {"origin": "http://localhost"}
    assert server.client.post("/replay", content=b"{}", headers=own).status_code == 422


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.7", 200),
        ("yard.example", 200),
        ("elsewhere.example", 400),
        ("localhost.network_urls.example", 400),
        ("[", 400),
        ("a@localhost", 400),
        ("a:b@localhost:8000", 400),
        ("localhost/x", 400),
        ("localhost?x", 400),
        ("localhost:99999999", 400),
    ],
)
def test_the_server_is_called_by_names_it_knows(
    make_server: MakeServer, host: str, status: int
) -> None:
    server = make_server(hosts=["Yard.example"])
    assert server.client.get("/", headers={"host": host}).status_code == status


def test_large_bodies_are_refused(make_server: MakeServer) -> None:
    server = make_server(Limits(body=1000))
    assert server.client.post("/replay", content=b"x" * 1001).status_code == 413

    def parts() -> object:
        yield from [b"x" * 100] * 20

    assert server.client.post("/replay", content=parts()).status_code == 413  # type: ignore[arg-type]
    assert server.client.post("/games/silo", data={"position": "x" * 2000}).status_code == 413


def test_one_client_has_only_so_many_matches_and_pages(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(matches=2, connections=2, begun=0.0))
    urls = [server.begin(), server.begin()]
    answer = server.client.post("/games/silo", data={})
    assert answer.status_code == 429
    assert "You have 2 matches unfinished or begun just now; finish one" in answer.text
    first = page(server, urls[0])
    page(server, urls[0])
    with (
        server.client.websocket_connect(f"ws://localhost{urls[0]}/live") as session,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        session.receive_text()
    assert closed.value.code == 1013
    first.ask("state", "resign")
    assert server.begin()


def test_a_bucket_lets_a_burst_through_and_then_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    bucket = TokenBucket(3, 2.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("name", ["..", "%2e%2e", "silo%00", "{{7*7}}", "<script>", "x" * 300])
def test_strange_names_of_games_are_not_found_and_not_repeated(server: Server, name: str) -> None:
    answer = server.client.get(f"/games/{name}/rules")
    assert answer.status_code in {404, 422}
    assert "<script>" not in answer.text
    assert "49" not in answer.text.partition("<main")[2]


def test_no_file_outside_the_package_is_served(server: Server) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/"):
        assert server.client.get(path).status_code == 404


def test_a_game_that_breaks_spoils_only_its_own_page(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stackyard.plugins.registry import Registered, registry

    known = registry().games["silo"]
    monkeypatch.setitem(
        registry().games, "silo", Registered(known.about, "stackyard_nothing:Game", known.provider)
    )
    quiet = TestClient(server.client.app, "http://localhost", raise_server_exceptions=False)
    assert quiet.get("/").status_code == 200
    assert quiet.get("/games/splay").status_code == 200
    broken = quiet.get("/games/silo")
    assert broken.status_code == 409
    assert "stackyard_nothing" in broken.text


def test_a_record_is_replayed_ply_by_ply_and_a_bad_one_refused(server: Server, page: Open) -> None:
    url = server.begin(second="me")
    player = page(server, url)
    player.play("c")
    player.play("b")
    record = server.client.get(f"{url}/export/json").text
    told = server.client.post("/replay?ply=1", content=record).json()
    assert told["ply"] == 1
    assert [made["move"] for made in told["plies"]] == ["c", "b"]
    content = msgspec.json.decode(record)
    content["turns"][1]["moves"] = ["f"]
    answer = server.client.post("/replay", content=msgspec.json.encode(content))
    assert answer.status_code == 422
    assert "move 2" in answer.json()["error"]


def test_a_record_that_is_too_long_or_takes_too_long_is_refused(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(plies=1))
    player = page(server, url := server.begin(second="me"))
    player.play("c")
    player.play("b")
    record = server.client.get(f"{url}/export/json").text
    answer = server.client.post("/replay", content=record)
    assert answer.json()["error"] == "the record has 2 moves; at most 1 are shown here"
    hurried = make_server(Limits(pictures=0.001))
    answer = hurried.client.post("/replay", content=record)
    assert answer.status_code == 422
    assert "no answer within" in answer.json()["error"]


def test_a_table_gives_its_record_pictures_and_films(server: Server, page: Open) -> None:
    url = server.begin(second="me")
    page(server, url).play("c")
    get = server.client.get
    assert get(f"{url}/export/json").json()["turns"][0]["moves"] == ["c"]
    assert get(f"{url}/picture.svg?ply=0").text != get(f"{url}/picture.svg").text
    assert get(f"{url}/export/png?ply=1").content.startswith(b"\x89PNG")
    assert get(f"{url}/export/gif").content.startswith(b"GIF89a")
    film = get(f"{url}/export/svg")
    assert "attachment" in film.headers["content-disposition"]
    assert film.headers["content-type"].startswith("image/svg+xml")
    summary = get(f"{url}/summary.json").json()
    assert summary["players"] == ["you", "you"]
    assert summary["your_turn"]


def test_every_game_has_a_picture_and_a_form(server: Server) -> None:
    start = server.client.get("/").text
    for game in ("silo", "filo", "slicron", "pit_of_pillars", "splay"):
        picture = server.client.get(f"/games/{game}/picture.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
        assert f'href="/games/{game}"' in start
        assert 'name="position"' in server.client.get(f"/games/{game}").text


def test_a_message_of_bytes_ends_only_its_own_connection(server: Server, page: Open) -> None:
    url = server.begin()
    other = page(server, url)
    page(server, url).session.send_bytes(b"\x00\x01")
    assert other.play("c")["ply"] == 1
