"""The application as a browser runs it: requests, sockets, files of matches, prepared pages."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import GAMES

from stackyard.plugins.registry import load_game, registry
from stackyard.records.archive import Archive
from stackyard.records.format import Record, encode
from stackyard.records.writer import head_of, record_of
from stackyard.turnloop.match import Match
from stackyard_site.browser import engine
from stackyard_site.browser.application import Application
from stackyard_site.browser.engine import SECONDS, is_short, limited
from stackyard_site.browser.matches import add
from stackyard_site.pages import ROOT, addresses, write
from stackyard_web.workers import calls

FORM = [["content-type", "application/x-www-form-urlencoded"]]
FILLED = b"first=me&against=me"


@pytest.fixture(autouse=True)
def same_exporters() -> Iterator[None]:
    kept = dict(registry().exporters)
    yield
    registry().exporters.update(kept)


@pytest.fixture
def application(tmp_path: Path) -> Application:
    return Application("/site", tmp_path / "archive.sqlite3")


async def begun(application: Application, filled: bytes) -> str:
    status, headers, _ = await application.answer("POST", "/games/silo", "", FORM, filled)
    assert status == 303
    return dict(headers)["location"].removeprefix("/site")


@pytest.mark.parametrize("root", ["/games", "/t", "/letter", "/lobby"])
def test_a_site_may_have_the_path_of_one_of_its_pages(root: str, tmp_path: Path) -> None:
    async def run() -> int:
        application = Application(root, tmp_path / "archive.sqlite3")
        status, headers, _ = await application.answer("POST", "/games/silo", "", FORM, FILLED)
        assert status == 303
        table = dict(headers)["location"].removeprefix(root)
        assert (await application.answer("GET", table, "", [], b""))[0] == 200
        return (await application.answer("GET", "/games/silo/lesson", "", [], b""))[0]

    assert asyncio.run(run()) == 200


def test_a_page_has_the_script_of_the_site_and_no_links_to_others(
    application: Application,
) -> None:
    async def run() -> str:
        table = await begun(application, b"first=me&against=me")
        status, headers, content = await application.answer("GET", table, "", [], b"")
        assert status == 200
        assert "frame-ancestors" not in dict(headers)["content-security-policy"]
        return content.decode()

    page = asyncio.run(run())
    assert '<script src="/site/page.js"></script>' in page
    assert 'class="wide alone"' in page
    assert "/export/svg" in page
    assert "/export/png" not in page


def test_a_socket_plays_a_move(application: Application) -> None:
    async def run() -> None:
        table = await begun(application, b"first=me&against=me")
        heard = asyncio.Queue[str]()
        socket = application.open(
            f"{table}/live", "", ["stackyard"], heard.put_nowait, lambda code, reason: None
        )
        while (told := json.loads(await heard.get()))["type"] != "state":
            pass
        move = told["choices"][0]["move"]
        socket.hear(json.dumps({"type": "move", "move": move, "version": told["version"]}))
        while (told := json.loads(await heard.get()))["type"] != "state":
            pass
        assert told["ply"] == 1
        socket.close()

    asyncio.run(run())


def test_a_letter_is_opened_and_a_match_replayed_while_the_engine_thinks(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*call: object, **arguments: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("stackyard_web.workers.pool.WorkerPool.call", busy)
    posted = {
        "/letter": json.dumps({"link": "silo,B-FzCE"}).encode(),
        "/replay": encode(record_of_match("silo")),
    }

    async def run() -> None:
        for address, body in posted.items():
            answer = application.answer("POST", address, "", [], body)
            status, _, told = await asyncio.wait_for(answer, 60)
            assert status == 200
            assert json.loads(told)["name"] == "silo"

    asyncio.run(run())


def test_an_unknown_table_closes_its_socket(application: Application) -> None:
    async def run() -> tuple[int, str]:
        ended = asyncio.get_running_loop().create_future()
        application.open("/t/7.abc/live", "", [], print, lambda *told: ended.set_result(told))
        found: tuple[int, str] = await ended
        return found

    assert asyncio.run(run())[0] == 4404


def record_of_match(game: str) -> Record:
    match = Match(load_game(game), ("human", "human"))
    match.play(int(match.position.legal_moves()[0]))
    return record_of(match)


def test_matches_of_a_file_are_added_and_the_others_named(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite3")
    lines = encode(record_of_match("silo")) + b"\n{}\n" + encode(record_of_match("filo"))
    sentence = add(archive, lines)
    assert sentence.startswith("2 matches added; not added: record 2:")
    assert len(archive.numbers()) == 2
    assert add(archive, b"nonsense").startswith("No matches added; not added: record 1:")


@pytest.mark.parametrize("indent", [0, 2])
def test_a_file_that_windows_has_written_is_added(tmp_path: Path, indent: int) -> None:
    content = encode(record_of_match("silo"), indent).replace(b"\n", b"\r\n") + b"\r\n"
    archive = Archive(tmp_path / "archive.sqlite3")
    assert add(archive, codecs.BOM_UTF8 + content) == "1 match added."


def test_a_saved_file_is_added_by_another_browser(tmp_path: Path) -> None:
    async def run() -> None:
        one, other = (Application("", tmp_path / name) for name in ("one", "other"))
        status, _, _ = await one.answer("POST", "/games/silo", "", FORM, b"first=me&against=me")
        assert status == 303
        _, _, file = await one.answer("GET", "/keep/matches.jsonl", "", [], b"")
        _, _, told = await other.answer("POST", "/keep/matches", "", [], file)
        answer = json.loads(told)
        assert answer["sentence"] == "1 match added."
        (token,) = answer["tokens"]
        status, _, _ = await other.answer("GET", f"/t/{token}", "", [], b"")
        assert status == 200

    asyncio.run(run())


def test_a_file_of_many_matches_is_taken_whole(application: Application) -> None:
    """However many a browser has kept: a server takes a million bytes."""
    line = encode(record_of_match("silo"))
    file = line + b"\n" * 2_000_000

    async def run() -> None:
        status, _, told = await application.answer("POST", "/keep/matches", "", [], file)
        assert status == 200
        assert json.loads(told)["sentence"] == "1 match added."

    asyncio.run(run())


@pytest.mark.parametrize(
    ("game", "moves", "spec", "until", "expected"),
    [
        ("silo", [], "level:8", None, 100 + SECONDS),
        ("silo", [], "level:8", 100.5, 100.5),
        ("silo", [], "mcts:seconds=20", None, None),
        ("pit_of_pillars", [], "level:8", None, 100 + SECONDS),  # the only turn of one step
        ("pit_of_pillars", [0], "level:8", None, 100 + SECONDS / 2),
        ("pit_of_pillars", [0, 0], "level:8", None, 100 + SECONDS / 2),
    ],
)
def test_levels_have_little_time_for_a_turn(
    game: str, moves: list[int], spec: str, until: float | None, expected: float | None
) -> None:
    match = Match(load_game(game), ("human", spec))
    given: dict[str, Any] = {"header": head_of(match, []), "moves": [], "until": until}
    for number in moves:
        given["moves"].append(match.position.legal_moves()[number])
        match.play(given["moves"][-1])
    assert limited(calls.choose, given, 100.0)["until"] == expected
    assert is_short(engine._carry_out, ("1", calls.choose, given)) == (spec == "level:8")
    assert not is_short(engine._carry_out, ("1", calls.analyse, given))
    assert is_short(calls.get_ready, ())


def test_pages_are_prepared_for_each_game(tmp_path: Path) -> None:
    asyncio.run(write(tmp_path))
    found = addresses(tmp_path)
    for game in GAMES:
        for part in ("", "/rules", "/lesson", "/puzzles"):
            assert f"/games/{game}{part}" in found
        waiting = (tmp_path / found[f"/waiting/games/{game}"]).read_text("utf-8")
        assert 'class="hit' in waiting
        assert f"url={ROOT}/begun/" in waiting
        assert 'type="module"' not in waiting
        assert (tmp_path / f"games/{game}/picture.svg").is_file()
        form = (tmp_path / found[f"/games/{game}"]).read_text("utf-8")
        assert "a level thinks at most 2 seconds a turn; where Stackyard is installed" in form
    start = (tmp_path / found["/"]).read_text("utf-8")
    assert "by link" not in start
